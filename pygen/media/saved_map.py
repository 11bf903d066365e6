"""Files of the C64 program: saved maps and seeds.

Both begin with a load address (two bytes, low byte first) and a header of 16 bytes. In a map file
the packed map follows, so that LOAD "...",8,1 loads it to its original address. The twin is
`c64src/program/disk.c`; docs/program.md describes the format.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file
from pygen.emit.mailbox import MAGIC
from pygen.engine.floors import dungeon_seed as seed_of_dungeon
from pygen.engine.floors import floor_seed
from pygen.engine.generation import Generation
from pygen.engine.request import Request
from pygen.engine.tilemap import TileMap, unpack
from pygen.kinds import begin, generate
from pygen.media.disk_image import DiskImage
from pygen.spec.model import Spec

VERSION = 1
KIND_MAP, KIND_SEED = b"M", b"S"
_HEADER = struct.Struct("<2scBBBHHBBBHB")
HEADER_BYTES = _HEADER.size
_MOST_BYTES = 2 + HEADER_BYTES + 0xFFFF


@dataclass(frozen=True)
class SavedMap:
    """The contents of a file.

    `dungeon` is the dungeon's number in the program that saved it, `floor` is 1..256. All floors
    are derived from `dungeon_seed`; `seed` is this floor's own. `width` and `height` count
    tiles, `bits` is the number of bits per tile. `packed` is empty in a seed file.
    """

    dungeon: int
    floor: int
    dungeon_seed: int
    seed: int
    width: int
    height: int
    bits: int
    packed: bytes

    @property
    def is_map(self) -> bool:
        return bool(self.packed)


def saved(spec: Spec, name: str, dungeon_seed: int, floor: int, with_map: bool = True) -> SavedMap:
    """What the program saves of a floor (1..256) of one of its dungeons."""
    seed = floor_seed(spec.random, dungeon_seed, floor)
    size = spec.dungeons[name].map
    packed = generate(spec, Request(name, dungeon_seed, floor)).packed() if with_map else b""
    number = spec.program.dungeons.index(name)
    return SavedMap(
        number, floor, dungeon_seed, seed, size.width, size.height, size.bits_per_tile, packed
    )


def file_bytes(spec: Spec, file: SavedMap) -> bytes:
    """The file as the C64 writes it, load address included."""
    header = _HEADER.pack(
        bytes(MAGIC),
        KIND_MAP if file.is_map else KIND_SEED,
        VERSION,
        file.dungeon,
        file.floor - 1,
        file.dungeon_seed,
        file.seed,
        file.width,
        file.height,
        file.bits,
        len(file.packed),
        0,
    )
    checksum = sum(header) + sum(file.packed) & 0xFF
    start = spec.memory["map"].start - HEADER_BYTES
    return start.to_bytes(2, "little") + header[:-1] + bytes((checksum,)) + file.packed


def file_name(file: SavedMap) -> str:
    """The name that the C64 gives the file."""
    if not file.is_map:
        return "SEED"
    return f"M{file.dungeon:02d}-{file.dungeon_seed:05d}-{file.floor:03d}"


def parse(data: bytes, what: str) -> SavedMap:
    """Read a file's bytes; `what` names it in errors.

    Raises UserError for a file that is truncated, damaged, or not one of ours.
    """
    header = data[2 : 2 + HEADER_BYTES]
    if len(header) < 4 or header[:2] != bytes(MAGIC) or header[2:3] not in (KIND_MAP, KIND_SEED):
        raise UserError(
            f"{what}: this is not a file of Undercroft", "Save one on the C64 with the key M."
        )
    if header[3] != VERSION:
        raise UserError(
            f"{what}: it has format version {header[3]}; this program reads version {VERSION}"
        )
    if len(header) < HEADER_BYTES:
        raise UserError(f"{what}: it ends within its header")
    fields = _HEADER.unpack(header)
    _, kind, _, dungeon, floor, dungeon_seed, seed, width, height, bits, size, checksum = fields
    packed = data[2 + HEADER_BYTES :]
    if len(packed) != size:
        raise UserError(f"{what}: it has {len(packed)} bytes of map instead of {size}")
    if sum(header[:-1]) + sum(packed) & 0xFF != checksum:
        raise UserError(f"{what}: its checksum is wrong: the file is damaged")
    whole = (width * height * bits + 7) // 8
    if kind == KIND_MAP and (bits not in (3, 4, 8) or not size or size != whole):
        raise UserError(f"{what}: a map of {width} x {height} tiles cannot have {size} bytes")
    if kind == KIND_SEED and size:
        raise UserError(f"{what}: a seed's file cannot have a map")
    return SavedMap(dungeon, floor + 1, dungeon_seed, seed, width, height, bits, packed)


def restored(
    spec: Spec, file: SavedMap, dungeon: str | None = None
) -> tuple[Generation[Any], bool]:
    """The dungeon of a file, and whether the reference generates the same map. If not, the dungeon
    has only the map and no rooms. A seed file gives what the reference generates.

    The file has the dungeon's number in the program. `dungeon` names it if the file comes from a
    program with other dungeons; a map is compared with the other dungeons, too.

    Raises UserError if the file's dungeon is not in the program of `spec`.
    """
    names = spec.program.dungeons
    if dungeon is None and file.dungeon >= len(names):
        raise UserError(
            f"the file is from dungeon {file.dungeon + 1} of its program, but the program of this "
            f"spec has only {len(names)}",
            "Use the spec that the program was built from (--spec, --set), or name the --dungeon.",
        )
    name = dungeon or names[file.dungeon]
    others = [other for other in names if other != name] if dungeon is None else []
    # The file's program may have had other floors; the floor's own seed decides.
    seed = seed_of_dungeon(spec.random, file.seed, file.floor)
    for candidate in [name, *others]:
        reference = generate(spec, Request(candidate, seed, file.floor))
        if not file.is_map or _holds(file, reference):
            return reference, True
    alone = begin(spec, Request(name, seed, file.floor))
    alone.tiles = TileMap(file.width, file.height, file.bits)
    alone.tiles.tiles[:] = bytes(unpack(file.packed, file.width, file.height, file.bits))
    known = set(spec.codes.values())
    if not known.issuperset(alone.tiles.tiles):
        raise UserError("the map has tiles that this spec does not know")
    alone.up = _first(alone.tiles, spec.codes["up_stairs"]) or alone.up
    alone.down = _first(alone.tiles, spec.codes["down_stairs"]) or alone.down
    return alone, False


def _holds(file: SavedMap, generation: Generation[Any]) -> bool:
    """Whether the file's map is that of this dungeon."""
    size = generation.parameters.map
    shape = (size.width, size.height, size.bits_per_tile)
    return shape == (file.width, file.height, file.bits) and generation.packed() == file.packed


def _first(tiles: TileMap, code: int) -> tuple[int, int] | None:
    """Column and row of the first tile with that code, None if there is none."""
    at = tiles.tiles.find(code)
    return None if at < 0 else (at % tiles.width, at // tiles.width)


def read_saved(path: Path) -> SavedMap:
    """Read a saved file from this machine's disk, or from a disk image: `disk.d64:NAME`.

    Raises UserError as `parse` does, and if the image is damaged or the file is not there.
    """
    image, inside, name = str(path).rpartition(".d64:")
    if inside:
        return parse(DiskImage(Path(image + ".d64")).read(name), name.upper())
    if path.suffix.lower() == ".d64":
        raise UserError(
            f"{path}: this is a disk image", f"Name a file on it, as in {path}:M00-00007-001."
        )
    return parse(read_plain_file(path, _MOST_BYTES, "a file of Undercroft's"), str(path))
