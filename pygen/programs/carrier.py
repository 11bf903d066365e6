"""The interface of all carriers, and the class of programs on a carrier.

A carrier is the medium of a program: one file, a disk, or a cartridge. It says where the modules of
the program's dungeons are stored, has the C that fetches them, and writes the finished file.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pygen.compilers.built import BuiltProgram
from pygen.compilers.module_building import Module


class Carrier(abc.ABC):
    """The medium of a program."""

    name: ClassVar[str]
    """Its name in the spec, such as `d64`."""

    title: ClassVar[str]
    """Its name in messages, such as `D64 disk image`."""

    ending: ClassVar[str]
    """The ending of its file's name, behind the program's name."""

    has_window: ClassVar[bool]
    """Whether modules are fetched into one shared window; else all are in memory from the start."""

    resident_alignment: ClassVar[int] = 256
    """The resident part begins at a multiple of this number."""

    sources: ClassVar[Sequence[str]]
    """The C that makes a module ready: `modules_prepare`."""

    assembly: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Assembly files in addition to the C, by compiler."""

    def constants(self, modules: Sequence[Module]) -> dict[str, Any]:
        """The constants that tell the carrier's C where the program's modules are stored.

        `modules` are all of them. The keys are names in `templates/program/module_places.c.j2` and
        `.h.j2`.
        """
        return {}

    def fitting(self, program: ModularProgram) -> list[str]:
        """The dungeons of a program whose modules fit on the carrier together, in program order.

        The builder leaves the others out of the program, and names them in `left_out`.
        """
        return [module.dungeon for module in program.modules]

    @abc.abstractmethod
    def write(self, program: ModularProgram, path: Path) -> None:
        """Write the file of a program.

        Raises UserError if the program does not fit on the carrier; the message says by how much.
        """


@dataclass(frozen=True)
class ModularProgram(BuiltProgram):
    """A built program: its carrier and file, and its modules in the order of the spec's dungeons.

    `result` is the build of the resident part; its image is the memory at the start. `left_out`
    are dungeons of the spec's program for which the carrier has no room.
    """

    carrier: Carrier
    file: Path
    modules: tuple[Module, ...]
    left_out: tuple[str, ...] = ()

    @property
    def resident_bytes(self) -> int:
        """The bytes of code and constants of the resident part, wherever they are."""
        result = self.result
        end = result.image_start + len(result.image)
        return end - result.entry + len(result.below_kernal)
