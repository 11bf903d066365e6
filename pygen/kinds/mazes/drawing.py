"""Drawing the cells on the map."""

from __future__ import annotations

from pygen.engine.pace import Work
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.constants import SIDES
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


def dig_tile(maze: Maze, place: int) -> None:
    """Make the tile at a place of the map, counted row by row, floor."""
    maze.g.tiles.tiles[place] = maze.floor


def dig_cells(maze: Maze, y: int, first: int, end: int) -> None:
    """Dig a row's cells from number `first` to that before `end`, with the passages to the left;
    and count dead ends."""
    size, pitch, width = maze.size, maze.pitch, maze.g.tiles.width
    row = maze.first + y * maze.stride
    left = (maze.top + 1 + y * pitch) * width + maze.left + 1 + first * pitch
    dead_ends = 0
    for sides in maze.cells[row + first : row + end]:
        if sides & SIDES:
            dead_ends += IS_DEAD_END[sides & SIDES]
            before = sides >> LEFT & 1
            for tile_row in range(left, left + size * width, width):
                for place in range(tile_row - before, tile_row + size):
                    dig_tile(maze, place)
        left += pitch
    maze.g.figures["dead_ends"] += dead_ends


def dig_passages(maze: Maze, y: int, first: int, end: int) -> None:
    """Dig the passages up from a row's cells from number `first` to that before `end`."""
    row = maze.first + y * maze.stride
    left = (maze.top + y * maze.pitch) * maze.g.tiles.width + maze.left + 1 + first * maze.pitch
    for sides in maze.cells[row + first : row + end]:
        if sides >> UP & 1:
            for place in range(left, left + maze.size):
                dig_tile(maze, place)
        left += maze.pitch


def draw_floor(maze: Maze, y: int, first: int, end: int) -> None:
    """Draw the floor of a row's cells from number `first` to that before `end`, with the passages
    to the left and up; and count dead ends."""
    dig_passages(maze, y, first, end)
    dig_cells(maze, y, first, end)


def draw_cells(maze: Maze) -> Work:
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
