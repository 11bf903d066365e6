"""Pieces that are placed before all others: fixed ones, and those of which there are at least or at
most so many.

The cell of such a piece is pinned: whatever is repaired, it keeps one of the piece's options. As
soon as all are placed, no other cell may have an option of a piece of which there may be at most so
many. So there are never more of them.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.random.random16 import Random16
from pygen.kinds.pieces.cells import (
    Cells,
    limit_options,
    push_cell,
    reset_options,
    spread,
)
from pygen.kinds.pieces.constants import (
    CELLS_TRIED,
    CONTRADICTS,
    IS_DONE,
    LEAST_CHOICE,
)
from pygen.kinds.pieces.pace import PACE, Spreading

PIN = Piece("pin", PACE["pins_at_once"])
TRY = Piece("try", PACE["cells_tried_at_once"])
LOOK = Piece("look", PACE["cells_looked_at"])
CLOSE = Piece("close", PACE["cells_closed"])


def pin_cells(cells: Cells, bounds: tuple[int, int, int, int], is_one_of_all: bool) -> Work:
    """Let the pinned cells in an area that was reset have one of their options, and spread. The
    bounds are the first and the last column, the first and the last row."""
    left, right, top, bottom = bounds
    for cell, number in cells.pins.items():
        yield PIN
        y = cells.rows[cell]
        x = cell - cells.number(0, y)
        if left <= x <= right and top <= y <= bottom:
            if not is_one_of_all:
                reset_options(cells, x, y)
            limit_options(cells, cell, cells.model.sets[number])
            push_cell(cells, cell)


def is_place(cells: Cells, cell: int, options: int) -> bool:
    """Whether one of some options may be placed in a cell."""
    return bool(cells.options[cell] & options) and cell not in cells.pins


def find_place(cells: Cells, options: int, random: Random16) -> Finding[int]:
    """A cell for one of some options: a random one; if that takes too long, the first one behind
    the last that was tried. 0 if there is none."""
    columns, rows = cells.model.columns, cells.model.rows
    x = y = 0
    for _ in range(CELLS_TRIED):
        yield TRY
        x, y = random.below(columns), random.below(rows)
        if is_place(cells, cells.number(x, y), options):
            return cells.number(x, y)
    yield "try"
    first = columns * y + x
    for at in range(columns * rows):
        yield LOOK
        y, x = divmod((first + at) % (columns * rows), columns)
        if is_place(cells, cells.number(x, y), options):
            return cells.number(x, y)
    return 0


def close_cells(cells: Cells, spreading: Spreading) -> Finding[int]:
    """Take the limited options from all cells but the pinned ones. Returns what spreading has come
    to: CONTRADICTS if another cell has nothing else left."""
    model = cells.model
    having = 0
    for y in range(model.rows):
        cells.least_counts[y] = LEAST_CHOICE
        cells.least_cells[y] = cells.number(0, y)
        for x in range(model.columns):
            yield CLOSE
            cell = cells.number(x, y)
            before = cells.counts[cell]
            count = limit_options(cells, cell, ~model.limited)
            if not count:
                having += 1
            elif count != before and (count == 1 or model.closing_matters):
                push_cell(cells, cell)
        yield "close"
        result = yield from spread(cells, spreading)
        if result != IS_DONE:
            return result
        yield "spread"
    pinned = sum(not model.sets[number] & ~model.limited for number in cells.pins.values())
    cells.is_closed = True
    return IS_DONE if having == pinned else CONTRADICTS


def place_pieces(cells: Cells, random: Random16, spreading: Spreading) -> Finding[int]:
    """Place the pieces that come first, in random cells. Returns IS_DONE, or why that has
    failed."""
    model = cells.model
    for placing in model.placings:
        count = placing.least
        if placing.most > placing.least:
            count += random.below(placing.most - placing.least + 1)
        options = model.sets[placing.number]
        for number in range(count):
            cell = yield from find_place(cells, options, random)
            if not cell:
                if number < placing.least:
                    return CONTRADICTS
                break
            cells.pins[cell] = placing.number
            if number < placing.least:
                cells.needed.append(cell)
            limit_options(cells, cell, options)
            push_cell(cells, cell)
            yield "place"
            result = yield from spread(cells, spreading)
            if result != IS_DONE:
                return result
            yield "spread"
        yield "placed"
    if not model.limited:
        return IS_DONE
    return (yield from close_cells(cells, spreading))
