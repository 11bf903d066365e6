"""Whether all that is open can be reached."""

from __future__ import annotations

from collections import deque

from pygen.kinds.mystery.constants import FLOOR, FREE
from pygen.kinds.mystery.grid import Place
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PIECE, Pieces

MOST_WAITING = 255
"""How many tiles may wait. One more counts as not reached."""


def first_open(floor: Floor) -> Place:
    """The first tile of floor in a room, from the first room on."""
    rooms = (cell.rect.tiles() for cell in floor.grid.by_rows if cell.has_live_room)
    open_places = (place for tiles in rooms for place in tiles if floor.ground.is_floor(*place))
    return next(open_places, (0, 0))


def reach_tiles(floor: Floor) -> Pieces:
    """Find all that is open, from a room on, in exact mode from the stairs, and mark it as free;
    `unreached` is 0 afterwards if all of it was found. A piece is a tile.

    A step is to the left, right, up or down: a diagonal one needs both of its sides open, too.
    """
    ground, width = floor.ground, floor.width
    x, y = floor.stairs if floor.is_exact and floor.stairs else first_open(floor)
    waiting: deque[int] = deque()
    found: tuple[int, ...] = (y * width + x,)
    while True:
        for place in found:
            # Floor and moats have odd numbers.
            if ground[place] & (FREE | FLOOR) == FLOOR and len(waiting) < MOST_WAITING:
                ground[place] |= FREE
                floor.unreached -= 1
                waiting.append(place)
        if not waiting:
            return
        yield PIECE
        place = waiting.popleft()
        found = (place - 1, place + 1, place - width, place + width)


def count_open(floor: Floor) -> Pieces:
    """Exact mode: count what is open, and forget what has no trap; a piece is a row."""
    floor.unreached = 0
    for y in range(floor.height):
        if y:
            yield PIECE
        for place in range(y * floor.width, (y + 1) * floor.width):
            floor.ground[place] &= ~FREE
            # Floor and moats have odd numbers.
            floor.unreached += floor.ground[place] & FLOOR
