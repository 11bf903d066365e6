"""Whether all floor can be reached."""

from __future__ import annotations

from pygen.kinds.mystery.ground import FLOOR, MOAT, TERRAIN, Floor


def is_connected(f: Floor, x: int, y: int) -> bool:
    """Whether all open tiles can be reached from one of them: floor, and moats.

    A step is to the left, right, up or down: a diagonal one needs both of its sides open, too.
    """
    width = f.width
    is_open = [ground & TERRAIN in (FLOOR, MOAT) for ground in f.ground]
    left = sum(is_open)
    stack = [y * width + x]
    is_open[stack[0]] = False
    left -= 1
    while stack:
        place = stack.pop()
        for near in (place - 1, place + 1, place - width, place + width):
            if is_open[near]:
                is_open[near] = False
                left -= 1
                stack.append(near)
    return left == 0
