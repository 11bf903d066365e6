"""The carriers of a program on a disk, which loads each module from a file of its own.

The twin that reads the files is `c64src/program/carriers/disk.c`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from pygen.base.errors import UserError
from pygen.compilers.module_building import Module
from pygen.compilers.program import prg_of
from pygen.emit.module_layout import checksum
from pygen.programs.c1541 import (
    D64,
    D81,
    DiskFormat,
    blocks_of,
    make_disk,
    program_files,
    readme,
)
from pygen.programs.carrier import Carrier, ModularProgram
from pygen.programs.places import grown
from pygen.spec.program_facts import MODULE_SUM_BYTES, MOST_FILE_NAME

MODULE_ENDING = ".m"
"""The ending of the names of modules; names of programs and saved maps never have it."""

ROOM_TO_SAVE = 24, 4
"""How many blocks and files are left free for maps that the player saves."""


class Disk(Carrier):
    """A disk with the program as its first file."""

    disk: ClassVar[DiskFormat]
    has_window = True
    # The KERNAL loads it to any address.
    resident_alignment = 1
    sources = (
        "program/carriers/disk.c",
        "program/carriers/window_sum.c",
        "program/drive.c",
        "program/disk_variables.c",
    )
    assembly: ClassVar[dict[str, Sequence[str]]] = {
        "cc65": ("program/disk_cc65.s", "program/carriers/window_sum_cc65.s")
    }

    def constants(self, modules: Sequence[Module]) -> dict[str, Any]:
        names = module_file_names([module.dungeon for module in modules])
        return {"module_file_name": [name.upper() for name in names]}

    def fitting(self, program: ModularProgram) -> list[str]:
        """See `Carrier.fitting`. The disk also has to hold the program, its readme and some saved
        maps. A module that does not fit is skipped; later ones are still tried."""
        save_blocks, save_files = ROOM_TO_SAVE
        own = (prg_of(program.result), readme(program.selection.program, has_modules=True))
        blocks = self.disk.blocks - save_blocks - sum(blocks_of(len(data)) for data in own)
        most = self.disk.most_files - save_files - len(own)
        found: list[str] = []
        for module in program.modules:
            needed = blocks_of(len(module_file(module)))
            if needed <= blocks and len(found) < most:
                blocks -= needed
                found.append(module.dungeon)
        return found

    def write(self, program: ModularProgram, path: Path) -> None:
        self._require_window(program)
        names = module_file_names([module.dungeon for module in program.modules])
        modules = [
            (name, "prg", module_file(module))
            for name, module in zip(names, program.modules, strict=True)
        ]
        files = program_files(program.selection.program, prg_of(program.result), modules)
        needed, has = _blocks(files), self.disk.blocks
        if needed > has:
            raise UserError(
                f"{program.selection.program} does not fit on a {self.title}: it needs {needed:,} "
                f"blocks, {needed - has:,} more than there are",
                "Have fewer dungeons in the program, or a larger disk: d81.",
            )
        make_disk(path, files, disk=self.disk)

    def _require_window(self, program: ModularProgram) -> None:
        """Raise UserError if loading a module's file would overwrite the resident part."""
        end = program.result.image_start
        for module in program.modules:
            if module.layout.start + len(module.carried) + MODULE_SUM_BYTES > end:
                raise grown(module)


class DiskD64(Disk):
    """A disk of a 1541."""

    name = "d64"
    title = "D64 disk image"
    ending = ".d64"
    disk = D64


class DiskD81(Disk):
    """A disk of a 1581."""

    name = "d81"
    title = "D81 disk image"
    ending = ".d81"
    disk = D81


def module_file(module: Module) -> bytes:
    """The bytes of a module's file: its address, its bytes and their sum."""
    start = module.layout.start.to_bytes(2, "little")
    return start + module.carried + checksum(module.carried).to_bytes(MODULE_SUM_BYTES, "little")


def module_file_names(dungeons: Sequence[str]) -> list[str]:
    """The names of the modules' files on a disk, by which a person recognises the dungeons.

    Long names are cut; if that makes names equal, they get numbers.
    """
    names: list[str] = []
    for dungeon in dungeons:
        stem, number, mark = dungeon.replace("_", "-"), 1, ""
        while True:
            name = stem[: MOST_FILE_NAME - len(mark) - len(MODULE_ENDING)] + mark + MODULE_ENDING
            if name not in names:
                break
            number += 1
            mark = f"-{number}"
        names.append(name)
    return names


def _blocks(files: Sequence[tuple[str, str, bytes]]) -> int:
    return sum(blocks_of(len(data)) for _, _, data in files)
