"""The phase `stairs`: stairs at both ends of the longest way through the maze.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.mazes.cells import Maze, find_tile_of
from pygen.kinds.mazes.pace import PACE
from pygen.kinds.mazes.parameters import Mazes

FLOOD = Piece("flood", PACE["flooded_at_once"])


def flood(maze: Maze, start: int) -> Finding[tuple[int, int]]:
    """Flood the maze from a cell. Returns the last cell that the flood reaches, and its distance
    from the first one in cells. No cell is farther away."""
    distances = {start: 0}
    waiting = [start]
    yield "begin"
    for cell in waiting:
        yield FLOOD
        for step in maze.steps_of[maze.cells[cell]]:
            if cell + step not in distances:
                distances[cell + step] = distances[cell] + 1
                waiting.append(cell + step)
    return waiting[-1], distances[waiting[-1]]


def place_stairs(g: Generation[Mazes]) -> Work:
    """Place the up stairs in the cell that is farthest from the last cell, and the down stairs in
    the cell that is farthest from the up stairs.

    Of several cells that are equally far away, the one that the flood reaches last is taken. In a
    tree the stairs are at the ends of the longest way. If the phase `maze` has found the cell that
    is farthest from its first cell, the up stairs go there.
    """
    maze = Maze(g)
    if g.parameters.knows_deepest:
        # The inverse of find_tile_of.
        row, column = (g.up[1] - maze.top) // maze.pitch, (g.up[0] - maze.left) // maze.pitch
        up = maze.first + row * maze.stride + column
    else:
        up, _ = yield from flood(maze, len(maze.cells.rstrip(b"\0")) - 1)
        g.up = find_tile_of(maze, up)
    g.tiles.set(*g.up, g.codes["up_stairs"])
    down, g.figures["way_length"] = yield from flood(maze, up)
    g.down = find_tile_of(maze, down)
    g.tiles.set(*g.down, g.codes["down_stairs"])
