"""Sidewinder: row by row, runs of cells, each with one passage up.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import RIGHT, TOP
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.pace import PACE

WIND = Piece("wind", PACE["wound_at_once"])


def wind(maze: Maze) -> Work:
    """Build the maze. A run goes on to the right by chance, and always if no cell of it has a cell
    above. When it ends, one of its cells with a cell above is opened to there. Cells of rooms end
    runs, and count as none."""
    for y in range(maze.rows):
        first = maze.first + y * maze.stride
        below: list[int] = []
        for cell in range(first, first + maze.columns):
            yield WIND
            if maze.regions[cell]:
                continue
            if not maze.regions[cell - maze.stride]:
                below.append(cell)
            goes_on = not maze.regions[cell + 1]
            if goes_on and below:
                goes_on = maze.g.random.chance(maze.g.parameters.run_threshold)
            if goes_on:
                maze.open(cell, RIGHT)
            elif below:
                maze.open(below[maze.g.random.below(len(below))], TOP)
                below = []
    yield "wind"
