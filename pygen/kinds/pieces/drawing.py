"""Drawing the pieces on the map, row by row."""

from __future__ import annotations

from collections.abc import Iterable

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.pieces.cells import Cells
from pygen.kinds.pieces.constants import DROPPED, NO_PIECE
from pygen.kinds.pieces.joining import Joining
from pygen.kinds.pieces.pace import PACE
from pygen.kinds.pieces.parameters import Pieces
from pygen.kinds.pieces.parameters.options import (
    DOOR_MARK,
    FLOOR_MARK,
    SECRET_MARK,
    SKIPPED,
    TREASURE_MARK,
    WALL_MARK,
)

COLLECT, WALLS = (Piece(word, PACE["marks_at_once"]) for word in ("collect", "walls"))

MARK_NAMES = {
    SKIPPED: "empty",
    WALL_MARK: "wall",
    FLOOR_MARK: "floor",
    DOOR_MARK: "door",
    SECRET_MARK: "secret_path",
    TREASURE_MARK: "treasure",
}
"""The tiles of the marks in a drawing."""


def close_marks(row: bytearray, places: Iterable[int]) -> None:
    """Let marks of a row be walls where something is walkable."""
    for x in places:
        if row[x] > WALL_MARK:
            row[x] = WALL_MARK


def write_tile_row(g: Generation[Pieces], y: int, row: bytes | bytearray) -> None:
    """Write a row of marks into the map."""
    codes = bytearray(256)
    for mark, name in MARK_NAMES.items():
        codes[mark] = g.codes.get(name, 0)
    first = y * g.tiles.width
    g.tiles.tiles[first : first + len(row)] = row.translate(codes)


def drawn_piece(joining: Joining, cell: int) -> int:
    """The piece of a cell, unless it was dropped."""
    return NO_PIECE if joining.labels[cell] == DROPPED else joining.pieces[cell]


def open_marks(cells: Cells, joining: Joining, g: Generation[Pieces], y: int) -> Finding[bytearray]:
    """The marks of a row of cells in a map that was learned, one of each."""
    yield from (COLLECT,) * g.tiles.width
    row = bytearray(g.tiles.width)
    if y < cells.model.rows:
        options = g.parameters.options
        for x, cell in enumerate(range(cells.number(0, y), cells.number(cells.model.columns, y))):
            piece = drawn_piece(joining, cell)
            if piece != NO_PIECE:
                row[x] = options[piece].first_mark
    return row


def wall_marks(above: bytearray, here: bytearray, below: bytearray) -> Finding[bytearray]:
    """A row of marks with walls beside walkable tiles."""
    yield from (WALLS,) * len(here)
    near = [any(column) for column in zip(above, here, below, strict=True)]
    row = bytearray(here)
    for x, mark in enumerate(here):
        if mark == SKIPPED and True in near[max(0, x - 1) : x + 2]:
            row[x] = WALL_MARK
    return row


def draw_cells(g: Generation[Pieces], cells: Cells, joining: Joining) -> Work:
    """Draw a map that was learned: a tile of each cell, and walls around walkable tiles. A step
    collects a part of a row, begins the row, looks for walls in a part of it, or writes it."""
    above, here = bytearray(g.tiles.width), bytearray(g.tiles.width)
    yield "begin"
    for y in range(cells.model.rows + 1):
        below = yield from open_marks(cells, joining, g, y + 1)
        yield "collect"
        yield "begin"
        row = yield from wall_marks(above, here, below)
        yield "walls"
        write_tile_row(g, y, row)
        above, here = here, below
        if y != cells.model.rows:
            yield "row"


def line_marks(g: Generation[Pieces], joining: Joining, cell: int, line: int) -> int:
    """The marks of a line of the piece of a cell, as Option.lines has them."""
    piece = drawn_piece(joining, cell)
    return 0 if piece == NO_PIECE else g.parameters.options[piece].lines[line]


def draw_pieces(g: Generation[Pieces], cells: Cells, joining: Joining) -> Work:
    """Draw the pieces of all cells. Pieces overlap by one row or column of tiles; with a side of 5:

        tiles    0 1 2 3 4 5 6 7 8
        cell 0   # # # # #
        cell 1           # # # # #

    A row of tiles is collected from a row of cells, and also from the cells above if pieces overlap
    there. Where two pieces overlap, both have the same mark, or one of them has WALL_MARK and the
    other one SKIPPED, which is 0. So marks can be added bit by bit. Writing a row is a step. If the
    ring of the map is open, it becomes wall, which is a step for the first and the last row.
    """
    model = cells.model
    last = g.parameters.side - 1
    collect = Piece("collect", PACE["tiles_drawn"], g.parameters.side + PACE["tiles_besides"])
    for y in range(last * model.rows + 1):
        cell_y, line = divmod(y, last)
        first = cells.number(0, cell_y)
        row = 0
        yield from (collect,) * model.columns
        for x in range(model.columns):
            marks = line_marks(g, joining, first + x, line)
            if line == 0:
                marks |= line_marks(g, joining, first + x - cells.stride, last)
            row |= marks << 8 * last * x
        yield "collect"
        drawn = bytearray(row.to_bytes(g.tiles.width, "little"))
        if g.parameters.is_open:
            end = last * model.columns
            close_marks(drawn, (0, end))
            if y in (0, last * model.rows):
                close_marks(drawn, range(end))
                yield "close"
        write_tile_row(g, y, drawn)
        if y != last * model.rows:
            yield "row"
