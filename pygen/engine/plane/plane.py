"""A plane of the map: one bit a tile, 1 where it is solid, read from the map and written to it.

A row of a plane is an integer whose bits are tiles: bit x, whose value is 1 << x, stands for the
tile in column x. So the column to the right is the next higher bit: `row << 1` are the tiles whose
left neighbours are in `row`, and `row >> 1` the tiles whose right neighbours are in it.
`row & -row` is the leftmost tile alone. Byte `at` of a row has the columns from 8 * at on. The 6502
works byte by byte, and so do some algorithms: `(row >> (8 * at)) & 0xFF` are the tiles of a byte.

Integers of Python have no end: `~row` has ones in all columns behind the map, too. They go as soon
as the result is combined by `&` with a row, with a byte, or with `plane.all`, which has a one for
each column of a row, up to a whole byte.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.pace import PACE, pieces_read

MOST_BYTES = 3750
"""The most bytes of a plane. The 8 KB of work memory hold two planes and a stack."""

OPENED = Piece("open", PACE["bytes_opened"], is_divisible=True)
WRITTEN = Piece("write", PACE["bytes_written"])

SOLID, OPEN = True, False
"""The two states that the edge of a plane may have while cells change."""


def row_bytes(width: int) -> int:
    """The bytes of a row of a plane, which begins with a whole byte."""
    return (width + 7) // 8


def plane_bytes(size: MapSize) -> int:
    """The bytes of a plane for a map of this size: at most MOST_BYTES on the C64."""
    return row_bytes(size.width) * size.height


class Plane:
    """The tiles of a map by bits, with an integer for each row.

    `solid` are the solid tiles. `taken` are the tiles that a flood has taken, and all solid tiles:
    a flood goes only to tiles that are not taken, and `taken & ~solid` are the tiles it has been
    to. `others` are walkable tiles other than floor.

    `has_others` says whether the map may have tiles besides empty, wall and floor; `kept` names
    the ones of them that cannot be walked on. The outermost ring of tiles is the edge. It is solid,
    except that `edge` may say OPEN until the last round of an automaton. The bits behind the right
    end, up to a whole byte, are like the edge. `all` has a one for every column, and `ring` for the
    columns that belong to the edge.
    """

    def __init__(self, g: Generation[Any]) -> None:
        """The plane of a map, all of it solid."""
        self.g = g
        self.width, self.height = g.tiles.width, g.tiles.height
        self.row_bytes = row_bytes(self.width)
        self.all = (1 << (8 * self.row_bytes)) - 1
        self.ring = self.all ^ ((1 << (self.width - 1)) - 2)
        self.edge = SOLID
        self.solid = [self.all] * self.height
        self.taken = [self.all] * self.height
        self.others = [0] * self.height
        self.closed = [name for name, code in g.codes.items() if code not in g.walkable]
        self.kept = [name for name in self.closed if name not in ("empty", "wall")]
        self.has_others = bool(g.blueprint.others or self.kept)

    def tiles_of(self, at: int) -> range:
        """The columns of the map that are in byte `at` of a row."""
        return range(8 * at, min(8 * at + 8, self.width))

    def close_row(self, y: int, edge: bool) -> None:
        """Make the tiles of row y at the map's edge solid or open, as `edge` says."""
        ring = self.all if y in (0, self.height - 1) else self.ring
        self.solid[y] = (self.solid[y] | ring) if edge else (self.solid[y] & ~ring)


def digits_of(plane: Plane, names: Iterable[str]) -> bytes:
    """By the code of a tile, the digit of its bit: 1 for tiles with one of these names, 0 for all
    others."""
    digits = bytearray(b"0" * 256)
    for name in names:
        digits[plane.g.codes[name]] = ord("1")
    return bytes(digits)


def bits_of_row(plane: Plane, y: int, digits: bytes) -> int:
    """The tiles of a row whose digits are 1."""
    row = plane.g.tiles.tiles[y * plane.width : (y + 1) * plane.width]
    return int(row.translate(digits)[::-1], 2)


def read_rows(plane: Plane, names: Iterable[str], most_rows: int) -> Work:
    """Read the map: tiles with these names are solid. The edge is as the plane's `edge` says. At
    most `most_rows` rows are read at once."""
    pieces = pieces_read(plane.row_bytes, plane.g.tiles.bits, "read", most_rows)
    digits = digits_of(plane, names)
    for y in range(plane.height):
        yield from pieces
        plane.solid[y] = bits_of_row(plane, y, digits)
        plane.close_row(y, plane.edge)


def read_plane(plane: Plane) -> Work:
    """Read the map: walkable tiles are open."""
    yield from read_rows(plane, plane.closed, PACE["most_rows_read"])


def read_plane_as_seen(plane: Plane) -> Work:
    """Read the map: walkable tiles are open, unless they look like walls."""
    secrets = plane.g.blueprint.secrets
    most_rows = PACE["most_rows_seen" if secrets else "most_rows_read"]
    yield from read_rows(plane, (*plane.closed, *secrets), most_rows)


def read_others(plane: Plane) -> Work:
    """Read which tiles are walkable, but not floor, such as doors and stairs. In C these bits share
    the memory of the tiles that a flood has taken."""
    pieces = pieces_read(plane.row_bytes, plane.g.tiles.bits, "others")
    digits = digits_of(plane, (*plane.closed, "floor"))
    for y in range(plane.height):
        yield from pieces
        ground = bits_of_row(plane, y, digits)
        plane.others[y] = ((1 << plane.width) - 1) & ~ground


def open_others(plane: Plane) -> Work:
    """Open those of the other tiles that were closed, because they stay as they are."""
    yield OPENED.weighing(plane.row_bytes * plane.height)
    plane.solid = [solid & ~others for solid, others in zip(plane.solid, plane.others, strict=True)]


def near_open(plane: Plane, y: int) -> int:
    """The tiles of a row that are open, or have an open tile among their 8 neighbours."""
    closed = plane.solid[y]
    for row in plane.solid[max(0, y - 1) : y + 2]:
        closed &= row
    opened = plane.all & ~closed
    return (opened | (opened << 1) | (opened >> 1)) & plane.all


def keep_row(plane: Plane, y: int, kept: bytes) -> int:
    """The tiles of a row that stay as they are; `kept` has the digits of the plane's tiles that are
    kept."""
    solid = plane.solid[y]
    return (plane.others[y] & ~solid) | (bits_of_row(plane, y, kept) & solid)


def write_row(plane: Plane, y: int, stays: int) -> Work:
    """Write the tiles of a row. Open tiles become floor. Solid tiles become wall if one of their 8
    neighbours is open, otherwise empty. Open tiles among the others keep their codes. So do the
    tiles in `stays`: those that are still solid and neither empty nor wall, such as water."""
    codes, tiles = plane.g.codes, plane.g.tiles
    empty, wall, floor = codes["empty"], codes["wall"], codes["floor"]
    solid, near = plane.solid[y], near_open(plane, y)
    for at in range(plane.row_bytes):
        yield WRITTEN
        for x in plane.tiles_of(at):
            tile = 1 << x
            if not stays & tile:
                tiles.set(x, y, floor if not solid & tile else wall if near & tile else empty)


def write_plane(plane: Plane) -> Work:
    """Write the plane into the map. The other tiles must have been read. In dungeons with solid
    tiles besides walls, the tiles that stay are found before each row."""
    pieces = pieces_read(plane.row_bytes, plane.g.tiles.bits, "keep") if plane.kept else ()
    kept = digits_of(plane, plane.kept)
    for y in range(plane.height):
        if y:
            yield "write"
        stays = keep_row(plane, y, kept)
        for piece in pieces:
            yield piece.step
        yield from write_row(plane, y, stays)
