"""A plane of the map: one bit a tile, 1 where it is solid, read from the map and written to it.

Every function here, and in the other files of this folder, that returns Work is a row of steps as
a phase is: there is a `yield` between two steps, and none after the last one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pygen.engine.constants import BYTES_OPENED, BYTES_WRITTEN
from pygen.engine.generation import Generation
from pygen.engine.map_size import MapSize
from pygen.engine.pace import Work

MOST_BYTES = 3750
"""The most bytes of a plane. There are two of them in 8 KB of work memory, and a stack."""

BYTES_READ, WIDE_BYTES_READ = 24, 16
"""How many bytes of the plane one step reads, at most; a row that has more takes two steps. Tiles
of four bits or more take longer."""

ROWS_READ = 8
"""How many rows one step reads, at most."""

ROWS_SEEN = 5
"""The same if some tiles look like walls."""

SOLID, OPEN = True, False
"""What the edge of a plane may count as while cells change."""


def row_bytes(width: int) -> int:
    """The bytes of a row of a plane, which begins with a whole byte."""
    return (width + 7) // 8


def plane_bytes(size: MapSize) -> int:
    """The bytes of a plane of a map of this size: MOST_BYTES at most, if the C64 is to have it."""
    return row_bytes(size.width) * size.height


class Plane:
    """Which tiles of a map are solid, which of them a flood has taken, and which are `others`:
    walkable, but no floor.

    `has_others` is whether the map may have any tiles besides empty, wall and floor, `kept` are
    those that cannot be walked on. `solid` and `taken` have an integer for each row, in which bit x
    is that of the tile at x. The bits behind the right end, up to a whole byte, are as the edge. In
    `taken` solid tiles are set, too. The outermost ring of tiles is the edge. It is solid, except
    that `edge` may say OPEN until the last round of an automaton.
    """

    def __init__(self, g: Generation[Any]) -> None:
        """The plane of a map, all of it solid."""
        self.g = g
        self.width, self.height = g.tiles.width, g.tiles.height
        self.row_bytes = row_bytes(self.width)
        self.all = (1 << 8 * self.row_bytes) - 1
        self.ring = self.all ^ (1 << self.width - 1) - 2
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
        """Make the tiles of row y that are at the map's edge solid, or open."""
        ring = self.all if y in (0, self.height - 1) else self.ring
        self.solid[y] = self.solid[y] | ring if edge else self.solid[y] & ~ring


def bytes_read(plane: Plane) -> int:
    """How many bytes of the plane one step reads, at most."""
    return WIDE_BYTES_READ if plane.g.tiles.bits >= 4 else BYTES_READ


def rows_read(plane: Plane, most: int) -> int:
    """How many rows one step reads, at most `most`."""
    return max(1, min(most, bytes_read(plane) // plane.row_bytes))


def steps_of_reading(plane: Plane, y: int, done: str, most: int = ROWS_READ) -> Work:
    """The ends of steps before row y is complete: between some rows, and within a long row."""
    if y and y % rows_read(plane, most) == 0:
        yield done
    if plane.row_bytes > bytes_read(plane):
        yield done


def bits_of_row(plane: Plane, y: int, names: Iterable[str]) -> int:
    """The tiles of a row that have one of these names."""
    g = plane.g
    bits = bytearray(b"0" * 256)
    for name in names:
        bits[g.codes[name]] = ord("1")
    row = g.tiles.tiles[y * plane.width : (y + 1) * plane.width]
    return int(row.translate(bytes(bits))[::-1], 2)


def read_rows(plane: Plane, names: Iterable[str], most: int = ROWS_READ) -> Work:
    """Read the map, some rows in each step: tiles with these names are solid. The edge is what
    `edge` says."""
    for y in range(plane.height):
        yield from steps_of_reading(plane, y, "read", most)
        plane.solid[y] = bits_of_row(plane, y, names)
        plane.close_row(y, plane.edge)


def read_plane(plane: Plane) -> Work:
    """Read the map: what is walkable is open."""
    yield from read_rows(plane, plane.closed)


def read_plane_as_seen(plane: Plane) -> Work:
    """Read the map: what is walkable is open, unless it looks like a wall."""
    secrets = plane.g.blueprint.secrets
    most = ROWS_SEEN if secrets else ROWS_READ
    yield from read_rows(plane, (*plane.closed, *secrets), most)


def read_others(plane: Plane) -> Work:
    """Read which tiles are walkable, but no floor, such as doors and stairs; some rows in each
    step. In C they are where the tiles are that a flood has taken."""
    for y in range(plane.height):
        yield from steps_of_reading(plane, y, "others")
        ground = bits_of_row(plane, y, (*plane.closed, "floor"))
        plane.others[y] = (1 << plane.width) - 1 & ~ground


def open_others(plane: Plane) -> Work:
    """Open what was closed of the other tiles that were read: those stay as they are. Some bytes of
    the plane in each step."""
    for first in range(0, plane.row_bytes * plane.height, BYTES_OPENED):
        if first:
            yield "open"
    plane.solid = [solid & ~others for solid, others in zip(plane.solid, plane.others, strict=True)]


def near_open(plane: Plane, y: int) -> int:
    """The tiles of a row that are open or have an open one on any of their 8 sides."""
    closed = plane.solid[y]
    for row in plane.solid[max(0, y - 1) : y + 2]:
        closed &= row
    opened = plane.all & ~closed
    return (opened | opened << 1 | opened >> 1) & plane.all


def keep_row(plane: Plane, y: int) -> int:
    """The tiles of a row that stay as they are."""
    solid = plane.solid[y]
    return plane.others[y] & ~solid | bits_of_row(plane, y, plane.kept) & solid


def write_row(plane: Plane, y: int, first: int, last: int, stays: int) -> None:
    """Write the tiles of some bytes of a row, from number `first` to the one before `last`: open
    ones as floor, solid ones as wall if an open one is on any of their 8 sides, otherwise as empty.
    Others that are open stay as they are, and so do solid tiles that are neither empty nor wall,
    such as water, if they are still solid: `stays` says which."""
    g = plane.g
    empty, wall, floor = (g.codes[name] for name in ("empty", "wall", "floor"))
    solid, near = plane.solid[y], near_open(plane, y)
    for x in range(8 * first, min(8 * last, plane.width)):
        if not stays >> x & 1:
            tile = floor
            if solid >> x & 1:
                tile = wall if near >> x & 1 else empty
            g.tiles.set(x, y, tile)


def write_plane(plane: Plane) -> Work:
    """Write the plane into the map, a part of a row in each step. The other tiles must have been
    read. In dungeons that have solid tiles besides walls, other steps before each row find those
    that stay."""
    for y in range(plane.height):
        if y:
            yield "write"
        stays = keep_row(plane, y)
        for _ in range(0, plane.row_bytes if plane.kept else 0, bytes_read(plane)):
            yield "keep"
        for first in range(0, plane.row_bytes, BYTES_WRITTEN):
            if first:
                yield "write"
            write_row(plane, y, first, min(first + BYTES_WRITTEN, plane.row_bytes), stays)
