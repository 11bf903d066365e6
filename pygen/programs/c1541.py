"""Disk images (D64 and D81) with the program, written by VICE's c1541."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import ToolMissing, UserError
from pygen.base.files import write_if_changed
from pygen.base.temporary import temporary_folder

DISK_NAME = "undercroft"
DISK_ID = "uc"
BLOCK_BYTES = 254
"""The bytes of data in a block of a disk."""

HOW_TO_GET_VICE = (
    "It is part of VICE. Debian: enable the component contrib, then sudo apt install vice."
)

_SECONDS = 60


@dataclass(frozen=True)
class DiskFormat:
    """A kind of disk image: its name for c1541, also its file ending, and its room when empty."""

    name: str
    blocks: int
    most_files: int


D64 = DiskFormat("d64", 664, 144)
"""A disk of a 1541."""

D81 = DiskFormat("d81", 3160, 296)
"""A disk of a 1581."""

README = """\
UNDERCROFT

LOAD "{name}",8,1  AND  RUN

W A S D, CURSOR KEYS OR JOYSTICK 2
MOVE.  H SHOWS ALL KEYS.

FILES SUCH AS CRYPT-7-1 ARE SAVED MAPS:
DUNGEON, SEED AND FLOOR.  SEED IS WHAT
L LOADS.
"""

README_OF_MODULES = """
FILES THAT END IN .M ARE THE DUNGEONS.
KEEP THIS DISK IN THE DRIVE.
"""


def make_disk(
    path: Path,
    files: Sequence[tuple[str, str, bytes]],
    executable: str = "",
    disk: DiskFormat = D64,
) -> None:
    """Write a disk image with `files`: the name on the disk, the type (prg or seq) and the bytes of
    each.

    The same files give the same image. Raises ToolMissing without c1541, and UserError if the files
    do not fit on a disk or the image cannot be written.
    """
    c1541 = _tool(executable)
    check_room([len(data) for _, _, data in files], disk)
    with temporary_folder("undercroft-disk-") as folder:
        image = folder / f"disk.{disk.name}"
        command = [c1541, "-format", f"{DISK_NAME},{DISK_ID}", disk.name, str(image)]
        for index, (name, kind, data) in enumerate(files):
            source = folder / f"file{index}"
            source.write_bytes(data)
            command += ["-write", str(source), f"{name.lower()},{kind[0]}"]
        said = _run(command)
        if len(said_files(_run([c1541, str(image), "-list"]))) != len(files):
            raise UserError(
                "not all files could be written to the disk", f"c1541 said:\n{said.strip()}"
            )
        data = image.read_bytes()
    write_if_changed(path, data)


def blocks_of(size: int) -> int:
    """The number of disk blocks that a file of `size` bytes takes."""
    return max(1, -(-size // BLOCK_BYTES))


def check_room(sizes: Sequence[int], disk: DiskFormat = D64) -> None:
    """Raise UserError if files of these sizes in bytes do not all fit on a disk."""
    blocks = sum(blocks_of(size) for size in sizes)
    if len(sizes) > disk.most_files:
        why = f"there are {len(sizes):,}, and a disk holds {disk.most_files} at most"
    elif blocks > disk.blocks:
        why = f"they need {blocks:,} blocks of {BLOCK_BYTES} bytes, and a disk has {disk.blocks:,}"
    else:
        return
    raise UserError(f"not all files fit on the disk: {why}", "Save the maps of fewer seeds.")


def program_files(
    title: str, prg: bytes, modules: Sequence[tuple[str, str, bytes]] = ()
) -> list[tuple[str, str, bytes]]:
    """The files for `make_disk`: the program, a readme, and the files of its modules, if any."""
    readme_file = ("readme", "seq", readme(title, bool(modules)))
    return [(title, "prg", prg), readme_file, *modules]


def said_files(listing: str) -> list[str]:
    """The names of the files in a listing by c1541."""
    names = re.findall(r'^\d+\s+"([^"]*)"\s+\*?(?:prg|seq)', listing, re.MULTILINE)
    return [name.upper() for name in names]


def names_on(image: Path, executable: str = "") -> list[str]:
    """The names of the files on an image."""
    return said_files(_run([_tool(executable), str(image), "-list"]))


def readme(name: str, has_modules: bool = False) -> bytes:
    """The readme in PETSCII. Its capitals have the same codes as in ASCII."""
    text = README.format(name=name.upper()) + (README_OF_MODULES if has_modules else "")
    return text.replace("\n", "\r").encode("ascii")


def _tool(executable: str) -> str:
    path = shutil.which(executable or "c1541")
    if path is None:
        raise ToolMissing("c1541, which writes disk images, was not found", HOW_TO_GET_VICE)
    return path


def _run(command: list[str]) -> str:
    try:
        result = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UserError(f"{command[0]}: {error}") from error
    return result.stdout + result.stderr
