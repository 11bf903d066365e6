"""The random numbers of a floor: the engine's, or in exact mode those of the original.

Each function is one draw, unless it says otherwise. In exact mode a draw that cannot change
anything is made all the same.
"""

from __future__ import annotations

from pygen.engine.sections import chance_threshold
from pygen.kinds.mystery.constants import FEW_CHOICES
from pygen.kinds.mystery.ground import Floor


def step_forward(f: Floor) -> None:
    """Take a step of the primary stream, which does not count as a draw."""
    f.random32.step()


def step_back(f: Floor) -> None:
    """Take back a step of the primary stream."""
    f.random32.step_back()


def scale_state(f: Floor, count: int) -> int:
    """The number below count that the state of the primary stream is now."""
    return (f.random32.state >> 16) * count >> 16


def draw_place(f: Floor, count: int) -> int:
    """Exact mode: a number 0..count-1, for a count up to 65,535; 0 for a count of 0."""
    return f.random32.draw() * count >> 16


def draw_below(f: Floor, count: int) -> int:
    """A number 0..count-1."""
    if f.exact:
        return f.random32.draw() * count >> 16
    if count <= FEW_CHOICES:
        return f.g.random.below(count)
    return f.g.random.draw() * count >> 16


def draw_percent(f: Floor, percent: int) -> bool:
    """Whether something happens that has a chance of so many percent."""
    if f.exact:
        return f.random32.draw() * 100 >> 16 < percent
    return f.g.random.chance(chance_threshold(percent))


def draw_far_between(f: Floor, low: int, high: int) -> int:
    """Exact mode: a number from `low` up to `high`, which is excluded; no draw if both are
    equal."""
    if low == high:
        return low
    return low + draw_place(f, high - low)


def draw_forced(f: Floor, count: int) -> int:
    """A number 0..count-1, or 0 for a count of 0; exact mode then draws, too."""
    if count == 0 and not f.exact:
        return 0
    return draw_below(f, count)


def draw_between(f: Floor, one: int, other: int) -> int:
    """A number from the smaller one up to the larger, which is excluded; no draw if both are equal.

    In lean mode there is none either for a single choice.
    """
    if one == other:
        return one
    low, count = (other, one - other) if one > other else (one, other - one)
    if count == 1 and not f.exact:
        return low
    return low + draw_below(f, count)
