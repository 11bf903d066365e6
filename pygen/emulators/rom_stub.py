"""Builds the project's replacement for the C64's ROMs, which must not be redistributed.

The KERNAL is assembled from c64src/rom_stub; BASIC and the character set are blank images of the
right size. They suffice for a program that has its own character set and reads the hardware
directly. BASIC, the keyboard buffer and disks need real ROMs.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from pygen.base.errors import EmulatorFailed, ToolMissing
from pygen.base.files import write_if_changed
from pygen.base.project import C_FOLDER
from pygen.base.running import run_tool
from pygen.base.temporary import temporary_folder
from pygen.emulators.roms import Roms

SOURCE_FOLDER = C_FOLDER / "rom_stub"

# Where the stub waits after reset; see kernal.s.
IDLE_ADDRESS = 0xE000

_KERNAL_SIZE = 0x2000
# $02 jams the processor, so that a call into the missing BASIC stops at once.
_BLANK_BASIC = b"\x02" * 0x2000
_BLANK_CHARGEN = bytes(0x1000)
_ASSEMBLY_TIMEOUT_SECONDS = 60


def build_rom_stub(folder: Path, ca65: str = "ca65", ld65: str = "ld65") -> Roms:
    """Assemble the stub into `folder` (created if necessary) and return the paths of its images.

    `ca65` and `ld65` are names on PATH or paths. Files that would not change are left untouched.

    Raises ToolMissing if ca65 or ld65 is not installed or cannot be started, EmulatorFailed if they
    reject the source, CompileFailed if they hang, and UserError if the folder cannot be written.
    """
    roms = Roms(
        kernal=(folder / "kernal.bin").absolute(),
        basic=(folder / "basic.bin").absolute(),
        chargen=(folder / "chargen.bin").absolute(),
        is_stub=True,
    )
    write_if_changed(roms.kernal, _assemble_kernal(_tool(ca65), _tool(ld65)))
    write_if_changed(roms.basic, _BLANK_BASIC)
    write_if_changed(roms.chargen, _BLANK_CHARGEN)
    return roms


def _assemble_kernal(ca65: str, ld65: str) -> bytes:
    with temporary_folder("undercroft-rom-") as folder:
        kernal_object = folder / "kernal.o"
        image = folder / "kernal.bin"
        _run([ca65, "-o", str(kernal_object), str(SOURCE_FOLDER / "kernal.s")])
        configuration = str(SOURCE_FOLDER / "kernal.cfg")
        _run([ld65, "-C", configuration, "-o", str(image), str(kernal_object)])
        data = image.read_bytes()
    if len(data) != _KERNAL_SIZE:
        raise EmulatorFailed(f"the KERNAL stub is {len(data)} bytes long instead of {_KERNAL_SIZE}")
    return data


def _tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise ToolMissing(
            f"{name} is needed to assemble the ROM stub and was not found",
            "It is part of cc65. Debian and Ubuntu: sudo apt install cc65",
        )
    return path


def _run(command: list[str]) -> None:
    finished = run_tool(command, None, _ASSEMBLY_TIMEOUT_SECONDS)
    if finished.status:
        raise EmulatorFailed("the KERNAL stub cannot be assembled", finished.output.strip())
