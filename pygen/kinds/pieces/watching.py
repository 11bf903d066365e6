"""The cells shown as tiles before they are drawn, for people who watch."""

from __future__ import annotations

from pygen.engine.dungeon.generation import Generation
from pygen.kinds.pieces.cells import Cells
from pygen.kinds.pieces.drawing import MARK_NAMES
from pygen.kinds.pieces.parameters import Pieces


def draft(g: Generation[Pieces], cells: Cells) -> bytes:
    """The tiles of the cells that have a single option left."""
    parameters, width, height = g.parameters, g.tiles.width, g.tiles.height
    marks = bytearray(width * height)
    step = 1 if parameters.is_learned else parameters.side - 1
    for y in range(cells.model.rows):
        for x in range(cells.model.columns):
            cell = cells.number(x, y)
            if cells.counts[cell] != 1:
                continue
            option = parameters.options[cells.options[cell].bit_length() - 1]
            lines = [[option.first_mark]] if parameters.is_learned else option.marks
            for row, line in enumerate(lines, y * step):
                for column, mark in enumerate(line, x * step):
                    marks[row * width + column] |= mark
    codes = {mark: g.codes[name] for mark, name in MARK_NAMES.items() if name in g.codes}
    return bytes(codes.get(mark, 0) for mark in marks)
