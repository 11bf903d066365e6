"""Protecting the tiles of pieces that are protected, for passes that dig."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.protected import edge_tiles, protect
from pygen.kinds.pieces.joining import Joining
from pygen.kinds.pieces.pace import PACE
from pygen.kinds.pieces.parameters import Pieces


def protect_pieces(g: Generation[Pieces], joining: Joining) -> Work:
    """Find the protected tiles: all of each protected piece, with the ring that it shares with
    others. Of a row of cells some are looked at in a step; then each row of tiles is a step."""
    parameters, cells = g.parameters, joining.cells
    model, last = cells.model, parameters.side - 1
    look = Piece("protect", PACE["tiles_protected"], parameters.side + PACE["tiles_besides"])
    above = here = 0
    rows = []
    for y in range(g.tiles.height):
        cell_y, line = divmod(y, last)
        if line == 0:
            above, here = here, 0
            if cell_y < model.rows:
                yield from (look,) * model.columns
                first = cells.number(0, cell_y)
                for x, piece in enumerate(joining.pieces[first : first + model.columns]):
                    if parameters.options[piece].is_protected:
                        here |= ((2 << last) - 1) << last * x
                yield "protect"
        rows.append(edge_tiles(g, y) | here | (0 if line else above))
        if y != g.tiles.height - 1:
            yield "row"
    protect(g, rows)
