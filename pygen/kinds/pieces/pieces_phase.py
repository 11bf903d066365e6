"""The phase `pieces`: everything except the stairs."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.pieces.cells import Cells
from pygen.kinds.pieces.drawing import draw_cells, draw_pieces
from pygen.kinds.pieces.joining import Joining, join_parts, keep_largest
from pygen.kinds.pieces.pace import PACE, Spreading
from pygen.kinds.pieces.parameters import Pieces
from pygen.kinds.pieces.solving import Limits, solve
from pygen.kinds.pieces.watching import draft

NAME = Piece("name", PACE["cells_named"])


def name_cells(joining: Joining, fallback: list[int] | None) -> Work:
    """Take the pieces of all cells, or of `fallback`, the dungeon that always fits, if it is given.
    In C another step does this for the cells above and below the map."""
    columns, rows = joining.cells.model.columns, joining.cells.model.rows
    for y in range(rows):
        yield from (NAME,) * columns
        first = joining.cells.number(0, y)
        options = joining.cells.options[first : first + columns]
        joining.pieces[first : first + columns] = (
            fallback[y * columns : (y + 1) * columns]
            if fallback
            else [one.bit_length() - 1 for one in options]
        )
        yield "name"
    yield "name"


def build_pieces(g: Generation[Pieces]) -> Work:
    """Find a piece for each cell, join the parts of the map or drop them, and draw them."""
    parameters = g.parameters
    cells = Cells(parameters.model)
    joining = Joining(cells, parameters.ways)
    g.draft = lambda: draft(g, cells)
    solving = parameters.solving
    limits = Limits(solving.repairs, solving.radius, solving.attempts)
    repairs, attempts = yield from solve(cells, g.random, limits, Spreading(parameters.work))
    g.figures["repairs"] = repairs
    yield "solve"
    has_failed = attempts > limits.attempts
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
