"""The check whether all open tiles can be reached."""

from __future__ import annotations

from collections import deque

from pygen.kinds.mystery.constants import FLOOR, FREE
from pygen.kinds.mystery.grid import Place
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PIECE, Pieces

MOST_WAITING = 255
"""The most tiles that may wait. A tile beyond that counts as not reached."""


def first_open(floor: Floor) -> Place:
    """The first tile of floor in a room, from the first room on."""
    rooms = (cell.rect.tiles() for cell in floor.grid.by_rows if cell.has_live_room)
    open_places = (place for tiles in rooms for place in tiles if floor.ground.is_floor(*place))
    return next(open_places, (0, 0))


def reach_places(floor: Floor, waiting: deque[int], *places: int) -> None:
    """Mark those of some tiles as free that are open and were not reached before; they wait to
    reach their neighbours."""
    ground = floor.ground
    for place in places:
        # Floor and moats have odd numbers.
        if ground[place] & (FREE | FLOOR) == FLOOR and len(waiting) < MOST_WAITING:
            ground[place] |= FREE
            floor.unreached -= 1
            waiting.append(place)


def reach_neighbours(floor: Floor, waiting: deque[int]) -> None:
    """Let the first tile that waits reach its neighbours.

    Steps lead left, right, up or down. Diagonal steps add nothing: they need both tiles beside
    them open, too.
    """
    place = waiting.popleft()
    reach_places(floor, waiting, place - 1, place + 1, place - floor.width, place + floor.width)


def reach_tiles(floor: Floor) -> Pieces:
    """Find all open tiles, from a room on, or in exact mode from the stairs, and mark them as free;
    or go on where `reach_near` has stopped. Afterwards `unreached` is 0 if all of them were found.
    A piece is the beginning, or a tile."""
    if not floor.parameters.things.least_steps:
        floor.waiting.clear()
        x, y = floor.stairs if floor.is_exact and floor.stairs else first_open(floor)
        reach_places(floor, floor.waiting, y * floor.width + x)
    while floor.waiting:
        yield PIECE
        reach_neighbours(floor, floor.waiting)


def reach_near(floor: Floor) -> Pieces:
    """Find the tiles that are fewer steps from the stairs than the start has to be, and mark them
    as free. A piece is the beginning, or a tile."""
    assert floor.stairs, "the stairs are chosen first"
    floor.waiting.clear()
    reach_places(floor, floor.waiting, floor.stairs[1] * floor.width + floor.stairs[0])
    for _ in range(1, floor.parameters.things.least_steps):
        for _ in range(len(floor.waiting)):
            yield PIECE
            reach_neighbours(floor, floor.waiting)


def count_open(floor: Floor) -> Pieces:
    """Exact mode: before the check which tiles can be reached, set `unreached` to the number of
    open tiles, and clear the bit FREE, which has marked tiles without traps. A piece is a row."""
    floor.unreached = 0
    for y in range(floor.height):
        if y:
            yield PIECE
        for place in range(y * floor.width, (y + 1) * floor.width):
            floor.ground[place] &= ~FREE
            # Floor and moats have odd numbers.
            floor.unreached += floor.ground[place] & FLOOR
