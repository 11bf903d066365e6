"""The interface of all carriers, and the program that one carries.

A carrier is what a program comes on: one file, a disk, or a cartridge. It says where the modules of
the program's dungeons are stored, which C fetches them, and writes the finished file.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pygen.compilers.built import BuiltProgram
from pygen.compilers.modules import Module


class Carrier(abc.ABC):
    """What a program comes on."""

    name: ClassVar[str]
    """Its name in the spec, such as `d64`."""

    title: ClassVar[str]
    """Its name in messages, such as `D64 disk image`."""

    ending: ClassVar[str]
    """What the name of its file ends in, behind the program's name."""

    has_window: ClassVar[bool]
    """Whether all modules are fetched into one window; else each is in memory from the start."""

    resident_alignment: ClassVar[int] = 256
    """The resident part begins at a multiple of this."""

    sources: ClassVar[Sequence[str]]
    """The C that makes a module ready: `modules_prepare`."""

    assembly: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Assembly beside it, by compiler."""

    def constants(self, modules: Sequence[Module]) -> dict[str, Any]:
        """What its C must know of where these modules, all of the program's, are stored.

        Names of `templates/program/module_places.c.j2` and `.h.j2`.
        """
        return {}

    def fitting(self, program: ModularProgram) -> list[str]:
        """The dungeons of a program, in its order, whose modules fit on the carrier together.

        The builder leaves the others out of the program, and names them in `left_out`.
        """
        return [module.dungeon for module in program.modules]

    @abc.abstractmethod
    def write(self, program: ModularProgram, path: Path) -> None:
        """Write the file of a program.

        Raises UserError if the program does not fit on the carrier, which says by how much.
        """


@dataclass(frozen=True)
class ModularProgram(BuiltProgram):
    """A built program: its carrier and file, and its modules in the order of the spec's dungeons.

    `result` is that of the resident part; its image is what is in memory at the start. `left_out`
    are dungeons of the spec's program that it does not have, as the carrier has no room for them.
    """

    carrier: Carrier
    file: Path
    modules: tuple[Module, ...]
    left_out: tuple[str, ...] = ()
