"""The bounds of shares, which decide most moves of a walk."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

from pygen.emit.shares import WHOLE, share_bounds


def sums_of(count: int) -> list[list[int]]:
    """Running sums of four weights each, and some that are empty."""
    source = random.Random(count)
    weights = [[source.randint(1, 255) for _ in range(4)] for _ in range(count)]
    return [[], *(list(accumulate(four)) for four in weights), []]


@pytest.mark.parametrize("count", [1, 2, 30])
def test_a_random_byte_outside_the_bounds_is_certain(count: int) -> None:
    sums = sums_of(count)
    for at, (least, most) in enumerate(share_bounds(sums)):
        parts = [(one[at], one[-1]) for one in sums if one]
        for byte in range(WHOLE):
            # A random number of 16 bits is below a share if its product with the whole is.
            always = all(part * WHOLE >= (byte + 1) * whole for part, whole in parts)
            never = all(part * WHOLE <= byte * whole for part, whole in parts)
            assert (byte < least, byte >= most) == (always, never)


def test_an_exact_share_leaves_nothing_open() -> None:
    assert share_bounds([[64, 128, 192, 256], [1, 2, 3, 4]]) == [(64, 64), (128, 128), (192, 192)]
