"""Pictures of the C64's memory: what lies where, a column for each program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygen.pictures.palette import colour_number
from pygen.pictures.picture import Canvas
from pygen.spec.glyphs import SIZE

BYTES_A_ROW = 128
"""The bytes of memory for each row of the picture."""

COLUMN = 15 * SIZE
"""The width of a column."""

MARGIN = 5 * SIZE
"""Where addresses are written."""

TOP = 2 * SIZE
GAP = SIZE
MEMORY = 0x10000


@dataclass(frozen=True)
class Block:
    """A part of memory from `first` to `last`, with its name and its colour."""

    first: int
    last: int
    name: str
    colour: str


def memory_picture(columns: Sequence[tuple[str, Sequence[Block]]], marks: Sequence[int]) -> bytes:
    """A PNG with a column for each title and its blocks; $0000 is at the top. `marks` are the
    addresses that stand on the left."""
    width = MARGIN + len(columns) * (COLUMN + GAP)
    black, grey = colour_number("black"), colour_number("light_grey")
    canvas = Canvas(width, TOP + MEMORY // BYTES_A_ROW + SIZE, black)
    for address in marks:
        canvas.write(0, TOP + _row(address) - 3, f"{address:04X}", grey, black)
    for number, (title, blocks) in enumerate(columns):
        left = MARGIN + number * (COLUMN + GAP)
        canvas.write(left, 4, title.upper(), colour_number("white"), black)
        _fill(canvas, left, range(TOP, TOP + _row(MEMORY)), colour_number("dark_grey"))
        for block in blocks:
            rows = range(TOP + _row(block.first), TOP + _row(block.last) + 1)
            colour = colour_number(block.colour)
            _fill(canvas, left, rows, colour)
            if len(rows) >= SIZE:
                middle = rows.start + (len(rows) - SIZE) // 2
                canvas.write(left + 4, middle, block.name.upper()[:14], black, colour)
    return canvas.png()


def _row(address: int) -> int:
    return address // BYTES_A_ROW


def _fill(canvas: Canvas, left: int, rows: range, colour: int) -> None:
    """A bar of a column, with a dark line below it."""
    canvas.put(left, rows.start, [bytes((colour,)) * COLUMN] * len(rows))
    if len(rows) > 2:
        canvas.put(left, rows.stop - 1, [bytes((colour_number("black"),)) * COLUMN])
