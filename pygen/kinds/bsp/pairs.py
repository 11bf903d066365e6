"""Neighbours: pairs of parts that have a piece of a cut between them.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import BOTTOM, RIGHT
from pygen.kinds.bsp.pace import PACE
from pygen.kinds.bsp.splitting import Layout

PAIR = Piece("pairs", PACE["pairs_at_once"])


@dataclass
class Pair:
    """Two neighbours, the lower number first, with the number of the cut between them."""

    first: int
    second: int
    line: int
    is_joined: bool = False


def find_pairs(layout: Layout, pairs: list[Pair], is_chain: bool) -> Work:
    """List all pairs of neighbours; in a chain only the pairs that the chain does not join.

    Of two neighbours the one with the lower number is on the left or above.
    """
    count = len(layout.parts)
    for first in range(count):
        for second in range(first + 1 + is_chain, count):
            yield PAIR
            one, other = layout.parts[first], layout.parts[second]
            line = None
            if one.right == other.left:
                if one.top < other.bottom and other.top < one.bottom:
                    line = one.lines[RIGHT]
            elif one.bottom == other.top and one.left < other.right and other.left < one.right:
                line = one.lines[BOTTOM]
            if line is not None:
                pairs.append(Pair(first, second, line))
