"""Recursive division: walls across an open space, each with an opening.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import BOTTOM, RIGHT
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.pace import PACE

CLEAR = Piece("clear", PACE["unwalled_at_once"])
WALL = Piece("wall", PACE["divided_at_once"])


def divide(maze: Maze) -> Work:
    """Build the maze: divide the whole space, then the parts, until each is one cell wide or
    high."""
    yield from open_all(maze)
    parts = [(0, 0, maze.columns, maze.rows)] if min(maze.columns, maze.rows) > 1 else []
    while parts:
        yield WALL
        column, row, width, height = parts.pop()
        if is_wall_level(maze, width, height):
            above = 1 + maze.g.random.below(height - 1)
            first = maze.first + (row + above - 1) * maze.stride + column
            yield from build_wall(maze, first, width, RIGHT, BOTTOM)
            halves = (column, row, width, above), (column, row + above, width, height - above)
        else:
            before = 1 + maze.g.random.below(width - 1)
            first = maze.first + row * maze.stride + column + before - 1
            yield from build_wall(maze, first, height, BOTTOM, RIGHT)
            halves = (column, row, before, height), (column + before, row, width - before, height)
        parts += [half for half in halves if min(half[2:]) > 1]
    yield "divide"


def open_all(maze: Maze) -> Work:
    """Open all cells to each other, those of rooms excepted."""
    for cell in range(maze.first, maze.last + 1):
        yield CLEAR
        if not maze.regions[cell]:
            for side in (RIGHT, BOTTOM):
                if not maze.regions[cell + maze.steps[side]]:
                    maze.open(cell, side)
    yield "clear"


def is_wall_level(maze: Maze, width: int, height: int) -> bool:
    """Whether the next wall of a part goes across: in one that is higher than wide, if passages go
    across as often as down. No draw unless both directions are as good."""
    growth = maze.g.parameters.growth
    down, across = height * growth.across_weight, width * growth.down_weight
    return bool(maze.g.random.below(2)) if down == across else down > across


def build_wall(maze: Maze, first: int, length: int, along: int, side: int) -> Work:
    """Build a wall at one side of `length` cells in a line, which goes on at their side `along`.

    Where rooms interrupt it, each part of the wall has its own opening, so that nothing is cut off.
    """
    cells = range(first, first + length * maze.steps[along], maze.steps[along])
    run: list[int] = []
    for cell in cells:
        yield WALL
        if not maze.regions[cell] and not maze.regions[cell + maze.steps[side]]:
            run.append(cell)
            continue
        yield from close_run(maze, run, side)
        run = []
    yield from close_run(maze, run, side)


def close_run(maze: Maze, run: list[int], side: int) -> Work:
    """Close all of these cells at one side, except one of them."""
    if not run:
        return
    opening = maze.g.random.below(len(run))
    for place, cell in enumerate(run):
        yield WALL
        if place != opening:
            maze.close(cell, side)
