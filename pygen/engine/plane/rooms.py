"""Rooms that change: each stays one piece with all its openings, or it stays as it was.

A room is read from the map with two more rows and columns on each side, changed as a plane of bits,
and written back. Only tiles in its rectangle change from floor to rock or from rock to floor.
Outside of it, walls become rock where no open tile is beside them any more, and rock becomes walls.
An opening is an open tile beside the rectangle. From each opening a way straight on stays as it
was, up to the first tile that is open anyway, so that a door in the corner of a round room leads
into it.

Work is counted in parts of some 100 cycles, because a step does parts of different kinds. The twin
is `c64src/core/plane/rooms.h`. Rows of bits are described in `pygen.engine.plane.plane`, a `yield`
in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.dungeon.chambers import CHAMBERS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import Rectangle
from pygen.engine.plane.plane import Plane, bits_of_row, digits_of
from pygen.engine.plane.regions import flood_from, take_entry

PACE = schedule("core/plane")
WORK = Piece("room", PACE["room_work"])
ENTRY = Piece("flood", PACE["room_entries"])

MOST_SIDE = 32
"""The longest side of a room that may change, in tiles."""

MARGIN = 2
"""How many rows and columns around a room are read: its walls, and what is beside them."""


def has_recorded_rooms(g: Generation[Any]) -> bool:
    """Whether a table says where the map has its rooms, doors and corridors."""
    return "rooms" in g.tables or "features" in g.tables


def may_change(area: Rectangle) -> bool:
    """Whether a room is small enough."""
    return max(area[2:]) <= MOST_SIDE


def tiles_in(bits: int) -> Iterator[int]:
    """The columns of the tiles in a row of bits."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def unused(weight: int) -> Work:
    """Give back what a piece has not used. Even if what it has used is more than a step has room
    for, that begins no other step."""
    if weight:
        yield Piece(WORK.step, WORK.most, -weight, is_extra=True)


class ChangingRoom:
    """A room while it changes.

    `plane` has the size of the map and the codes of its tiles. `before` are the rows of the map
    from the second one above the room to the second one below it; `wanted` is what they are to
    become. `inside` are the columns of the room as bits. Outside the map, all is solid. `is_bare`
    says whether the room was floor only, and nothing but ways from openings has been kept. The
    pieces and weights of work on a row depend on the bytes that it has in C.
    """

    def __init__(self, plane: Plane, area: Rectangle) -> None:
        self.plane, self.area = plane, area
        self.left, self.top, self.width, self.height = area
        self.inside = ((1 << self.width) - 1) << self.left
        first = max(self.left - MARGIN, 0) // 8
        bytes_read = min((self.left + self.width + 1) // 8, plane.row_bytes - 1) - first + 1
        self.light = WORK.weighing(PACE["row_light"] + bytes_read)
        self.read = WORK.weighing(PACE["row_read"] + 3 * bytes_read)
        self.write = PACE["row_written"] + 6 * bytes_read
        self.before: list[int] = []
        self.wanted: list[int] = []
        self.is_bare = True

    @property
    def rows(self) -> range:
        """The rows of the room in `before` and `wanted`."""
        return range(MARGIN, MARGIN + self.height)

    def y(self, row: int) -> int:
        """The row of the map."""
        return self.top - MARGIN + row


def read_room(room: ChangingRoom) -> Work:
    """Read the room and what is around it."""
    plane = room.plane
    digits = digits_of(plane, plane.closed)
    for row in range(room.height + 2 * MARGIN):
        yield room.read
        y = room.y(row)
        if 0 < y < plane.height - 1:
            room.before.append(bits_of_row(plane, y, digits) | plane.ring)
        else:
            room.before.append(plane.all)
    room.wanted = room.before.copy()
    room.is_bare = not any(room.before[row] & room.inside for row in room.rows)


def keep_others(room: ChangingRoom) -> Work:
    """Let tiles other than floor, wall and empty stay as they were."""
    plane, most = room.plane, PACE["tile_kept"] * room.width
    tiles, codes = plane.g.tiles, plane.g.codes
    for row in room.rows:
        yield WORK.weighing(room.light.weight + most)
        looked = 0
        for x in tiles_in(room.wanted[row] ^ room.before[row]):
            is_closed = room.wanted[row] >> x & 1
            if not (is_closed or plane.kept):
                continue
            looked += 1
            code = tiles.get(x, room.y(row))
            if code not in ((codes["floor"],) if is_closed else (codes["empty"], codes["wall"])):
                room.wanted[row] ^= 1 << x
                room.is_bare = False
        yield from unused(most - PACE["tile_kept"] * looked)


def keep_way(room: ChangingRoom, x: int, row: int, across: int, down: int, most: int) -> Work:
    """Let the tiles from one on be open as before, up to the first one that is open anyway or was
    solid."""
    yield WORK.weighing(PACE["way_kept"] + 2 * most)
    dug = 0
    while dug < most:
        bit = 1 << x
        if room.before[row] & bit or not room.wanted[row] & bit:
            break
        room.wanted[row] ^= bit
        x, row, dug = x + across, row + down, dug + 1
    yield from unused(2 * most - 2 * dug)


def keep_openings(room: ChangingRoom) -> Work:
    """Keep the ways from all openings of a room: row by row on the left and on the right, then
    above and below."""
    last, bottom = room.left + room.width - 1, MARGIN + room.height - 1
    for row in room.rows:
        yield WORK.weighing(PACE["row_sides"])
        if not room.before[row] >> (room.left - 1) & 1:
            yield from keep_way(room, room.left, row, 1, 0, room.width)
        if not room.before[row] >> (last + 1) & 1:
            yield from keep_way(room, last, row, -1, 0, room.width)
    for row, down in ((MARGIN, 1), (bottom, -1)):
        yield WORK.weighing(PACE["side_looked"])
        for x in tiles_in(~room.before[row - down] & room.inside):
            yield from keep_way(room, x, row, 0, down, room.height)


def keep_entities(room: ChangingRoom) -> Work:
    """Let tiles with entities stay as they were."""
    for entity in room.plane.g.tables.get(ENTITIES, ()):
        yield WORK
        x, row = entity["x"], entity["y"] - room.top + MARGIN
        if x - room.left not in range(room.width) or row not in room.rows:
            continue
        if (room.wanted[row] & ~room.before[row]) >> x & 1:
            room.wanted[row] ^= 1 << x
            room.is_bare = False


def is_different(room: ChangingRoom) -> Finding[bool]:
    """Whether the room is to change."""
    for _ in room.rows:
        yield room.light
    return room.wanted != room.before


def is_one_piece(room: ChangingRoom) -> Finding[bool]:
    """Whether all open tiles of the room are to be connected: a flood from the first of them leaves
    none."""
    plane = room.plane
    flooded = [plane.all] * (room.height + 2)
    first = 0
    for at, row in enumerate(room.rows, 1):
        yield room.light
        flooded[at] = room.wanted[row] | plane.all ^ room.inside
        if not first and flooded[at] != plane.all:
            first = at
    if not first:
        return False
    yield "room"
    opened = plane.all & ~flooded[first]
    flood = flood_from(flooded, (opened & -opened).bit_length() - 1, first)
    while flood.current or flood.entries:
        yield ENTRY
        take_entry(flood)
    yield "flood"
    for row in flooded[1:-1]:
        yield room.light
        if row != plane.all:
            return False
    return True


def beside_open(plane: Plane, rows: list[int], at: int) -> int:
    """The tiles of a row that are open, or have an open tile among their 8 neighbours."""
    opened = plane.all & ~(rows[at - 1] & rows[at] & rows[at + 1])
    return opened | opened << 1 | opened >> 1


def write_room(room: ChangingRoom) -> Work:
    """Write the room and its walls into the map where they have changed: floor, walls beside open
    tiles, and else rock, which is wall where all rock of the kind is."""
    g, tiles = room.plane.g, room.plane.g.tiles
    floor, wall, empty = (g.codes[name] for name in ("floor", "wall", "empty"))
    rock = wall if CHAMBERS in g.tables else empty
    across = ((1 << (room.width + 2)) - 1) << (room.left - 1)
    most = PACE["tile_written"] * (room.width + 2)
    for row in range(MARGIN - 1, MARGIN + room.height + 1):
        if room.wanted[row - 1 : row + 2] == room.before[row - 1 : row + 2]:
            yield WORK
            continue
        yield WORK.weighing(room.write + most)
        solid = room.wanted[row]
        walls = solid & beside_open(room.plane, room.wanted, row)
        walls_before = room.before[row] & beside_open(room.plane, room.before, row)
        changed = solid ^ room.before[row] | walls ^ walls_before
        written = 0
        for x in tiles_in(changed & across):
            written += 1
            was_solid = room.before[row] >> x & 1
            if was_solid and tiles.get(x, room.y(row)) not in (empty, wall):
                continue
            is_solid, is_wall = solid >> x & 1, walls >> x & 1
            tiles.set(x, room.y(row), floor if not is_solid else wall if is_wall else rock)
        yield from unused(most - PACE["tile_written"] * written)


def change_room(room: ChangingRoom, is_sure: bool) -> Finding[bool]:
    """Let a room become as it is wanted, as far as its openings and its tiles other than floor and
    rock allow. Returns whether it has changed: otherwise it would not be one piece.

    `is_sure` says that what is wanted is one piece, and that a way straight on from anywhere meets
    it. Then no flood is needed in a bare room.
    """
    if room.plane.has_others:
        yield from keep_others(room)
    yield from keep_openings(room)
    yield from keep_entities(room)
    if not (yield from is_different(room)):
        return False
    if not (is_sure and room.is_bare) and not (yield from is_one_piece(room)):
        return False
    yield from write_room(room)
    return True
