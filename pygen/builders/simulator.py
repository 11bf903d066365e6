"""The library of the project's simulator, compiled once for each state of its source."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.base.running import temporary_build_folder
from pygen.compilers.host import HostCompiler
from pygen.emulators.simulator import FOLDER, INCLUDED, SOURCES

FILE_NAME = "simulator.so"


def build_simulator(
    build_folder: Path = BUILD_FOLDER, compiler: HostCompiler | None = None
) -> Path:
    """The simulator's library, for `Simulator`. The default `compiler` is the machine's.

    It is made in a private folder and renamed, so any number of commands may build it at once.
    Raises ToolMissing without a C compiler, CompileFailed if it rejects the C, UserError if the
    library cannot be written.
    """
    compiler = compiler or HostCompiler.find()
    stamp = hashlib.sha256(compiler.identity("library").encode())
    for source in (*SOURCES, *INCLUDED):
        stamp.update(source.read_bytes())
    folder = build_folder / "simulator"
    target = folder / stamp.hexdigest()[:16] / FILE_NAME
    if not target.is_file():
        with temporary_build_folder(folder, []) as building:
            made = building / FILE_NAME
            compiler.compile("library", SOURCES, [FOLDER, C_FOLDER], made)
            target.parent.mkdir(exist_ok=True)
            os.replace(made, target)
    return target
