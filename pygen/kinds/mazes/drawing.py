"""Drawing the cells on the map."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mazes.cells import SIDES, Maze
from pygen.kinds.mazes.parameters import IS_DEAD_END, LEFT, UP


def draw_walls(maze: Maze, y: int, first: int, end: int) -> None:
    """Draw walls where a row's cells from number `first` to that before `end` and their walls will
    be, from one run of cells without gaps to the next."""
    wall = maze.g.codes["wall"]
    row = maze.first + y * maze.stride
    column = first
    while column < end:
        if not maze.cells[row + column] & SIDES:
            column += 1
            continue
        left = column
        while column < end and maze.cells[row + column] & SIDES:
            column += 1
        maze.g.tiles.fill(
            maze.left + left * maze.pitch,
            maze.top + y * maze.pitch,
            (column - left) * maze.pitch + 1,
            maze.pitch + 1,
            wall,
        )


def dig_tile(maze: Maze, x: int, y: int) -> None:
    """Make a tile floor."""
    maze.g.tiles.set(x, y, maze.g.codes["floor"])


def dig_cells(maze: Maze, y: int, first: int, end: int) -> None:
    """Dig a row's cells from number `first` to that before `end`, with the passages to the left;
    and count dead ends."""
    top = maze.top + 1 + y * maze.pitch
    for column in range(first, end):
        sides = maze.cells[maze.first + y * maze.stride + column]
        if not sides & SIDES:
            continue
        maze.g.figures["dead_ends"] += IS_DEAD_END[sides & SIDES]
        left = maze.left + 1 + column * maze.pitch
        right = left + maze.size
        if sides >> LEFT & 1:
            left -= 1
        for tile_y in range(top, top + maze.size):
            for tile_x in range(left, right):
                dig_tile(maze, tile_x, tile_y)


def dig_passages(maze: Maze, y: int, first: int, end: int) -> None:
    """Dig the passages up from a row's cells from number `first` to that before `end`."""
    for column in range(first, end):
        if maze.cells[maze.first + y * maze.stride + column] >> UP & 1:
            left = maze.left + 1 + column * maze.pitch
            for tile_x in range(left, left + maze.size):
                dig_tile(maze, tile_x, maze.top + y * maze.pitch)


def draw_floor(maze: Maze, y: int, first: int, end: int) -> None:
    """Draw the floor of a row's cells from number `first` to that before `end`, with the passages
    to the left and up; and count dead ends."""
    dig_passages(maze, y, first, end)
    dig_cells(maze, y, first, end)


def draw_cells(maze: Maze) -> Steps:
    """Draw all cells, row by row: the walls of a row, then its floor, a few cells in a step."""
    parameters, columns = maze.g.parameters, maze.columns
    for y in range(maze.rows):
        for first in range(0, columns, parameters.walled_at_once):
            draw_walls(maze, y, first, min(first + parameters.walled_at_once, columns))
            yield "walls"
        for first in range(0, columns, parameters.drawn_at_once):
            end = min(first + parameters.drawn_at_once, columns)
            draw_floor(maze, y, first, end)
            if y < maze.rows - 1 or end < columns:
                yield "floor"
