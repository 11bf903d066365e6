"""Reading tiles of three bits by some of their bits: the bits and the table."""

from __future__ import annotations

import random

import pytest

from pygen.emit.planes import bits_of_tiles, read_masks, read_places


@pytest.mark.parametrize("mask", [1, 2, 4, 3, 6])
def test_the_table_tells_which_of_eight_tiles_have_a_bit(mask: int) -> None:
    chance = random.Random(mask)
    table, places = bits_of_tiles(mask), read_places(mask)
    for _ in range(200):
        codes = [chance.randrange(8) for _ in range(8)]
        # Two bits are brought together in the place of the higher one.
        group = sum(code << 3 * n for n, code in enumerate(codes))
        if mask in (3, 6):
            group |= group << 1
        found = 0
        for byte, place in enumerate(places):
            found |= table[group >> 8 * byte & place]
        assert found == sum((code & mask != 0) << n for n, code in enumerate(codes))


def masks(present: set[int], *wanted: set[int], bits: int = 3) -> list[int]:
    return list(
        read_masks(bits, present, {str(n): codes for n, codes in enumerate(wanted)}).values()
    )


def test_a_mask_has_a_bit_of_each_code_that_is_wanted_and_none_of_the_others() -> None:
    assert masks({0, 1, 2}, {2}) == [2]
    assert masks({0, 1, 2, 4, 5}, {2, 4, 5}) == [6]
    assert masks({0, 1, 3}, {3}) == [2]
    assert masks({0, 1, 3}, {1}) == [0]
    # Bits that are not next to each other are no mask.
    assert masks({0, 1, 2, 4}, {1, 4}) == [0]
    assert masks({0, 1, 2}, {2}, bits=4) == [0]


def test_all_masks_have_the_same_highest_bit() -> None:
    assert masks({0, 1, 2, 4, 5}, {2, 4, 5}, {4, 5}) == [6, 4]
    assert masks({0, 1, 2, 4}, {4}, {2}) == [4, 0]
