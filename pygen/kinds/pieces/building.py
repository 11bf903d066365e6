"""The phase `pieces`: all of it but the stairs."""

from __future__ import annotations

from pygen.engine.generation import Generation
from pygen.engine.kind import Steps
from pygen.kinds.pieces.cells import Cells
from pygen.kinds.pieces.drawing import draw_cells, draw_pieces
from pygen.kinds.pieces.joining import Joining, join_parts, keep_largest
from pygen.kinds.pieces.parameters import Pieces
from pygen.kinds.pieces.solving import solve


def name_row(joining: Joining, y: int) -> None:
    """Take from the cells of row y which piece each of them is."""
    cells = joining.cells
    for x in range(cells.model.columns):
        cell = cells.number(x, y)
        joining.pieces[cell] = cells.options[cell].bit_length() - 1


def take_fallback(joining: Joining, fallback: list[int], y: int) -> None:
    """Take the pieces of row y from the dungeon that always fits."""
    cells = joining.cells
    columns = cells.model.columns
    for x in range(columns):
        joining.pieces[cells.number(x, y)] = fallback[y * columns + x]


def build_pieces(g: Generation[Pieces]) -> Steps:
    """Find a piece for each cell, join the parts of the map or drop them, and draw them."""
    parameters = g.parameters
    cells = Cells(parameters.model)
    joining = Joining(cells, parameters.ways)
    repairs, attempts = yield from solve(cells, g.random, parameters.limits)
    g.figures["repairs"] = repairs
    yield "solve"
    has_failed = attempts > parameters.solving.attempts
    if has_failed:
        g.figures["fallback"] = 1
    for y in range(cells.model.rows):
        if has_failed:
            take_fallback(joining, parameters.fallback, y)
        else:
            name_row(joining, y)
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
