"""Tables for the C."""

from __future__ import annotations

from functools import cache


@cache
def circle_boxes(radius: int) -> tuple[tuple[int, int], ...]:
    """The rectangles that make up a circle: half the width and half the height of each, without the
    middle."""
    limit = radius * radius + radius
    half_widths = [
        max(half for half in range(radius + 1) if half * half + row * row <= limit)
        for row in range(radius + 1)
    ]
    return tuple(
        (half, row)
        for row, half in enumerate(half_widths)
        if row == radius or half_widths[row + 1] < half
    )


def second_size(least: int, most: int, byte: int) -> int:
    """A size from `least` to `most` for a second choice from one random number. It follows from the
    upper six bits of the lower `byte`; the upper byte has given another size before."""
    return least + ((byte >> 2) * (most - least + 1) >> 6)


def second_sizes(least: int, most: int) -> list[int]:
    """The results of `second_size` by the upper six bits of the byte."""
    return [second_size(least, most, bits << 2) for bits in range(64)]
