"""The three ROM images a C64 needs: the user's own, where VICE has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# Names that VICE gave the images, newest first, and the size of each in bytes.
_IMAGES = {
    "kernal": (("kernal-901227-03.bin", "kernal"), 0x2000),
    "basic": (("basic-901226-01.bin", "basic"), 0x2000),
    "chargen": (("chargen-901225-01.bin", "chargen"), 0x1000),
}

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
    """Folders where VICE keeps C64 ROMs; with x64sc's path also those beside that one."""
    folders = [Path(folder).expanduser() for folder in _STANDARD_FOLDERS]
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


def _image(folder: Path, part: str) -> Path | None:
    names, size = _IMAGES[part]
    for name in names:
        path = folder / name
        if path.is_file() and path.stat().st_size == size:
            return path.absolute()
    return None
