"""The three ROM images of a C64, and finding those that are installed for VICE."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import UserError

# The variable that names the folder that is searched first.
FOLDER_VARIABLE = "UNDERCROFT_ROMS"

# File names of the images in VICE, newest first, then in the free Open ROMs; and the size in bytes.
_IMAGES = {
    "kernal": (("kernal-901227-03.bin", "kernal", "kernal_generic.rom"), 0x2000),
    "basic": (("basic-901226-01.bin", "basic", "basic_generic.rom"), 0x2000),
    "chargen": (("chargen-901225-01.bin", "chargen", "chargen_openroms.rom"), 0x1000),
}
# VICE's file names for the ROM of its default drive, a 1541-II, in the folder DRIVES.
_DRIVE_IMAGES = ("dos1541II-251968-03.bin", "dos1541ii-251968-03.bin", "d1541II")

_STANDARD_FOLDERS = (
    "~/.local/share/vice/C64",
    "~/.config/vice/C64",
    "~/.vice/C64",
    "/usr/local/share/vice/C64",
    "/usr/local/lib/vice/C64",
    "/usr/share/vice/C64",
    "/usr/lib/vice/C64",
)


@dataclass(frozen=True)
class Roms:
    """Paths of the ROM images. `is_stub` is true for the project's replacement."""

    kernal: Path
    basic: Path
    chargen: Path
    is_stub: bool = False


def standard_folders(executable: Path | None = None) -> list[Path]:
    """The folders where VICE keeps C64 ROMs; with x64sc's path, also those of its installation.

    The folder that the environment variable UNDERCROFT_ROMS names comes first.
    """
    own = os.environ.get(FOLDER_VARIABLE)
    folders = [Path(own)] if own else []
    folders += [Path(folder).expanduser() for folder in _STANDARD_FOLDERS]
    if executable is not None:
        prefix = executable.resolve().parent.parent
        folders += [prefix / "share/vice/C64", prefix / "lib/vice/C64"]
    return folders


def find_roms(folders: Iterable[Path] | None = None) -> Roms | None:
    """The ROMs of the first folder that has all three in the right size, or None.

    `folders` are the folders to search; the default is VICE's standard folders.
    """
    for folder in standard_folders() if folders is None else folders:
        kernal, basic, chargen = (_image(folder, part) for part in ("kernal", "basic", "chargen"))
        if kernal and basic and chargen:
            return Roms(kernal, basic, chargen)
    return None


def machine_roms(executable: Path | None = None) -> Roms | None:
    """The ROMs installed on this machine, from the standard folders, or None.

    Raises UserError if UNDERCROFT_ROMS names a folder without them.
    """
    own = os.environ.get(FOLDER_VARIABLE)
    if own and find_roms([Path(own)]) is None:
        names = ", ".join(choices[0] for choices, _ in _IMAGES.values())
        raise UserError(
            f"{FOLDER_VARIABLE}: {own} does not have the ROMs of a C64",
            f"Expected {names}, or the images of the Open ROMs.",
        )
    return find_roms(standard_folders(executable))


def has_drive_rom(roms: Roms) -> bool:
    """Whether VICE also has a drive's ROM, so that it can emulate the drive itself."""
    folder = roms.kernal.parent.parent / "DRIVES"
    return any((folder / name).is_file() for name in _DRIVE_IMAGES)


def _image(folder: Path, part: str) -> Path | None:
    names, size = _IMAGES[part]
    for name in names:
        path = folder / name
        if path.is_file() and path.stat().st_size == size:
            return path.absolute()
    return None
