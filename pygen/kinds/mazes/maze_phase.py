"""The phase `maze`: a growing tree, changes of its dead ends, and its drawing.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.mazes.blocks import place_blocks
from pygen.kinds.mazes.cells import Maze, clear_cells
from pygen.kinds.mazes.dead_ends import mark_junctions, open_dead_ends, remove_dead_ends
from pygen.kinds.mazes.dividing import divide
from pygen.kinds.mazes.drawing import draw_cells
from pygen.kinds.mazes.growing import begin_growth, grow
from pygen.kinds.mazes.joining import find_regions, join_all
from pygen.kinds.mazes.openings import look_at_openings, remove_pillars
from pygen.kinds.mazes.parameters import Mazes
from pygen.kinds.mazes.sidewinder import wind
from pygen.kinds.mazes.watching import draft


def build_maze(g: Generation[Mazes]) -> Work:
    """Dig a maze, around its rooms if it has any, change its dead ends, and draw it.

    Loops come before removals, so only the remaining dead ends are filled.
    """
    maze, parameters = Maze(g), g.parameters
    g.draft = lambda: draft(maze)
    yield from clear_cells(maze)
    g.figures["cells"] = maze.columns * maze.rows
    if parameters.has_rooms:
        yield from place_blocks(maze, "room", parameters.rooms)
    if parameters.growth.algorithm == "sidewinder":
        yield from wind(maze)
    elif parameters.growth.algorithm == "division":
        yield from divide(maze)
    elif not parameters.has_rooms:
        begin_growth(maze)
        yield "begin"
        yield from grow(maze)
    if parameters.has_rooms:
        yield from find_regions(maze)
        yield from join_all(maze)
    if parameters.clearings.attempts:
        yield from place_blocks(maze, "clearing", parameters.clearings)
    if g.parameters.dead_ends.loop_chance:
        yield from open_dead_ends(maze)
    if g.parameters.dead_ends.removal_chance:
        yield from mark_junctions(maze)
        yield from remove_dead_ends(maze)
    yield from draw_cells(maze)
    if parameters.has_blocks:
        yield "floor"
        yield from remove_pillars(maze)
        yield from look_at_openings(maze)
