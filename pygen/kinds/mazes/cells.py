"""The cells of a maze while the generator works with them.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Work
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.mazes.constants import CLEARING, DUG, OUTSIDE
from pygen.kinds.mazes.parameters import SIDES_OF, Mazes


class Maze:
    """The cells of a maze and their state.

    `cells` are bytes row by row, with a row of border cells above and below, and one border cell
    before each row, which also ends the row above. So every cell has four neighbours: `steps`
    gives their distances in the list by side, `steps_of` the distances for each set of sides, and
    `limits_of` for each set the upper bytes of random numbers from which on the next side is
    drawn; `is_even` if all sides are as likely. A
    cell is 0 until it is dug; then it has a bit for each open side, in the order of `sides.py`.
    `waiting` is the list of cells from which the maze may grow. `deepest` is the greatest number of
    waiting cells so far, with the newest cell at that time.

    `regions` has the region of each cell, if the dungeon needs any: `rooms` says how many rooms
    there are, which are the first regions, from 1 on. The region of cells that belong to nothing
    yet is 0.
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
        limits = zip(*parameters.draw_limits)
        self.limits_of = [[limit for limit in of_set if limit] for of_set in limits]
        self.is_even = parameters.growth.across_weight == parameters.growth.down_weight
        self.waiting: list[int] = []
        self.deepest = (0, 0)
        self.rooms = 0
        self.regions = bytearray()
        if parameters.has_regions:
            edge, inner = bytes([OUTSIDE]), bytes(self.columns)
            around = edge * self.stride
            self.regions += around + (edge + inner) * self.rows + around
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

    def open(self, cell: int, side: int) -> None:
        """Open a cell and its neighbour at this side to each other."""
        self.cells[cell] |= 1 << side
        self.cells[cell + self.steps[side]] |= 1 << (side ^ 1)

    def close(self, cell: int, side: int) -> None:
        """Close a cell and its neighbour at this side to each other."""
        self.cells[cell] &= ~(1 << side)
        self.cells[cell + self.steps[side]] &= ~(1 << (side ^ 1))

    def is_of_room(self, region: int) -> bool:
        """Whether a region is a room."""
        return 0 < region <= self.rooms

    def is_of_block(self, region: int) -> bool:
        """Whether a region is a room or a clearing."""
        return self.is_of_room(region) or region == CLEARING


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
