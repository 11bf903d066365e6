"""The three ROM images a C64 needs: the user's own, where VICE has them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import UserError

# A folder to look into before all others.
FOLDER_VARIABLE = "UNDERCROFT_ROMS"

# Names that VICE gave the images, newest first, then those of the free Open ROMs; and the size of
# each in bytes.
_IMAGES = {
    "kernal": (("kernal-901227-03.bin", "kernal", "kernal_generic.rom"), 0x2000),
    "basic": (("basic-901226-01.bin", "basic", "basic_generic.rom"), 0x2000),
    "chargen": (("chargen-901225-01.bin", "chargen", "chargen_openroms.rom"), 0x1000),
}
# What VICE calls the ROM of its usual drive, a 1541-II, in the folder beside that of the C64.
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
    """Paths of the ROM images. `is_stub` tells the project's own from the machine's."""

    kernal: Path
    basic: Path
    chargen: Path
    is_stub: bool = False


def standard_folders(executable: Path | None = None) -> list[Path]:
    """Folders where VICE keeps C64 ROMs; with x64sc's path also those beside that one. The folder
    that the environment names in UNDERCROFT_ROMS comes first."""
    own = os.environ.get(FOLDER_VARIABLE)
    folders = [Path(own)] if own else []
    folders += [Path(folder).expanduser() for folder in _STANDARD_FOLDERS]
    if executable is not None:
        prefix = executable.resolve().parent.parent
        folders += [prefix / "share/vice/C64", prefix / "lib/vice/C64"]
    return folders


def find_roms(folders: Iterable[Path] | None = None) -> Roms | None:
    """The first folder's ROMs that are all there in the right size, or None.

    `folders` are the places to look, VICE's standard ones if not given.
    """
    for folder in standard_folders() if folders is None else folders:
        kernal, basic, chargen = (_image(folder, part) for part in ("kernal", "basic", "chargen"))
        if kernal and basic and chargen:
            return Roms(kernal, basic, chargen)
    return None


def machine_roms(executable: Path | None = None) -> Roms | None:
    """The machine's ROMs from the standard folders, or None.

    Raises UserError if UNDERCROFT_ROMS names a folder that does not have them.
    """
    own = os.environ.get(FOLDER_VARIABLE)
    if own and find_roms([Path(own)]) is None:
        names = ", ".join(choices[0] for choices, _ in _IMAGES.values())
        raise UserError(
            f"{FOLDER_VARIABLE}: {own} does not have the ROMs of a C64",
            f"Wanted are {names}, or the images of the Open ROMs.",
        )
    return find_roms(standard_folders(executable))


def has_drive_rom(roms: Roms) -> bool:
    """Whether VICE has the ROM of a drive beside these, so that it can emulate the drive itself."""
    folder = roms.kernal.parent.parent / "DRIVES"
    return any((folder / name).is_file() for name in _DRIVE_IMAGES)


def _image(folder: Path, part: str) -> Path | None:
    names, size = _IMAGES[part]
    for name in names:
        path = folder / name
        if path.is_file() and path.stat().st_size == size:
            return path.absolute()
    return None
