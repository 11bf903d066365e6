"""Disks for the ROM stub's double of the KERNAL's file calls: see kernal.s."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from helpers.player import Player

DISK = 0x02B9
PAGE = 256
ENTRY = 32
MOST_FILES = PAGE // ENTRY - 1
KILOBYTES = 512

Disk = Mapping[str, bytes]
"""The files of a disk, by name."""


def disk_arguments(path: Path, disks: Sequence[Disk]) -> list[str]:
    """x64sc's arguments for a machine with these disks; `path` is a file for them to be in."""
    path.write_bytes(disk_bytes(disks))
    size = str(KILOBYTES)
    return ["-georam", "-georamsize", size, "-georamimage", str(path), "+georamimagerw"]


def disk_bytes(disks: Sequence[Disk]) -> bytes:
    """The disks as the stub reads them. Disk 1 is the first."""
    directories = bytearray(PAGE)
    contents = bytearray()
    first = 1 + len(disks)
    for disk in disks:
        assert len(disk) <= MOST_FILES
        entries = b""
        for name, data in disk.items():
            place = first + len(contents) // PAGE
            entries += name.upper().encode("ascii").ljust(16, b"\0")
            entries += place.to_bytes(2, "little") + len(data).to_bytes(2, "little")
            entries = entries.ljust(-(-len(entries) // ENTRY) * ENTRY, b"\0")
            contents += data.ljust(-(-len(data) // PAGE) * PAGE, b"\0")
        directories += entries.ljust(PAGE, b"\0")
    return bytes(directories + contents).ljust(KILOBYTES * 1024, b"\0")


def insert(player: Player, disk: int) -> None:
    """Put a disk into the drive."""
    player.vice.write(DISK, bytes((disk,)))
