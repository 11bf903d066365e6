"""Disk images (D64) with the program, written by VICE's c1541."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from pygen.base.errors import ToolMissing, UserError
from pygen.base.files import write_if_changed
from pygen.base.temporary import temporary_folder

DISK_NAME = "undercroft"
DISK_ID = "uc"
# What the file system of a 1541 offers: free blocks of an empty disk, data bytes of a block.
DISK_BLOCKS = 664
BLOCK_BYTES = 254
MOST_FILES = 144
_SECONDS = 60

README = """\
UNDERCROFT

LOAD "{name}",8,1  AND  RUN

W A S D, CURSOR KEYS OR JOYSTICK 2
MOVE.  H SHOWS ALL KEYS.

FILES M... ARE SAVED MAPS: A HEADER OF
16 BYTES, THEN THE PACKED MAP.  SEED IS
WHAT L LOADS.
"""


def make_disk(path: Path, files: Sequence[tuple[str, str, bytes]], executable: str = "") -> None:
    """Write a D64 with `files`: name on the disk, type (prg or seq), and bytes each.

    The same files give the same image. Raises ToolMissing without c1541, and UserError when the
    files do not fit on a disk or the image cannot be written.
    """
    c1541 = _tool(executable)
    with temporary_folder("undercroft-disk-") as folder:
        image = folder / "disk.d64"
        command = [c1541, "-format", f"{DISK_NAME},{DISK_ID}", "d64", str(image)]
        for index, (name, kind, data) in enumerate(files):
            source = folder / f"file{index}"
            source.write_bytes(data)
            command += ["-write", str(source), f"{name.lower()},{kind[0]}"]
        said = _run(command)
        if len(said_files(_run([c1541, str(image), "-list"]))) != len(files):
            raise _does_not_fit([len(data) for _, _, data in files], said)
        data = image.read_bytes()
    write_if_changed(path, data)


def _does_not_fit(sizes: Sequence[int], said: str) -> UserError:
    """Why files of these sizes in bytes are not all on the disk; `said` is what c1541 printed."""
    blocks = sum(-(-size // BLOCK_BYTES) for size in sizes)
    if len(sizes) > MOST_FILES:
        why = f"there are {len(sizes)}, and a disk holds {MOST_FILES} at most"
    elif blocks > DISK_BLOCKS:
        why = f"they need {blocks:,} blocks of {BLOCK_BYTES} bytes, and a disk has {DISK_BLOCKS}"
    else:
        return UserError(
            "not all files could be written to the disk", f"c1541 said:\n{said.strip()}"
        )
    return UserError(f"not all files fit on the disk: {why}", "Save the maps of fewer seeds.")


def program_files(title: str, prg: bytes) -> list[tuple[str, str, bytes]]:
    """The files for `make_disk`: the program and a readme."""
    return [(title, "prg", prg), ("readme", "seq", readme(title))]


def said_files(listing: str) -> list[str]:
    """The names in a listing by c1541."""
    names = re.findall(r'^\d+\s+"([^"]*)"\s+\*?(?:prg|seq)', listing, re.MULTILINE)
    return [name.upper() for name in names]


def names_on(image: Path, executable: str = "") -> list[str]:
    """The files on an image."""
    return said_files(_run([_tool(executable), str(image), "-list"]))


def readme(name: str) -> bytes:
    """The readme in PETSCII, whose capitals have the codes of ASCII."""
    return README.format(name=name.upper()).replace("\n", "\r").encode("ascii")


def _tool(executable: str) -> str:
    path = shutil.which(executable or "c1541")
    if path is None:
        raise ToolMissing(
            "c1541, which writes disk images, was not found",
            "It is part of VICE. Debian: enable the component contrib, then sudo apt install vice.",
        )
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
