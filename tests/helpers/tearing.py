"""When a row of the window may be written: not while the VIC reads it, and once in each frame."""

from __future__ import annotations

from collections.abc import Sequence

# The line in which the VIC reads a row's characters and colours, for all eight of its lines.
FIRST_READ, LINES_A_ROW = 51, 8
DIRECTIONS = {
    "right": (1, 0),
    "left": (-1, 0),
    "down": (0, 1),
    "up": (0, -1),
    "down right": (1, 1),
    "down left": (-1, 1),
    "up right": (1, -1),
    "up left": (-1, -1),
}


def torn_rows(writes: Sequence[tuple[int, int]], lines: int) -> set[int]:
    """The rows that are not written as a whole between two readings by the VIC.

    The step begins below row 0, which the VIC has read then; the picture that is being shown must
    be the old one altogether, the next one the new one.
    """
    torn, frame, before = set(), 0, -1
    for row, line in writes:
        frame += line < before
        before = line
        time = frame * lines + line
        read = FIRST_READ + LINES_A_ROW * row
        if not read < time < lines + read:
            torn.add(row)
    return torn
