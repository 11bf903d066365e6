"""Shapes of walls: the sides and corners at which a wall is open.

Eight tiles are done at once: for each side there is a plane of the tiles that are open there.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from pygen.engine.definition.pace import FULL, Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.passes.tile_rules.parameters import TileRules

BYTE = Piece("shapes", schedule("passes/tile_rules")["bytes_shaped"])


def find_sides(plane: Plane, y: int) -> list[int]:
    """The solid tiles of a row that are open at each side, in the order of `SIDES`. Outside the map
    everything is solid."""
    here = plane.solid[y]
    above, below = plane.solid[max(y - 1, 0)], plane.solid[min(y + 1, plane.height - 1)]
    left, right = here << 1 | 1, (here | 1 << 8 * plane.row_bytes) >> 1
    return [here & ~beside for beside in (above, right, below, left)]


def find_corners(plane: Plane, y: int, sides: list[int]) -> list[int]:
    """The solid tiles of a row that are open at each corner, but not at the two sides beside it, in
    the order of `CORNERS`."""
    above, below = plane.solid[max(y - 1, 0)], plane.solid[min(y + 1, plane.height - 1)]
    north, east, south, west = sides
    end = 1 << 8 * plane.row_bytes
    here = plane.solid[y]
    return [
        here & ~(north | east | (above | end) >> 1),
        here & ~(south | east | (below | end) >> 1),
        here & ~(south | west | below << 1 | 1),
        here & ~(north | west | above << 1 | 1),
    ]


def give_shapes(g: Generation[Any], p: TileRules, plane: Plane) -> Work:
    """Give each solid tile that is not closed the look of its shape."""
    numbers = {mask: number for number, mask in enumerate(p.masks)}
    for y in range(plane.height):
        sides = find_sides(plane, y)
        if p.shapes == 47:
            sides += find_corners(plane, y, sides)
        shaped = reduce(or_, sides)
        for at in range(plane.row_bytes):
            yield BYTE
            for x in plane.tiles_of(at):
                if shaped >> x & 1 and not (p.keeps_looks and g.looks.get(x, y)):
                    mask = sum([(side >> x & 1) << bit for bit, side in enumerate(sides)])
                    g.looks.set(x, y, p.first_look - 1 + numbers[mask])
        yield FULL
