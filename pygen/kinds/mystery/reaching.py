"""Whether all that is open can be reached."""

from __future__ import annotations

from pygen.kinds.mystery.constants import AWAY, CELLS, FLOOR, FREE, LIVE
from pygen.kinds.mystery.ground import Floor, Work, is_floor

MOST_WAITING = 255
"""How many tiles may wait. One more counts as not reached."""


def first_open(f: Floor) -> int:
    """The first tile of floor in a room, from the first room on."""
    for cell in range(CELLS):
        if f.state[cell] & (LIVE | AWAY) != LIVE:
            continue
        for y in range(f.top[cell], f.bottom[cell]):
            for x in range(f.left[cell], f.right[cell]):
                if is_floor(f, x, y):
                    return y * f.width + x
    return 0


def reach_tile(f: Floor, waiting: list[int], place: int) -> None:
    """Mark a tile and let it wait, if it is open and was not reached before."""
    # Floor and moats have odd numbers.
    if f.ground[place] & (FREE | FLOOR) == FLOOR and len(waiting) < MOST_WAITING:
        f.ground[place] |= FREE
        f.open_tiles -= 1
        waiting.append(place)


def reach_tiles(f: Floor) -> Work:
    """Find all that is open, from a room on, in exact mode from the stairs, and mark it as free;
    `open_tiles` is 0 afterwards if all of it was found. A piece is a tile.

    A step is to the left, right, up or down: a diagonal one needs both of its sides open, too.
    """
    waiting: list[int] = []
    first = f.stairs[1] * f.width + f.stairs[0] if f.exact else first_open(f)
    reach_tile(f, waiting, first)
    while waiting:
        yield
        place = waiting.pop(0)
        reach_tile(f, waiting, place - 1)
        reach_tile(f, waiting, place + 1)
        reach_tile(f, waiting, place - f.width)
        reach_tile(f, waiting, place + f.width)


def count_open(f: Floor) -> Work:
    """Exact mode: count what is open, and forget what has no trap; a piece is a row."""
    f.open_tiles = 0
    for y in range(f.height):
        if y:
            yield
        for place in range(y * f.width, (y + 1) * f.width):
            f.ground[place] &= ~FREE & 0xFF
            # Floor and moats have odd numbers.
            f.open_tiles += f.ground[place] & FLOOR
