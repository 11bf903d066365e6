"""Whether all that is open can be reached."""

from __future__ import annotations

from pygen.kinds.mystery.ground import (
    AWAY,
    CELLS,
    FLOOR,
    FREE,
    LIVE,
    MOAT,
    TERRAIN,
    Floor,
    Work,
    is_floor,
)

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
    """Find all that is open, from a room on, and mark it as free; `open_tiles` is 0
    afterwards if all of it was found. A piece is a tile.

    A step is to the left, right, up or down: a diagonal one needs both of its sides open, too.
    """
    waiting: list[int] = []
    reach_tile(f, waiting, first_open(f))
    while waiting:
        yield
        place = waiting.pop(0)
        reach_tile(f, waiting, place - 1)
        reach_tile(f, waiting, place + 1)
        reach_tile(f, waiting, place - f.width)
        reach_tile(f, waiting, place + f.width)


def is_connected(f: Floor, x: int, y: int) -> bool:
    """Exact mode: whether all open tiles can be reached from one of them."""
    is_open = [ground & TERRAIN in (FLOOR, MOAT) for ground in f.ground]
    left = sum(is_open) - 1
    stack = [y * f.width + x]
    is_open[stack[0]] = False
    while stack:
        place = stack.pop()
        for near in (place - 1, place + 1, place - f.width, place + f.width):
            if is_open[near]:
                is_open[near] = False
                left -= 1
                stack.append(near)
    return left == 0
