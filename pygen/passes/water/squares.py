"""Water of some least width, and floor of that width between two waters: it comes in squares.

A square becomes water whole, or not at all. Its floor is flooded tile by tile, as without squares;
if one of these tiles has to stay, all become floor again. So a lake grows as one piece, with a
shore where it meets rock, and no strips of floor are left in it.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.passes.water.flooding import wet_tile
from pygen.passes.water.parameters import Water


def is_suited(g: Generation[Any], p: Water, square: list[Tile]) -> bool:
    """Whether the tiles of the square may become water, or are it, but not all of them are."""
    found = {g.tiles.get(*place) for place in square}
    allowed = {g.codes["water"]}
    if p.over != "rock":
        allowed.add(g.codes["floor"])
    if p.over != "floor":
        allowed |= {g.codes["empty"], g.codes["wall"]}
    return found <= allowed and found != {g.codes["water"]}


def line_is_clear(g: Generation[Any], side: int, x: int, y: int, across: int, down: int) -> bool:
    """Whether the tile (x, y) beside a square is no door, and no floor that would be too narrow:
    in the direction `across`, `down` water comes behind less than `side` tiles of floor."""
    code = g.tiles.get(x, y)
    if code in g.doors:
        return False
    for _ in range(side - 1):
        is_at_edge = x in (0, g.tiles.width - 1) or y in (0, g.tiles.height - 1)
        if code != g.codes["floor"] or is_at_edge:
            return True
        x, y = x + across, y + down
        code = g.tiles.get(x, y)
        if code == g.codes["water"]:
            return False
    return True


def is_clear(g: Generation[Any], side: int, x: int, y: int) -> bool:
    """Whether all tiles beside the square at (x, y) are clear."""
    return all(
        line_is_clear(g, side, x - 1, y + at, -1, 0)
        and line_is_clear(g, side, x + side, y + at, 1, 0)
        and line_is_clear(g, side, x + at, y - 1, 0, -1)
        and line_is_clear(g, side, x + at, y + side, 0, 1)
        for at in range(side)
    )


def flood_floor(g: Generation[Any], p: Water, floor: list[Tile]) -> Finding[bool]:
    """Flood these tiles of floor, all or none. Returns whether they are water."""
    for number, place in enumerate(floor):
        if number:
            yield "square"
        wet_tile(g, p, *place)
        if g.tiles.get(*place) == g.codes["floor"]:
            for flooded in floor[:number]:
                g.tiles.set(*flooded, g.codes["floor"])
            return False
    return True


def pour_square(g: Generation[Any], p: Water, x: int, y: int) -> Work:
    """Make a square of tiles water, if that is allowed; (x, y) is its upper left tile. It has no
    tile at the edge of the map."""
    side = p.least_width
    square = [(x + column, y + row) for row in range(side) for column in range(side)]
    if not is_suited(g, p, square):
        return
    yield "square"
    if not is_clear(g, side, x, y):
        return
    yield "square"
    floor = [place for place in square if g.tiles.get(*place) == g.codes["floor"]]
    if not (yield from flood_floor(g, p, floor)):
        return
    rock = [place for place in square if g.tiles.get(*place) != g.codes["water"]]
    for number, place in enumerate(rock, len(floor)):
        if number:
            yield "square"
        wet_tile(g, p, *place)
