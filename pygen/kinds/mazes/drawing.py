"""Drawing the cells on the map."""

from __future__ import annotations

from itertools import groupby

from pygen.engine.definition.pace import Piece, Work
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.constants import SIDES
from pygen.kinds.mazes.pace import drawn_at_once, walled_at_once
from pygen.kinds.mazes.parameters import IS_DEAD_END, LEFT, UP


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


def dig_cells(maze: Maze, place: int, sides: int) -> None:
    """Dig a cell, whose first tile is at a place of the map, with the passage to the left."""
    width, size, tiles = maze.g.tiles.width, maze.size, maze.g.tiles.tiles
    before = sides >> LEFT & 1
    for row in range(place, place + size * width, width):
        tiles[row - before : row + size] = maze.floor[: size + before]


def dig_passages(maze: Maze, place: int) -> None:
    """Dig the passage up from a cell, whose first tile is at a place of the map."""
    place -= maze.g.tiles.width
    maze.g.tiles.tiles[place : place + maze.size] = maze.floor[: maze.size]


def draw_floor(maze: Maze, x: int, y: int, sides: int) -> None:
    """Draw the floor of a cell that is open on these sides, with the passages to the left and up,
    and count dead ends."""
    place = (maze.top + 1 + y * maze.pitch) * maze.g.tiles.width + maze.left + 1 + x * maze.pitch
    if sides >> UP & 1:
        dig_passages(maze, place)
    dig_cells(maze, place, sides)
    maze.g.figures["dead_ends"] += IS_DEAD_END[sides]


def draw_cells(maze: Maze) -> Work:
    """Draw all cells, row by row: the walls of a row, then its floor."""
    size, has_gaps = maze.g.parameters.map, maze.g.parameters.has_gaps
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
                draw_floor(maze, x, y, sides)
