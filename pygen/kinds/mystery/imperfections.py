"""Imperfect rooms: their corners fall in, tile by tile."""

from __future__ import annotations

from typing import NamedTuple

from pygen.kinds.mystery.constants import PROBES, WALL
from pygen.kinds.mystery.grid import STEPS, Cell, Place, Rect
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PIECE, Pieces


class Corner(NamedTuple):
    """A corner of a room: on which sides of the room it is, and the steps from it along both walls,
    counterclockwise and clockwise."""

    is_right: bool
    is_lower: bool
    steps: tuple[Place, Place]


CORNERS = (
    Corner(False, False, ((0, 1), (1, 0))),
    Corner(True, False, ((-1, 0), (0, 1))),
    Corner(True, True, ((0, -1), (-1, 0))),
    Corner(False, True, ((1, 0), (0, -1))),
)
"""The corners from the upper left one clockwise."""


def is_corner(floor: Floor, x: int, y: int, corner: Corner) -> bool:
    """Whether a tile has floor beside it along both walls of a corner, and on no other side."""
    return all(
        floor.ground.is_floor(x + step_x, y + step_y) == ((step_x, step_y) in corner.steps)
        for step_x, step_y in STEPS.values()
    )


def is_near_hall(floor: Floor, x: int, y: int) -> bool:
    """Whether there is floor of a hall at most two tiles away."""
    around = Rect(x - 2, y - 2, x + 3, y + 3)
    return any(floor.ground.is_hall(*place) for place in around.tiles())


def crumble_corner(floor: Floor, cell: Cell, turn: int) -> None:
    """Fill the first tile along a wall from a random corner, if it is a corner and no hall is
    near."""
    room, corner = cell.rect, CORNERS[floor.numbers.below(4)]
    x = room.right - 1 if corner.is_right else room.left
    y = room.bottom - 1 if corner.is_lower else room.top
    step_x, step_y = corner.steps[turn]
    for _ in range(min(PROBES, room.width if step_x else room.height)):
        if floor.ground.is_floor(x, y):
            if not is_near_hall(floor, x, y) and is_corner(floor, x, y, corner):
                floor.ground.set_terrain(x, y, WALL)
            return
        x += step_x
        y += step_y


def crumble_rooms(floor: Floor) -> Pieces:
    """Let corners of imperfect rooms fall in; the longer a room's sides, the more. A piece is a
    cell, or a corner."""
    spared = 100 - floor.parameters.rooms.imperfect_chance
    for cell in floor.grid.by_columns:
        yield PIECE
        is_plain = cell.has_live_room and not cell.is_merged and not cell.is_maze
        if not is_plain or not cell.is_imperfect or floor.numbers.percent(spared):
            continue
        for _ in range(cell.rect.width + cell.rect.height >> 2):
            crumble_corner(floor, cell, 0)
            yield PIECE
            crumble_corner(floor, cell, 1)
            yield PIECE
