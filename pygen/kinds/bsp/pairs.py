"""Neighbours: pairs of parts that have a piece of a cut between them."""

from __future__ import annotations

from dataclasses import dataclass

from pygen.engine.kind import Steps
from pygen.kinds.bsp.splitting import BOTTOM, RIGHT, Layout

PAIRS_AT_ONCE = 40
"""After how many pairs of parts a step ends, once all pairs of the last part are done."""


@dataclass
class Pair:
    """Two neighbours, the lower number first, with the number of the cut between them."""

    first: int
    second: int
    line: int
    is_joined: bool = False


def line_between(layout: Layout, first: int, second: int) -> int | None:
    """The number of the cut between two parts, `first` < `second`; None if they are no neighbours.

    Of two neighbours the one with the lower number is on the left or above.
    """
    one, other = layout.parts[first], layout.parts[second]
    if one.right == other.left:
        if one.top < other.bottom and other.top < one.bottom:
            return one.lines[RIGHT]
    elif one.bottom == other.top and one.left < other.right and other.left < one.right:
        return one.lines[BOTTOM]
    return None


def find_pairs(layout: Layout, pairs: list[Pair], is_chain: bool) -> Steps:
    """List all pairs of neighbours; of a chain those without a place in it."""
    count = len(layout.parts)
    tested = 0
    for first in range(count - 1):
        if tested >= PAIRS_AT_ONCE:
            yield "pairs"
            tested = 0
        for second in range(first + 1 + is_chain, count):
            line = line_between(layout, first, second)
            if line is not None:
                pairs.append(Pair(first, second, line))
        tested += count - 1 - first
