"""Drawing the cells on the map.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from itertools import groupby

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import LEFT, TOP
from pygen.engine.dungeon.tilemap import TileMap
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.constants import SIDES
from pygen.kinds.mazes.pace import drawn_at_once, walled_at_once
from pygen.kinds.mazes.parameters import IS_DEAD_END


def draw_walls(maze: Maze, y: int, row: list[int], first: int) -> None:
    """Draw walls where the cells of `row` and their walls will be, one rectangle for each run of
    cells without gaps. `row` is a part of a row of cells; its first cell is in column `first`."""
    for has_cells, run in groupby(row, bool):
        count = len(list(run))
        if has_cells:
            left, top = maze.left + first * maze.pitch, maze.top + y * maze.pitch
            width = count * maze.pitch + 1
            maze.g.tiles.fill(left, top, width, maze.pitch + 1, maze.g.codes["wall"])
        first += count


def draw_floor(tiles: TileMap, x: int, y: int, size: int, sides: int, floor: int) -> None:
    """Draw the floor of a cell of `size` x `size` tiles whose first tile is (x, y), and its
    passages to the left and up if it is open on these sides."""
    before = (sides >> LEFT) & 1
    tiles.fill(x - before, y, size + before, size, floor)
    if (sides >> TOP) & 1:
        tiles.fill(x, y - 1, size, 1, floor)


def draw_cells(maze: Maze) -> Work:
    """Draw all cells, row by row: the walls of a row, then its floor."""
    g, pitch = maze.g, maze.pitch
    size, has_gaps = g.parameters.map, g.parameters.has_gaps
    walled = walled_at_once(size, maze.size, has_gaps)
    floor = Piece("floor", drawn_at_once(size, maze.size))
    for y in range(maze.rows):
        if y:
            yield "floor"
        cell = maze.first + y * maze.stride
        row = [sides & SIDES for sides in maze.cells[cell : cell + maze.columns]]
        for first in range(0, maze.columns, walled):
            draw_walls(maze, y, row[first : first + walled], first)
            yield "walls"
        for x, sides in enumerate(row):
            yield floor
            if sides:
                left, top = maze.left + 1 + x * pitch, maze.top + 1 + y * pitch
                draw_floor(g.tiles, left, top, maze.size, sides, g.codes["floor"])
                g.figures["dead_ends"] += IS_DEAD_END[sides]
