"""Tables for the C."""

from __future__ import annotations


def circle_boxes(radius: int) -> list[tuple[int, int]]:
    """The rectangles that make up a circle: half the width and half the height of each, without the
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
    """The sizes from `least` to `most` for a second choice from one random number. The index is the
    upper six bits of its lower byte; its upper byte has given another size before."""
    return [least + (bits * (most - least + 1) >> 6) for bits in range(64)]
