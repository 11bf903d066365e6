"""The carrier of a program in one file, which has all modules in memory."""

from __future__ import annotations

from pathlib import Path

from pygen.base.files import write_if_changed
from pygen.compilers.program import prg_of
from pygen.programs.carrier import Carrier, ModularProgram


class OneFile(Carrier):
    """A program file that RUN starts."""

    name = "prg"
    title = "program file"
    ending = ".prg"
    has_window = False
    sources = ("program/carriers/in_memory.c",)

    def write(self, program: ModularProgram, path: Path) -> None:
        write_if_changed(path, prg_of(program.result))
