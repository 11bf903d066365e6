"""Whether a map is good enough: it has the pieces that were placed first, and enough floor."""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece
from pygen.kinds.pieces.cells import sides_of_map
from pygen.kinds.pieces.constants import DROPPED
from pygen.kinds.pieces.joining import Joining
from pygen.kinds.pieces.pace import PACE

COUNT = Piece("count", PACE["cells_counted"])


def has_pins(joining: Joining) -> bool:
    """Whether no piece that the map must have was dropped."""
    return all(
        joining.labels[cell] != DROPPED or not joining.is_walkable(cell)
        for cell in joining.cells.needed
    )


def count_floor(joining: Joining, is_open: bool) -> Finding[int]:
    """The walkable tiles of all cells that were not dropped. If the ring of the map is open, those
    in the outermost ring of a cell at a side of the map are not counted."""
    cells, ways = joining.cells, joining.ways
    floor = 0
    for y in range(cells.model.rows):
        for x in range(cells.model.columns):
            yield COUNT
            cell = cells.number(x, y)
            if joining.labels[cell] != DROPPED:
                is_cut = is_open and any(sides_of_map(cells.model, x, y))
                floor += (ways.floors_inside if is_cut else ways.floors)[joining.pieces[cell]]
        yield "count"
    return floor


def is_good(joining: Joining, least_floor: int, is_open: bool) -> Finding[bool]:
    """Whether a map has all pieces that were placed first, and at least so many walkable tiles."""
    if not has_pins(joining):
        return False
    if not least_floor:
        return True
    yield "pins"
    return (yield from count_floor(joining, is_open)) >= least_floor
