"""A closet for a lock that finds no passage: a small room, dug into rock beside what is reached.

The rock around it stays, so that its door is the only way into it, for diagonal steps too. What a
`yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.passes.locks.parameters import Locks
from pygen.passes.locks.passages import is_apart
from pygen.passes.locks.places import PLACE, random_place, reached_in_byte, tiles_from
from pygen.passes.locks.reaching import PACE, ROW, Reach, close_tile, open_tile

ROCK_ROW = Piece("rock", PACE["rock_rows_at_once"])
DUG_TILE = Piece("dig", PACE["closet_tiles_dug"])

ABOVE, RIGHT, BELOW, LEFT = range(4)
"""The side of a reached tile at which a closet is."""


@dataclass(frozen=True)
class Closet:
    """A closet: its door, the tile before it, and the rectangle of its floor with the rock around
    it, whose upper left tile is (x, y)."""

    door: Tile
    front: Tile
    x: int
    y: int
    width: int
    height: int

    def row(self, y: int) -> list[Tile]:
        """The tiles of its row with this number."""
        return [(x, self.y + y) for x in range(self.x, self.x + self.width)]

    def is_inside(self, tile: Tile) -> bool:
        """Whether a tile of the rectangle becomes floor."""
        across, down = tile[0] - self.x, tile[1] - self.y
        is_floor = 0 < across < self.width - 1 and 0 < down < self.height - 1
        return is_floor or tile == self.door


def beside_rock_in_byte(side: int, reach: Reach, y: int, at: int) -> int:
    """The tiles in a byte of the plane that were reached and are solid at one side, as bits."""
    solid = reach.plane.solid
    rock = {ABOVE: solid[y - 1], RIGHT: solid[y] >> 1, BELOW: solid[y + 1], LEFT: solid[y] << 1}
    return reached_in_byte(reach, y, at) & (rock[side] >> (8 * at))


def closet_at(p: Locks, front: Tile, side: int) -> Closet:
    """The closet at one side of a tile, with its door in the middle of its wall."""
    (x, y), width, height = front, p.closet.width + 2, p.closet.height + 2
    middle_x, middle_y = x - width // 2, y - height // 2
    if side == ABOVE:
        return Closet((x, y - 1), front, middle_x, y - height, width, height)
    if side == RIGHT:
        return Closet((x + 1, y), front, x + 1, middle_y, width, height)
    if side == BELOW:
        return Closet((x, y + 1), front, middle_x, y + 1, width, height)
    return Closet((x - 1, y), front, x - width, middle_y, width, height)


def is_on_map(g: Generation[Any], closet: Closet) -> bool:
    """Whether a closet is on the map with the rock around it."""
    right, below = closet.x + closet.width, closet.y + closet.height
    return min(closet.x, closet.y) >= 0 and right <= g.tiles.width and below <= g.tiles.height


def is_rock(g: Generation[Any], closet: Closet) -> Finding[bool]:
    """Whether there is nothing but rock where a closet would be."""
    rock = g.codes["empty"], g.codes["wall"]
    for y in range(closet.height):
        yield ROCK_ROW
        if any(g.tiles.get(*tile) not in rock for tile in closet.row(y)):
            return False
    return True


def has_entity(g: Generation[Any], closet: Closet) -> Finding[bool]:
    """Whether an entity is where a closet would be, such as an item that is buried in a wall."""
    for row in g.tables[ENTITIES]:
        yield ROW
        across, down = row["x"] - closet.x, row["y"] - closet.y
        if 0 <= across < closet.width and 0 <= down < closet.height:
            return True
    return False


def find_closet(g: Generation[Any], p: Locks, reach: Reach, side: int) -> Finding[Closet | None]:
    """A place for a closet at this side of a tile that was reached; None if there is none."""
    place = random_place(g, reach)
    yield "side"
    for front in tiles_from(reach, place, partial(beside_rock_in_byte, side)):
        if not front:
            yield PLACE
            continue
        closet = closet_at(p, front, side)
        suits = is_on_map(g, closet) and is_apart(p, reach, closet.door)
        suits = suits and is_free_floor(g, *front)
        yield "front"
        if suits:
            suits = yield from is_rock(g, closet)
            yield "rock"
        if suits:
            suits = not (yield from has_entity(g, closet))
            yield "entities"
        if suits:
            return closet
    return None


def dig_closet(g: Generation[Any], reach: Reach, closet: Closet) -> Work:
    """Dig a closet. Its door stays closed, so that its floor is open but not reached. It is far
    from the start if the tile before its door is."""
    is_far = not reach.near_start[closet.front[1]] >> closet.front[0] & 1
    for tile in chain(*map(closet.row, range(closet.height))):
        yield DUG_TILE
        if not closet.is_inside(tile):
            g.tiles.set(*tile, g.codes["wall"])
            continue
        g.tiles.set(*tile, g.codes["floor"])
        open_tile(reach, tile)
        reach.total += 1
        if is_far:
            reach.near_start[tile[1]] &= ~(1 << tile[0])
    close_tile(reach, closet.door)
