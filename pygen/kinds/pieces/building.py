"""The phase `pieces`: all of it but the stairs."""

from __future__ import annotations

from pygen.engine.generation import Generation
from pygen.engine.pace import Work
from pygen.kinds.pieces.cells import Cells
from pygen.kinds.pieces.constants import CELLS_NAMED
from pygen.kinds.pieces.drawing import draw_cells, draw_pieces
from pygen.kinds.pieces.joining import Joining, join_parts, keep_largest
from pygen.kinds.pieces.parameters import Pieces
from pygen.kinds.pieces.solving import solve
from pygen.kinds.pieces.watching import draft


def name_row(joining: Joining, first: int, count: int) -> None:
    """Take from some cells which piece each of them is."""
    for cell in range(first, first + count):
        joining.pieces[cell] = joining.cells.options[cell].bit_length() - 1


def take_fallback(joining: Joining, first: int, pieces: list[int]) -> None:
    """Take the pieces of some cells from the dungeon that always fits."""
    joining.pieces[first : first + len(pieces)] = pieces


def name_cells(joining: Joining, fallback: list[int] | None) -> Work:
    """Take the pieces of all cells, from the dungeon that always fits if there is one; one step is
    some of a row. In C another one names those above the map, and those below."""
    columns, rows = joining.cells.model.columns, joining.cells.model.rows
    for y in range(rows):
        for x in range(0, columns, CELLS_NAMED):
            count = min(CELLS_NAMED, columns - x)
            if fallback:
                at = y * columns + x
                take_fallback(joining, joining.cells.number(x, y), fallback[at : at + count])
            else:
                name_row(joining, joining.cells.number(x, y), count)
            yield "name"
    yield "name"


def build_pieces(g: Generation[Pieces]) -> Work:
    """Find a piece for each cell, join the parts of the map or drop them, and draw them."""
    parameters = g.parameters
    cells = Cells(parameters.model)
    joining = Joining(cells, parameters.ways)
    g.draft = lambda: draft(g, cells)
    repairs, attempts = yield from solve(cells, g.random, parameters.limits)
    g.figures["repairs"] = repairs
    yield "solve"
    has_failed = attempts > parameters.solving.attempts
    if has_failed:
        g.figures["fallback"] = 1
    yield from name_cells(joining, parameters.fallback if has_failed else None)
    yield "name"
    if parameters.regions.keep == "largest":
        yield from keep_largest(joining)
        if parameters.joins:
            yield "keep"
            yield from join_parts(joining)
        g.figures["joints"], g.figures["dropped"] = joining.joints, joining.dropped
        yield "keep"
    if parameters.is_learned:
        yield from draw_cells(g, cells, joining)
    else:
        yield from draw_pieces(g, cells, joining)
