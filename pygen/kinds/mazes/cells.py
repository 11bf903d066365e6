"""The cells of a maze while the generator works with them."""

from __future__ import annotations

from pygen.engine.generation import Generation
from pygen.engine.kind import Steps
from pygen.kinds.mazes.parameters import DOWN, LEFT, RIGHT, UP, Mazes

SIDES = 15
"""The bits of a cell that say on which sides it is open: 1 left, 2 right, 4 up, 8 down."""
DUG = 16
"""The bit of what must not be dug: the cells around the maze, and the one in which it begins."""
JUNCTION = 32
"""The bit of a cell with three or four open sides before any dead end was removed."""


class Maze:
    """The cells of a maze, and what is known of them.

    `cells` are bytes row by row, with a row of others above and below, and one other cell before
    each row, which is also behind the row above. So every cell has four neighbours: `step` gives
    their distances by side. A cell is 0 until it is dug. `waiting` is the list of the cells from
    which the maze may grow, and of those that a flood has reached, whose `distances` in cells it
    gives. `deepest` is the number of waiting cells when there were most, and the newest of them
    then.
    """

    def __init__(self, g: Generation[Mazes]) -> None:
        """The maze on the map: none, if the map is empty."""
        self.g = g
        parameters = g.parameters
        self.columns, self.rows = parameters.cells_across, parameters.cells_down
        self.size, self.pitch = parameters.cells.size, parameters.pitch
        self.left, self.top = parameters.corner
        self.stride = self.columns + 1
        self.cells = [0] * (self.stride * (self.rows + 2))
        self.first = self.stride + 1
        self.last = self.first + (self.rows - 1) * self.stride + self.columns - 1
        self.step = {LEFT: -1, RIGHT: 1, UP: -self.stride, DOWN: self.stride}
        self.waiting: list[int] = []
        self.deepest = (0, 0)
        self.distances: dict[int, int] = {}
        empty, wall = g.codes["empty"], g.codes["wall"]
        for cell in range(self.first, self.last + 1):
            x, y = find_tile_of(self, cell)
            if cell % self.stride == 0 or g.tiles.get(x, y) in (empty, wall):
                continue
            before, behind = self.size // 2 + 1, (self.size - 1) // 2 + 1
            for side, (wall_x, wall_y) in enumerate(
                ((x - before, y), (x + behind, y), (x, y - before), (x, y + behind))
            ):
                if g.tiles.get(wall_x, wall_y) not in (empty, wall):
                    self.cells[cell] |= 1 << side


def clear_cells(maze: Maze) -> Steps:
    """Make all cells solid, and those around them such that nobody digs there: a row a step."""
    stride = maze.stride
    for row in range(maze.rows + 2):
        is_outside = row in (0, maze.rows + 1)
        maze.cells[row * stride] = DUG
        for cell in range(row * stride + 1, (row + 1) * stride):
            maze.cells[cell] = DUG if is_outside else 0
        yield "cells"


def find_tile_of(maze: Maze, cell: int) -> tuple[int, int]:
    """The tile in the middle of a cell; of two middle ones the right or lower one."""
    row, column = divmod(cell, maze.stride)
    middle = 1 + maze.size // 2
    return (
        maze.left + middle + (column - 1) * maze.pitch,
        maze.top + middle + (row - 1) * maze.pitch,
    )
