"""The tables of the C."""

from __future__ import annotations


def circle_boxes(radius: int) -> list[tuple[int, int]]:
    """Rectangles that make up a circle: half of the width and of the height of each, without the
    middle."""
    limit = radius * radius + radius
    half_widths = [
        max(half for half in range(radius + 1) if half * half + row * row <= limit)
        for row in range(radius + 1)
    ]
    return [
        (half, row)
        for row, half in enumerate(half_widths)
        if row == radius or half_widths[row + 1] < half
    ]


def second_sizes(least: int, most: int) -> list[int]:
    """Sizes in this range for the upper six bits of the lower byte of a random number, whose upper
    byte another size was made of."""
    return [least + (bits * (most - least + 1) >> 6) for bits in range(64)]
