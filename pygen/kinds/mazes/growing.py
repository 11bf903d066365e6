"""The growing tree: it digs from cell to cell, beginning with one, until all cells are dug.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.kinds.mazes.cells import Maze, find_tile_of
from pygen.kinds.mazes.constants import DUG
from pygen.kinds.mazes.pace import grown_at_once


def draw_side(maze: Maze, sides: list[int]) -> int:
    """One of one or more sides, at random, by the weights of the directions; no draw if there is
    only one."""
    if len(sides) == 1:
        return sides[0]
    if maze.is_even:
        return sides[maze.g.random.below(len(sides))]
    drawn = maze.g.random.draw() >> 8
    limits = maze.limits_of[sum(1 << side for side in sides)]
    later: int = sum(drawn >= limit for limit in limits)
    return sides[later]


def choose_cell(maze: Maze) -> int:
    """The place in `waiting` of the cell to grow from: by chance the newest (-1), otherwise any.

    A random number has as many bits as the last place. One above the last place is drawn again.
    """
    if maze.g.random.chance_of(maze.newest_chance):
        return -1
    last = len(maze.waiting) - 1
    bits = (1 << last.bit_length()) - 1
    while (chosen := maze.g.random.draw() & bits) > last:
        pass
    return chosen


def begin_growth(maze: Maze) -> None:
    """Begin with a random cell."""
    x = maze.g.random.below(maze.columns)
    y = maze.g.random.below(maze.rows)
    begin_growth_at(maze, maze.first + y * maze.stride + x)


def begin_growth_at(maze: Maze, cell: int) -> None:
    """Begin with this cell."""
    maze.cells[cell] = DUG
    maze.waiting = [cell]


def grow(maze: Maze) -> Work:
    """Grow until no cell waits: dig from a waiting cell to a random solid neighbour, which then
    waits, too. If there is none, the cell no longer waits; the last one takes its place.

    If the waiting cells are always the way from the first cell to the newest, and nothing is
    changed later, the up stairs go to the cell at which the most cells were waiting.
    """
    cells, waiting, steps = maze.cells, maze.waiting, tuple(enumerate(maze.steps))
    from_newest = maze.g.parameters.grows_from_newest
    chosen, growing = -1, Piece("grow", grown_at_once(from_newest))
    while waiting:
        yield growing
        if not from_newest:
            chosen = choose_cell(maze)
        cell = waiting[chosen]
        solid = [side for side, step in steps if not cells[cell + step]]
        if solid:
            side = draw_side(maze, solid)
            cells[cell] |= 1 << side
            cell += maze.steps[side]
            cells[cell] = 1 << (side ^ 1)
            waiting.append(cell)
        else:
            if len(waiting) > maze.deepest[0]:
                maze.deepest = (len(waiting), cell)
            waiting[chosen] = waiting[-1]
            waiting.pop()
    if maze.g.parameters.knows_deepest:
        maze.g.up = find_tile_of(maze, maze.deepest[1])
    yield "grow"
