"""How much of a whole its parts are, for kernels that compare random bytes with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WHOLE = 256
"""The parts in which shares are counted: a random byte has as many values."""


def share_bounds(sums: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """For each running sum but the last one, which is the whole: the least and the greatest share
    that it has of the whole, rounded down and up.

    Of a random byte below the least share, or not below the greatest one, it is certain on which
    side of the sum it lies, whichever of `sums` is meant. Empty ones do not count.
    """
    wanted = {tuple(one) for one in sums if one}
    return [
        (
            min(WHOLE * one[at] // one[-1] for one in wanted),
            max(-(-WHOLE * one[at] // one[-1]) for one in wanted),
        )
        for at in range(len(next(iter(wanted))) - 1)
    ]
