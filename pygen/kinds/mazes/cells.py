"""The cells of a maze while the generator works with them.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Work
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.mazes.constants import DUG
from pygen.kinds.mazes.parameters import SIDES_OF, Mazes


class Maze:
    """The cells of a maze and their state.

    `cells` are bytes row by row, with a row of border cells above and below, and one border cell
    before each row, which also ends the row above. So every cell has four neighbours: `steps`
    gives their distances in the list by side, `steps_of` the distances for each set of sides. A
    cell is 0 until it is dug; then it has a bit for each open side, in the order of `sides.py`.
    `waiting` is the list of cells from which the maze may grow. `deepest` is the greatest number of
    waiting cells so far, with the newest cell at that time.
    """

    def __init__(self, g: Generation[Mazes]) -> None:
        """The maze as the map shows it; without any dug cell before the first phase."""
        self.g = g
        parameters = g.parameters
        self.columns, self.rows = parameters.cells_across, parameters.cells_down
        self.size, self.pitch = parameters.cells.size, parameters.pitch
        self.left, self.top = parameters.corner
        self.newest_chance = parameters.growth.newest_chance
        self.stride, self.steps = parameters.stride, parameters.steps
        self.cells = bytearray(self.stride * (self.rows + 2))
        self.first = self.stride + 1
        self.last = self.first + (self.rows - 1) * self.stride + self.columns - 1
        self.steps_of = [[self.steps[side] for side in sides] for sides in SIDES_OF]
        self.waiting: list[int] = []
        self.deepest = (0, 0)
        if not g.figures["cells"]:
            return
        width, solid = g.tiles.width, (g.codes["empty"], g.codes["wall"])
        is_open = g.tiles.tiles.translate(bytes(code not in solid for code in range(256)))
        # The distances in the map from the middle of a cell to the walls on its four sides.
        before = 1 + self.size // 2
        after = self.pitch - before
        offsets = (-before, after, -before * width, after * width)
        for row in range(self.rows):
            cell = self.first + row * self.stride
            x, y = find_tile_of(self, cell)
            middle, end = y * width + x, y * width + x + self.columns * self.pitch
            states = (is_open[middle + offset : end + offset : self.pitch] for offset in offsets)
            self.cells[cell : cell + self.columns] = bytes(
                (left << LEFT) | (right << RIGHT) | (up << TOP) | (down << BOTTOM)
                for left, right, up, down in zip(*states)
            )


def clear_cells(maze: Maze) -> Work:
    """Make all cells solid, and close the border cells around them to digging: one row per step."""
    stride = maze.stride
    for row in range(maze.rows + 2):
        value = DUG if row in (0, maze.rows + 1) else 0
        maze.cells[row * stride : (row + 1) * stride] = bytes((DUG, *[value] * maze.columns))
        yield "cells"


def find_tile_of(maze: Maze, cell: int) -> tuple[int, int]:
    """The tile in the middle of a cell; of two middle tiles, the right or lower one."""
    row, column = divmod(cell, maze.stride)
    middle = 1 + maze.size // 2
    return (
        maze.left + middle + (column - 1) * maze.pitch,
        maze.top + middle + (row - 1) * maze.pitch,
    )
