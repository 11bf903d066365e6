"""Changes of dead ends, which are cells that are open on one side.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.constants import JUNCTION, SIDES
from pygen.kinds.mazes.growing import draw_side
from pygen.kinds.mazes.pace import PACE
from pygen.kinds.mazes.parameters import IS_DEAD_END, SIDES_OF

OPEN, MARK, REMOVE = (Piece(word, PACE["cells_at_once"]) for word in ("open", "mark", "remove"))


def open_dead_end(maze: Maze, cell: int) -> None:
    """Open one more side of a dead end, to a random neighbour; this makes a loop.

    A dead end at the end of a single row of cells has no other neighbour.
    """
    closed = [
        side
        for side, step in enumerate(maze.steps)
        if maze.cells[cell + step] & SIDES and not (maze.cells[cell] >> side) & 1
    ]
    if not closed:
        return
    side = draw_side(maze, closed)
    maze.cells[cell] |= 1 << side
    maze.cells[cell + maze.steps[side]] |= 1 << (side ^ 1)
    maze.g.figures["loops"] += 1


def open_dead_ends(maze: Maze) -> Work:
    """Open dead ends by chance, in the order of the cells."""
    chance = maze.g.parameters.dead_ends.loop_chance
    for cell in range(maze.first, maze.last + 1):
        yield OPEN
        if IS_DEAD_END[maze.cells[cell] & SIDES] and maze.g.random.chance_of(chance):
            open_dead_end(maze, cell)
    yield "open"


def mark_junctions(maze: Maze) -> Work:
    """Mark the cells at which the removal of a dead end stops."""
    for cell in range(maze.first, maze.last + 1):
        yield MARK
        if len(SIDES_OF[maze.cells[cell] & SIDES]) > 2:
            maze.cells[cell] |= JUNCTION
    yield "mark"


def remove_cell(maze: Maze, cell: int) -> int:
    """Fill a dead end. Returns the cell that it led to if that is now a dead end to fill,
    otherwise 0.

    Two cells always remain, one for each of the stairs.
    """
    side = SIDES_OF[maze.cells[cell] & SIDES][0]
    maze.cells[cell] = 0
    cell += maze.steps[side]
    maze.cells[cell] &= ~(1 << (side ^ 1))
    maze.g.figures["cells"] -= 1
    goes_on = IS_DEAD_END[maze.cells[cell] & SIDES] and not maze.cells[cell] & JUNCTION
    return cell if goes_on and maze.g.figures["cells"] > 2 else 0


def remove_dead_ends(maze: Maze) -> Work:
    """Fill dead ends by chance, in the order of the cells, each back to its junction.

    A junction that loses two passages may become a dead end itself; it stays.
    """
    chance = maze.g.parameters.dead_ends.removal_chance
    for cell in range(maze.first, maze.last + 1):
        yield REMOVE
        sides = maze.cells[cell]
        removed = 0
        if (
            IS_DEAD_END[sides & SIDES]
            and not sides & JUNCTION
            and maze.g.figures["cells"] > 2
            and maze.g.random.chance_of(chance)
        ):
            removed = cell
        while removed:
            yield REMOVE
            removed = remove_cell(maze, removed)
    yield "remove"
