"""The gradients of noise: directions in which heights rise, and by how much."""

from __future__ import annotations

DIRECTIONS = 16
"""The number of directions, clockwise. A point has one of them."""

MIDDLE = 128
"""The height at every point of a gradient noise."""

MOST_SLOPE = 112
"""The greatest slope: heights that are blended differ from MIDDLE by at most 1.2 times that."""

MOST_SLOPES = 170
"""The greatest sum of the slopes of all octaves: heights differ from MIDDLE by at most 0.71 times
as much, and half a unit for each blend that is rounded."""

SINES = (0, 98, 181, 237, 256, 237, 181, 98, 0, -98, -181, -237, -256, -237, -181, -98)
"""By direction: how much of a slope goes down the map, times 256."""


def greatest_slope(persistence: int, octaves: int) -> int:
    """The greatest slope of the first octave with which all octaves have room in a byte."""
    return max(
        slope
        for slope in range(MOST_SLOPE + 1)
        if sum(slope >> persistence * n for n in range(octaves)) <= MOST_SLOPES
    )


def part_of(slope: int, sine: int, place: int, spacing: int) -> int:
    """The part of a slope in a direction, after `place` of `spacing` tiles, rounded."""
    part = (2 * slope * abs(sine) * place + 256 * spacing) // (512 * spacing)
    return part if sine >= 0 else -part


def direction_rows(slope: int, spacing: int) -> list[list[int]]:
    """For each place from a point to the next one below, and for each direction, the height there;
    at the end, for each direction, the height at the next point on the right."""
    rows = [
        [MIDDLE + part_of(slope, sine, place, spacing) for sine in SINES]
        for place in range(spacing + 1)
    ]
    quarter = DIRECTIONS // 4
    return [*rows, [rows[spacing][(way + quarter) % DIRECTIONS] for way in range(DIRECTIONS)]]
