"""The growing tree: from one cell, digging from cell to cell until all of them are dug."""

from __future__ import annotations

from operator import itemgetter

from pygen.engine.kind import Steps
from pygen.kinds.mazes.cells import DUG, Maze, find_tile_of
from pygen.kinds.mazes.parameters import SIDES_OF


def draw_side(maze: Maze, sides: int) -> int:
    """One of a set of sides, which must not be empty; no draw if there is only one."""
    choice = SIDES_OF[sides]
    return choice[maze.g.random.below(len(choice))] if len(choice) > 1 else choice[0]


def grow_on(maze: Maze, chosen: int) -> None:
    """Dig from the waiting cell of that number to a random neighbour that is solid, which then
    waits, too. If there is none, the cell no longer waits; the last one takes its place."""
    cell = maze.waiting[chosen]
    solid = sum(1 << side for side, step in maze.step.items() if not maze.cells[cell + step])
    if not solid:
        maze.deepest = max(maze.deepest, (len(maze.waiting), cell), key=itemgetter(0))
        maze.waiting[chosen] = maze.waiting[-1]
        maze.waiting.pop()
        return
    side = draw_side(maze, solid)
    maze.cells[cell] |= 1 << side
    cell += maze.step[side]
    maze.cells[cell] = 1 << (side ^ 1)
    maze.waiting.append(cell)


def begin_growth(maze: Maze) -> None:
    """Begin with a random cell."""
    x = maze.g.random.below(maze.columns)
    y = maze.g.random.below(maze.rows)
    cell = maze.first + y * maze.stride + x
    maze.cells[cell] = DUG
    maze.waiting = [cell]


def draw_number(maze: Maze, last: int) -> int:
    """A random number that has as many bits as `last`, the number of the last waiting cell."""
    return maze.g.random.draw() & (1 << last.bit_length()) - 1


def choose_cell(maze: Maze) -> int:
    """The number of the waiting cell to grow from: the newest by chance, otherwise any.

    Random numbers above that of the last cell are drawn again.
    """
    last = len(maze.waiting) - 1
    growth = maze.g.parameters.growth
    if growth.newest_chance == 100 or maze.g.random.chance(maze.g.parameters.newest_threshold):
        return last
    while True:
        chosen = draw_number(maze, last)
        if chosen <= last:
            return chosen


def grow(maze: Maze) -> Steps:
    """Grow until no cell waits; one step is a few cells.

    If the waiting cells are always the way from the first cell to the newest, and nothing is
    changed later, the up stairs will be where there were most.
    """
    while maze.waiting:
        for _ in range(maze.g.parameters.grown_at_once):
            if not maze.waiting:
                break
            grow_on(maze, choose_cell(maze))
        if not maze.waiting and maze.g.parameters.knows_deepest:
            maze.g.up = find_tile_of(maze, maze.deepest[1])
        yield "grow"
