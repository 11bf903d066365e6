"""The phase `pieces`: everything except the stairs."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.pieces.cells import Cells
from pygen.kinds.pieces.checking import is_good
from pygen.kinds.pieces.drawing import draw_cells, draw_pieces
from pygen.kinds.pieces.joining import Joining, join_parts, keep_largest
from pygen.kinds.pieces.pace import PACE, Spreading
from pygen.kinds.pieces.parameters import Pieces
from pygen.kinds.pieces.protecting import protect_pieces
from pygen.kinds.pieces.solving import Tries, solve
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
    """Find a piece for each cell, join the parts of the map or drop them, and draw them. If pieces
    that were placed first are missing then, or there is too little floor, another attempt begins.
    """
    parameters = g.parameters
    cells = Cells(parameters.model)
    tries = Tries(parameters.solving.attempts)
    g.draft = lambda: draft(g, cells)
    is_solved = True
    while True:
        joining = Joining(cells, parameters.ways)
        if is_solved:
            spreading = Spreading(parameters.work)
            is_solved = yield from solve(cells, g.random, parameters.limits, tries, spreading)
            g.figures["repairs"] = tries.repairs
            yield "solve"
        if not is_solved:
            g.figures["fallback"] = 1
        yield from name_cells(joining, None if is_solved else parameters.fallback)
        yield "name"
        if parameters.regions.keep == "largest":
            yield from keep_largest(joining)
            if parameters.joins:
                yield "keep"
                yield from join_parts(joining)
            g.figures["joints"], g.figures["dropped"] = joining.joints, joining.dropped
            yield "keep"
        if not is_solved or not parameters.is_checked:
            break
        is_enough = yield from is_good(joining, parameters.least_floor, parameters.is_open)
        yield "check"
        if is_enough:
            break
        tries.attempts_left -= 1
        is_solved = tries.attempts_left > 0
    if parameters.protects:
        yield from protect_pieces(g, joining)
        yield "protect"
    if parameters.is_learned:
        yield from draw_cells(g, cells, joining)
    else:
        yield from draw_pieces(g, cells, joining)
