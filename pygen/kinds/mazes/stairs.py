"""The phase `stairs`: stairs at both ends of the longest way through the maze."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.mazes.cells import Maze, find_tile_of
from pygen.kinds.mazes.pace import PACE
from pygen.kinds.mazes.parameters import Mazes

FLOOD = Piece("flood", PACE["flooded_at_once"])


def reach(maze: Maze, cell: int, distance: int) -> None:
    """Let a cell wait if the flood reaches it now, at this distance."""
    if cell not in maze.distances:
        maze.distances[cell] = distance
        maze.waiting.append(cell)


def flood_on(maze: Maze, cell: int) -> None:
    """Reach the neighbours of a cell; new ones are put at the end of the waiting cells."""
    distance = maze.distances[cell] + 1
    for step in maze.steps_of[maze.cells[cell]]:
        reach(maze, cell + step, distance)


def begin_flood(maze: Maze, cell: int) -> None:
    """Begin a new flood of the maze from a cell."""
    maze.waiting = [cell]
    maze.distances = {cell: 0}


def flood(maze: Maze, start: int) -> Work:
    """Flood the maze from a cell; the last waiting cell is then one of the cells that are farthest
    from there."""
    begin_flood(maze, start)
    yield "begin"
    for cell in maze.waiting:
        yield FLOOD
        flood_on(maze, cell)


def place_stairs(g: Generation[Mazes]) -> Work:
    """Place the up stairs in the cell that is farthest from the last cell, and the down stairs in
    the cell farthest from there; of several, in the one that a flood reaches last.

    In a tree these are the ends of the longest way. If the phase `maze` has found the cell that is
    farthest from its first cell, the up stairs go there.
    """
    maze = Maze(g)
    if g.parameters.knows_deepest:
        # The inverse of find_tile_of.
        row, column = (g.up[1] - maze.top) // maze.pitch, (g.up[0] - maze.left) // maze.pitch
        up = maze.first + row * maze.stride + column
    else:
        yield from flood(maze, len(maze.cells.rstrip(b"\0")) - 1)
        up = maze.waiting[-1]
        g.up = find_tile_of(maze, up)
    g.tiles.set(*g.up, g.codes["up_stairs"])
    yield from flood(maze, up)
    down = maze.waiting[-1]
    g.down = find_tile_of(maze, down)
    g.tiles.set(*g.down, g.codes["down_stairs"])
    g.figures["way_length"] = maze.distances[down]
