"""Reading a file from a D64 disk image, however damaged the image is.

An image may come from anywhere, and VICE's c1541 never ends when a chain of sectors is circular.
Source: any description of the D64 format. It has 35 (or 40) tracks of 21, 19, 18 and 17 sectors with
256 bytes; the directory starts at track 18, sector 1. The first two bytes of a sector are track and
sector of the next one, or 0 and the position of the last byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file

SECTOR = 256
SIZES = (174_848, 175_531, 196_608, 197_376)
"""35 and 40 tracks, each also with a byte of error information for every sector."""

_DIRECTORY = (18, 1)
_ENTRY = 32
_FILE_TYPES = {1: "seq", 2: "prg"}
_PADDING = b"\xa0"


class DiskImage:
    """The files of an image. Raises UserError if it cannot be read or is not an image."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._data = read_plain_file(path, max(SIZES), "a disk image")
        if len(self._data) not in SIZES:
            raise self._damaged(f"it has {len(self._data)} bytes, which is not the size of a D64")
        self._tracks = 35 if len(self._data) < SIZES[2] else 40

    def names(self) -> list[str]:
        """The names of its programs and sequential files, in capitals."""
        return [name for name, _ in self._files()]

    def read(self, name: str) -> bytes:
        """A file's bytes. Raises UserError if it is not there, or the image is damaged."""
        files = list(self._files())
        for entry, (track, sector) in files:
            if entry == name.upper():
                return b"".join(self._chain(track, sector))
        names = ", ".join(entry for entry, _ in files) or "none"
        raise UserError(f"{self.path}: there is no file {name.upper()} on it", f"Files: {names}")

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Each file's name, and track and sector of its start."""
        for block in self._chain(*_DIRECTORY, is_directory=True):
            for at in range(0, SECTOR - 2, _ENTRY):
                kind, track, sector = block[at : at + 3]
                is_closed = kind & 0x80
                if is_closed and kind & 7 in _FILE_TYPES:
                    name = block[at + 3 : at + 19].split(_PADDING)[0]
                    yield _readable(name), (track, sector)

    def _chain(self, track: int, sector: int, is_directory: bool = False) -> Iterator[bytes]:
        """The contents of a file's sectors in order; sectors of the directory are always full."""
        seen: set[tuple[int, int]] = set()
        while track:
            if (track, sector) in seen:
                raise self._damaged("its chain of sectors is circular")
            seen.add((track, sector))
            block = self._sector(track, sector)
            track, sector = block[0], block[1]
            yield block[2:] if track or is_directory else block[2 : sector + 1]

    def _sector(self, track: int, sector: int) -> bytes:
        if not 1 <= track <= self._tracks or sector >= _sectors(track):
            raise self._damaged(f"it has no sector {sector} on track {track}")
        start = SECTOR * (sum(_sectors(number) for number in range(1, track)) + sector)
        return self._data[start : start + SECTOR]

    def _damaged(self, why: str) -> UserError:
        return UserError(f"{self.path}: this disk image is damaged: {why}")


def _sectors(track: int) -> int:
    """How many sectors a track has."""
    return 21 if track < 18 else 19 if track < 25 else 18 if track < 31 else 17


def _readable(name: bytes) -> str:
    """A name in PETSCII with a question mark for each special character."""
    return "".join(chr(code) if 0x20 <= code < 0x60 else "?" for code in name)
