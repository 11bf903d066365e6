"""Reading a file from a D64 or D81 disk image, however damaged the image is.

An image may come from anywhere, and VICE's c1541 never ends when a chain of sectors is circular.
Source: any description of the formats. D64: 35 (or 40) tracks of 21, 19, 18 and 17 sectors with
256 bytes; the directory starts at track 18, sector 1. D81: 80 tracks of 40 sectors; the directory
starts at track 40, sector 3. The first two bytes of a sector are track and sector of the next one,
or 0 and the position of the last byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file

ENDINGS = (".d64", ".d81")
"""The endings of the names of images."""

SECTOR = 256


@dataclass(frozen=True)
class _Format:
    """The sectors of each track, and where the directory starts."""

    sectors: tuple[int, ...]
    directory: tuple[int, int]


_TRACKS_OF_1541 = (21,) * 17 + (19,) * 7 + (18,) * 6 + (17,) * 5
_FORMATS = (
    _Format(_TRACKS_OF_1541, (18, 1)),
    _Format(_TRACKS_OF_1541 + (17,) * 5, (18, 1)),
    _Format((40,) * 80, (40, 3)),
)
# The sizes also allow a byte of error information for each sector.
_BY_SIZE = {
    sum(disk.sectors) * (SECTOR + more): disk for disk in _FORMATS for more in (0, 1)
}  # fmt: skip
SIZES = tuple(sorted(_BY_SIZE))

_ENTRY = 32
_FILE_TYPES = {1: "seq", 2: "prg"}
_PADDING = b"\xa0"


class DiskImage:
    """The files of an image. Raises UserError if it cannot be read or is not an image."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._data = read_plain_file(path, max(SIZES), "a disk image")
        size = len(self._data)
        if size not in _BY_SIZE:
            raise self._damaged(f"it has {size} bytes, which is not the size of a D64 or D81")
        self._format = _BY_SIZE[size]

    def names(self) -> list[str]:
        """The names of the image's programs and sequential files, in capitals."""
        return [name for name, _ in self._files()]

    def read(self, name: str) -> bytes:
        """The bytes of a file. Raises UserError if it is not there, or the image is damaged."""
        files = list(self._files())
        for entry, (track, sector) in files:
            if entry == name.upper():
                return b"".join(self._chain(track, sector))
        names = ", ".join(entry for entry, _ in files) or "none"
        raise UserError(f"{self.path}: there is no file {name.upper()} on it", f"Files: {names}")

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Each file's name, with the track and sector where it starts."""
        for block in self._chain(*self._format.directory, is_directory=True):
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
        sectors = self._format.sectors
        if not 1 <= track <= len(sectors) or sector >= sectors[track - 1]:
            raise self._damaged(f"it has no sector {sector} on track {track}")
        start = SECTOR * (sum(sectors[: track - 1]) + sector)
        return self._data[start : start + SECTOR]

    def _damaged(self, why: str) -> UserError:
        return UserError(f"{self.path}: this disk image is damaged: {why}")


def _readable(name: bytes) -> str:
    """A name in PETSCII as text, with a question mark for each special character."""
    return "".join(chr(code) if 0x20 <= code < 0x60 else "?" for code in name)
