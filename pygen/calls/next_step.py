"""The next step of whoever follows distances, or gets away by them: the call `next_step`.

The twin of c64src/calls/next_step.
"""

from __future__ import annotations

from pygen.calls.constants import PAIR_NOT_REACHED, STEPS_NOT_REACHED, WAY_AWAY
from pygen.engine.definition.sides import STEPS


class NotReached(Exception):
    """No way leads from this tile to where the distances are from."""


def next_step(far: bytes, width: int, x: int, y: int, way: int) -> int | None:
    """The number of the step from a tile, by a byte for each tile; None if no tile beside it is
    better. Towards and fleeing: the least number that is below the tile's own; away: the greatest
    that is above it. Raises NotReached."""
    at = y * width + x
    best, chosen = far[at], None
    if best == STEPS_NOT_REACHED:
        raise NotReached
    for number, (across, down) in enumerate(STEPS):
        there = _value(far, width, x + across, y + down)
        is_better = there > best if way == WAY_AWAY else there < best
        if there != STEPS_NOT_REACHED and is_better:
            best, chosen = there, number
    return chosen


def _value(far: bytes, width: int, x: int, y: int) -> int:
    """What a tile has; STEPS_NOT_REACHED outside of the map."""
    if 0 <= x < width and 0 <= y < len(far) // width:
        return far[y * width + x]
    return STEPS_NOT_REACHED


def pair_at(pairs: bytes, width: int, x: int, y: int) -> int:
    """Two bits of a map of distances modulo 3; PAIR_NOT_REACHED outside of the map."""
    row_bytes = (width + 3) // 4
    if 0 <= x < width and 0 <= y < len(pairs) // row_bytes:
        return pairs[y * row_bytes + x // 4] >> x % 4 * 2 & 3
    return PAIR_NOT_REACHED


def next_paired_step(pairs: bytes, width: int, x: int, y: int, way: int) -> int | None:
    """The same by two bits for each tile: the first step to a tile that is one step nearer, or, for
    away, one step farther."""
    here = pair_at(pairs, width, x, y)
    if here == PAIR_NOT_REACHED:
        raise NotReached
    wanted = (here + 1) % 3 if way == WAY_AWAY else (here + 2) % 3
    for number, (across, down) in enumerate(STEPS):
        if pair_at(pairs, width, x + across, y + down) == wanted:
            return number
    return None
