"""Files of the C64 program: saved maps and seeds.

Both begin with a load address (two bytes, low byte first) and a header. In a map file the packed
map follows, so that LOAD "...",8,1 loads it to its original address. The twin is
`c64src/program/saving.c`; docs/program.md describes the format.

A seed's file has two bit fields in place of a map's number of bytes: the keys that were taken on
its floor, and the doors that were opened. If both are empty, the file is as it was before there
were locks.

A world's seed has a letter of its own. Behind its header are the player's place (column and row in
the world), and the player's changes: column, row and new byte of each changed tile. The byte is the
code as which the program shows the tile, with bit 7 set for a secret path that was found.

A dungeon with open parameters has files of version 3. Their header goes on: with a digest of the
parameters' names, and with their values, a byte each. The header's size says how many there are.

A file names its dungeon, with the digest of all parts of the spec that its bytes depend on. Files
of version 1 have a shorter header, with only the dungeon's number in the program that saved them.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file
from pygen.engine.constants import CHUNK_SIDE
from pygen.engine.definition.looks import LookMap
from pygen.engine.definition.map_size import MapSize
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.tilemap import TileMap, unpack
from pygen.engine.random.floors import dungeon_seed as seed_of_dungeon
from pygen.engine.random.floors import floor_seed
from pygen.engine.random.request import Request
from pygen.engine.random.worlds import MOST_CHANGES
from pygen.kinds import begin, generate
from pygen.media.disk_image import ENDINGS, DiskImage
from pygen.spec import dungeon_digest
from pygen.spec.memory_layout import MAGIC
from pygen.spec.model import Spec
from pygen.spec.open_parameters import (
    Values,
    names_digest,
    open_parameters,
    values_in_words,
    with_values,
)
from pygen.spec.open_rules import MOST_OPEN
from pygen.spec.program_facts import (
    MOST_FILE_NAME,
    OLD_SAVED_VERSION,
    OPEN_DIGEST_BYTES,
    OPEN_SAVED_VERSION,
    SAVED_VERSION,
)
from pygen.spec.sections import NAME

KIND_MAP, KIND_SEED, KIND_WORLD = b"M", b"S", b"W"
_HEADER = struct.Struct("<2scBBBHHBBBHB")
_IDENTITY = struct.Struct("<8s24s")
HEADER_BYTES = _HEADER.size + _IDENTITY.size
"""The bytes of the header of version 2, with which that of version 3 begins."""

MOST_HEADER_BYTES = HEADER_BYTES + OPEN_DIGEST_BYTES + MOST_OPEN
CHECKSUM_OFFSET = 2 + _HEADER.size - 1
"""The offset in a file of the checksum: the sum of all other bytes behind the load address."""

_PLACE, _CHANGE = struct.Struct("<HH"), struct.Struct("<HHB")
_MOST_BYTES = 2 + MOST_HEADER_BYTES + 0xFFFF


@dataclass(frozen=True)
class SavedMap:
    """The contents of a file.

    `dungeon` and `digest` (hex) identify the dungeon. In a file of version 1 both are empty, and
    `number` is the dungeon's number in the program that saved it; otherwise `number` is None.
    `floor` is 1..256. All floors are derived from `dungeon_seed`; `seed` is this floor's own.
    `width` and `height` count tiles, `bits` is the number of bits per tile. `packed` is empty in a
    seed file. `keys` are the keys that were taken, `doors` the locked doors that were opened: one
    bit each, the lowest for the last lock in the table of entities. In a map file both are 0.
    `place` is the player's column and row in a world; `changes` has the column, the row and the new
    byte of each tile that the player has changed there. In other files `place` is None and
    `changes` is empty.

    `values` are those of the dungeon's open parameters, and `opened` is the digest (hex) of their
    names; both are empty in a file that has none.
    """

    dungeon: str
    digest: str
    floor: int
    dungeon_seed: int
    seed: int
    width: int
    height: int
    bits: int
    packed: bytes
    number: int | None = None
    keys: int = 0
    doors: int = 0
    place: tuple[int, int] | None = None
    changes: tuple[tuple[int, int, int], ...] = ()
    opened: str = ""
    values: Values = ()

    @property
    def is_map(self) -> bool:
        return bool(self.packed)


def saved(
    spec: Spec,
    name: str,
    dungeon_seed: int,
    floor: int,
    with_map: bool = True,
    values: Values | None = None,
) -> SavedMap:
    """The file that the program saves for a floor (1..256) of one of its dungeons, on which no door
    was opened and no key taken. `values` are those of its open parameters (default: the spec's)."""
    seed = floor_seed(spec.random, dungeon_seed, floor)
    size = spec.dungeons[name].map
    opened = open_parameters(spec, name)
    chosen = opened.defaults if values is None else values
    packed = b""
    if with_map:
        built = with_values(spec, name, chosen)
        packed = generate(built, Request(name, dungeon_seed, floor)).packed()
    digest = dungeon_digest(spec, name)
    shape = size.width, size.height, size.bits_per_tile
    of_open = names_digest(opened).hex() if opened.parameters else ""
    return SavedMap(
        name, digest, floor, dungeon_seed, seed, *shape, packed, opened=of_open, values=chosen
    )


def file_bytes(spec: Spec, file: SavedMap) -> bytes:
    """The bytes of the file as the C64 writes it, load address included."""
    is_old = file.number is not None
    identity = b""
    if not is_old:
        identity = _IDENTITY.pack(bytes.fromhex(file.digest), _shown(file.dungeon).encode("ascii"))
        identity += bytes.fromhex(file.opened) + bytes(file.values)
    version = OPEN_SAVED_VERSION if file.opened else SAVED_VERSION
    behind = file.packed
    if file.place:
        behind = _PLACE.pack(*file.place) + b"".join(_CHANGE.pack(*one) for one in file.changes)
    header = _HEADER.pack(
        bytes(MAGIC),
        KIND_WORLD if file.place else KIND_MAP if file.is_map else KIND_SEED,
        OLD_SAVED_VERSION if is_old else version,
        _HEADER.size + len(identity) if file.number is None else file.number,
        file.floor - 1,
        file.dungeon_seed,
        file.seed,
        file.width,
        file.height,
        file.bits,
        len(behind) or file.keys | file.doors << 8,
        0,
    )
    checksum = sum(header) + sum(identity) + sum(behind) & 0xFF
    start = spec.memory["map"].start - len(header) - len(identity)
    whole = header[:-1] + bytes((checksum,)) + identity + behind
    return start.to_bytes(2, "little") + whole


def file_name(file: SavedMap) -> str:
    """The name that the C64 gives the file: dungeon, seed and floor.

    The dungeon's name is cut if it is too long.
    """
    if not file.is_map:
        return "SEED"
    if file.number is not None:
        return f"M{file.number:02d}-{file.dungeon_seed:05d}-{file.floor:03d}"
    numbers = f"-{file.dungeon_seed}-{file.floor}"
    name = _shown(file.dungeon).replace(" ", "-")
    return name[: MOST_FILE_NAME - len(numbers)] + numbers


def _shown(dungeon: str) -> str:
    """A dungeon's name as displayed on the C64."""
    return dungeon.upper().replace("_", " ")


def parse(data: bytes, what: str) -> SavedMap:
    """Read a file's bytes; `what` names the file in errors.

    Raises UserError for a file that is truncated, damaged, or not one of ours.
    """
    header = data[2 : 2 + _HEADER.size]
    kinds = (KIND_MAP, KIND_SEED, KIND_WORLD)
    if len(header) < 4 or header[:2] != bytes(MAGIC) or header[2:3] not in kinds:
        raise UserError(
            f"{what}: this is not a file of Undercroft", "Save one on the C64 with the key M."
        )
    version = header[3]
    if version not in (OLD_SAVED_VERSION, SAVED_VERSION, OPEN_SAVED_VERSION):
        raise UserError(
            f"{what}: it has format version {version}; this program reads versions "
            f"{OLD_SAVED_VERSION} to {OPEN_SAVED_VERSION}"
        )
    size_of_header = _HEADER.size if version == OLD_SAVED_VERSION else HEADER_BYTES
    if version == OPEN_SAVED_VERSION and len(header) == _HEADER.size:
        size_of_header = header[4]
        if not HEADER_BYTES + OPEN_DIGEST_BYTES <= size_of_header <= MOST_HEADER_BYTES:
            raise UserError(f"{what}: a header of {size_of_header} bytes cannot be: it is damaged")
    if len(data) < 2 + size_of_header:
        raise UserError(f"{what}: it ends within its header")
    fields = _HEADER.unpack(header)
    _, kind, _, number, floor, dungeon_seed, seed, width, height, bits, size, checksum = fields
    packed = data[2 + size_of_header :]
    locks = (0, 0)
    if kind == KIND_SEED and version != OLD_SAVED_VERSION:
        locks, size = (size & 0xFF, size >> 8), 0
    if kind == KIND_SEED and (packed or size):
        raise UserError(f"{what}: a seed's file cannot have a map")
    if len(packed) != size:
        told = "places" if kind == KIND_WORLD else "map"
        raise UserError(f"{what}: it has {len(packed)} bytes of {told} instead of {size}")
    if sum(data[2:]) - checksum & 0xFF != checksum:
        raise UserError(f"{what}: its checksum is wrong: the file is damaged")
    whole = (width * height * bits + 7) // 8
    if kind == KIND_MAP and (bits not in (3, 4, 8) or not size or size != whole):
        raise UserError(f"{what}: a map of {width} x {height} tiles cannot have {size} bytes")
    place: tuple[int, int] | None = None
    changes: tuple[tuple[int, int, int], ...] = ()
    if kind == KIND_WORLD:
        count, rest = divmod(size - _PLACE.size, _CHANGE.size)
        if rest or not 0 <= count <= MOST_CHANGES or version == OLD_SAVED_VERSION:
            raise UserError(f"{what}: {size} bytes are no place in a world, and no changes of it")
        place = _PLACE.unpack_from(packed)
        changes = tuple((x, y, byte) for x, y, byte in _CHANGE.iter_unpack(packed[_PLACE.size :]))
        packed = b""
    shape = width, height, bits
    if version == OLD_SAVED_VERSION:
        return SavedMap("", "", floor + 1, dungeon_seed, seed, *shape, packed, number)
    digest, name = _IDENTITY.unpack(data[2 + _HEADER.size : 2 + HEADER_BYTES])
    dungeon = name.rstrip(b"\0").decode("latin-1").lower().replace(" ", "_")
    if not re.fullmatch(NAME, dungeon):
        raise UserError(f"{what}: it does not name its dungeon: the file is damaged")
    behind = data[2 + HEADER_BYTES : 2 + size_of_header]
    opened, values = behind[:OPEN_DIGEST_BYTES].hex(), tuple(behind[OPEN_DIGEST_BYTES:])
    return SavedMap(
        dungeon, digest.hex(), floor + 1, dungeon_seed, seed, *shape, packed, None, *locks,
        place, changes, opened, values,
    )  # fmt: skip


def spec_of_values(spec: Spec, file: SavedMap, dungeon: str) -> Spec:
    """The spec from which the reference builds a dungeon with the values in a file; the spec itself
    if the file has none.

    Raises UserError if the dungeon has other open parameters, or does not allow the values.
    """
    if not file.opened:
        return spec
    opened = open_parameters(spec, dungeon)
    hint = "Use the spec that the program was built from (--spec, --set)."
    names = ", ".join(one.name for one in opened.parameters) or "no parameter"
    if not opened.parameters or file.opened != names_digest(opened).hex():
        raise UserError(
            f"the file has values of other open parameters: this spec opens {names} of {dungeon}",
            hint,
        )
    if len(file.values) != len(opened.parameters):
        raise UserError(
            f"the file has {len(file.values)} values for {names} of {dungeon}: it is damaged"
        )
    if wrong := opened.wrong_with(file.values):
        raise UserError(f"the file's values are not allowed in {dungeon} any more: {wrong}", hint)
    return with_values(spec, dungeon, file.values)


def values_of_file(spec: Spec, file: SavedMap, dungeon: str) -> str:
    """The values in a file in words, such as `rooms.max_size=7`; empty if it has none. They must
    be allowed."""
    return values_in_words(open_parameters(spec, dungeon), file.values) if file.opened else ""


def restored(
    spec: Spec, file: SavedMap, dungeon: str | None = None
) -> tuple[Generation[Any], bool]:
    """The dungeon of a file, and whether the reference generates the same.

    If the reference generates another map, the dungeon has only the file's map, and no rooms. For a
    seed file the dungeon is the reference's; it counts as the same if its digest is that in the
    file. For a world's seed file it is the chunk in which the player is, without the player's
    changes.

    `dungeon` replaces the dungeon that the file names. A map of version 1, which has only a number,
    is also compared with the other dungeons.

    The reference has the values of open parameters that the file has.

    Raises UserError if the spec does not have the file's dungeon, and as `spec_of_values` does.
    """
    name, others = (dungeon, []) if dungeon else _candidates(spec, file)
    # The program that saved the file may have had other floors; the floor's own seed decides.
    seed = seed_of_dungeon(spec.random, file.seed, file.floor)
    for candidate in [name, *others]:
        chunk = (0, 0)
        if file.place and spec.dungeons[candidate].world:
            chunk = (file.place[0] // CHUNK_SIDE, file.place[1] // CHUNK_SIDE)
        built = spec_of_values(spec, file, candidate)
        reference = generate(built, Request(candidate, seed, file.floor, chunk))
        if not file.is_map:
            is_known = candidate == file.dungeon
            return reference, not is_known or file.digest == dungeon_digest(spec, candidate)
        if _holds(file, reference):
            return reference, True
    alone = begin(spec_of_values(spec, file, name), Request(name, seed, file.floor))
    alone.tiles = TileMap(file.width, file.height, file.bits)
    alone.tiles.tiles[:] = bytes(unpack(file.packed, file.width, file.height, file.bits))
    # A file has no looks, and its map may have another size than the dungeon.
    alone.looks = LookMap(MapSize.model_construct(width=file.width, height=file.height))
    known = set(spec.codes.values())
    if not known.issuperset(alone.tiles.tiles):
        raise UserError("the map has tiles that this spec does not know")
    alone.up = _first(alone.tiles, spec.codes["up_stairs"]) or alone.up
    alone.down = _first(alone.tiles, spec.codes["down_stairs"]) or alone.down
    return alone, False


def _candidates(spec: Spec, file: SavedMap) -> tuple[str, list[str]]:
    """The dungeon that a file names, and the other dungeons that the file may be from."""
    hint = "Use the spec that the program was built from (--spec, --set), or name the --dungeon."
    if file.number is None:
        if file.dungeon not in spec.dungeons:
            raise UserError(
                f"the file is from the dungeon {file.dungeon}, which this spec does not have", hint
            )
        return file.dungeon, []
    names = spec.selection.dungeons
    if file.number >= len(names):
        raise UserError(
            f"the file is from dungeon {file.number + 1} of its program, but the program of this "
            f"spec has only {len(names)}",
            hint,
        )
    name = names[file.number]
    return name, [other for other in names if other != name]


def _holds(file: SavedMap, generation: Generation[Any]) -> bool:
    """Whether the file's map is the same as this dungeon's."""
    size = generation.parameters.map
    shape = (size.width, size.height, size.bits_per_tile)
    return shape == (file.width, file.height, file.bits) and generation.packed() == file.packed


def _first(tiles: TileMap, code: int) -> tuple[int, int] | None:
    """Column and row of the first tile with this code; None if there is none."""
    at = tiles.tiles.find(code)
    return None if at < 0 else (at % tiles.width, at // tiles.width)


def read_saved(path: Path) -> SavedMap:
    """Read a saved file from this machine's disk, or from a disk image: `disk.d64:NAME`.

    Raises UserError as `parse` does, and if the image is damaged or the file is not there.
    """
    for ending in ENDINGS:
        image, inside, name = str(path).rpartition(f"{ending}:")
        if inside:
            return parse(DiskImage(Path(image + ending)).read(name), name.upper())
    if path.suffix.lower() in ENDINGS:
        raise UserError(f"{path}: this is a disk image", f"Name a file on it, as in {path}:SEED.")
    return parse(read_plain_file(path, _MOST_BYTES, "a file of Undercroft's"), str(path))
