"""Saved maps, seeds and disk images that were damaged, or made to do harm."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

from helpers.tools import SPEC_FILE
from hunts.hostile.target import Target, damaged
from rich.console import Console

from pygen.base.errors import UserError
from pygen.media.saved_map import (
    CHECKSUM_OFFSET,
    HEADER_BYTES,
    file_bytes,
    read_saved,
    restored,
    saved,
)
from pygen.pictures import as_json, as_png, json_bytes, print_dungeon
from pygen.programs.c1541 import make_disk
from pygen.spec import load_spec

EDGES = (0, 1, 2, 3, 4, 8, 0x7F, 0x80, 0xFE, 0xFF)


class SavedFile(Target):
    """A file of the C64's on this machine's disk."""

    name = "saved"
    instrumented = ("pygen.media.saved_map", "pygen.pictures", "pygen.kinds")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.spec = load_spec(SPEC_FILE)
        self.good = [
            file_bytes(self.spec, saved(self.spec, name, seed, floor, with_map))
            for name in self.spec.program.dungeons
            for seed, floor in ((7, 1), (65535, 256))
            for with_map in (True, False)
        ]

    def make(self, chance: Random) -> bytes:
        return self.mutate(chance.choice(self.good), chance)

    def mutate(self, data: bytes, chance: Random) -> bytes:
        if chance.randrange(6) == 0 or len(data) < 2 + HEADER_BYTES:
            return damaged(data, chance)
        changed = bytearray(data)
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            value = chance.choice((chance.choice(EDGES), chance.randrange(256)))
            changed[chance.randrange(4, 2 + HEADER_BYTES)] = value
        for _ in range(chance.choice((0, 1, 8, 300))):
            if len(changed) > 2 + HEADER_BYTES:
                changed[chance.randrange(2 + HEADER_BYTES, len(changed))] = chance.randrange(256)
        if chance.randrange(2):
            _set_size(changed, chance)
        changed[CHECKSUM_OFFSET] = 0
        changed[CHECKSUM_OFFSET] = sum(changed[2:]) & 0xFF
        return bytes(changed)

    def read(self, data: bytes) -> bool:
        path = self.folder / "map"
        path.write_bytes(data)
        return self.check(path)

    def check(self, path: Path) -> bool:
        """Do with a file what `invoke show --from-file` does."""
        try:
            generation, _ = restored(self.spec, read_saved(path))
        except UserError as error:
            assert error.message
            return False
        # Rich keeps a style's codes as of the first console: the same colours as in other tests.
        console = Console(
            file=io.StringIO(), width=300, force_terminal=True, color_system="truecolor"
        )
        print_dungeon(self.spec, generation, console, rooms=True)
        print_dungeon(self.spec, generation, console, view="halves")
        json_bytes(as_json(self.spec, generation))
        as_png(self.spec, generation, 1, True)
        return True


def _set_size(data: bytearray, chance: Random) -> None:
    """Another size and kind of map, with as many bytes as it should have, or nearly."""
    width, height = chance.choice((0, 1, 21, 255)), chance.choice((0, 1, 19, 255))
    bits = chance.choice((3, 4, 8, 8, 8, 8, 0, 1, 255))
    size = (width * height * bits + 7) // 8 + chance.choice((0, 0, 0, 0, 0, 1, -1))
    size = min(max(size, 0), 65535)
    most = chance.choice((7, 7, 7, 256))
    body = bytes(chance.randrange(most) for _ in range(chance.randrange(1, 64)))
    if chance.randrange(3) == 0:
        data[4:5] = chance.choice((b"M", b"S"))
    data[12:15] = bytes([width, height, bits])
    data[15:17] = size.to_bytes(2, "little")
    data[2 + HEADER_BYTES :] = (body * (size // len(body) + 1))[:size]


class DiskImage(SavedFile):
    """A disk image with such files on it."""

    name = "disk"
    instrumented = ("pygen.programs.c1541", "pygen.media.disk_image", "pygen.media.saved_map")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        image = self.folder / "good.d64"
        files = [(f"m{n}", "prg", data) for n, data in enumerate(self.good)]
        make_disk(image, [*files, ("readme", "seq", b"x" * 999)])
        self.image = image.read_bytes()
        # Where the directory's sectors and the files' first sectors are.
        directory = [_offset(18, sector) for sector in (0, 1, 4)]
        entries = [at + 32 * n for at in directory[1:] for n in range(8)]
        firsts = [_offset(self.image[at + 3], self.image[at + 4]) for at in entries]
        self.links = [*directory, *(at for at in firsts if at >= 0)]
        self.entries = entries

    def make(self, chance: Random) -> bytes:
        return self.mutate(self.image, chance)

    def mutate(self, data: bytes, chance: Random) -> bytes:
        if chance.randrange(6) == 0:
            return damaged(data, chance)
        changed = bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 5, 20))):
            value = chance.choice((chance.choice((*EDGES, 17, 18, 35, 36)), chance.randrange(256)))
            if chance.randrange(2):
                at = chance.choice(self.links) + chance.randrange(2)
            else:
                at = chance.choice(self.entries) + chance.randrange(32)
            changed[min(at, len(changed) - 1)] = value
        if chance.randrange(4) == 0:
            at = chance.choice(self.links)
            other = chance.choice(self.entries)
            changed[at : at + 2] = changed[other + 3 : other + 5]
        return bytes(changed)

    def read(self, data: bytes) -> bool:
        path = self.folder / "some.d64"
        path.write_bytes(data)
        # Which of its files is asked for hangs on the image, so that it can be read again.
        number = sum(data[-700:]) % 14
        name = ("*", "M?", "README")[number - 11] if number > 10 else f"m{number}"
        return self.check(Path(f"{path}:{name}"))


def _offset(track: int, sector: int) -> int:
    """Where a sector begins in an image; below 0 if there is none."""
    if not track:
        return -1
    before = sum(21 if n < 18 else 19 if n < 25 else 18 if n < 31 else 17 for n in range(1, track))
    return 256 * (before + sector)
