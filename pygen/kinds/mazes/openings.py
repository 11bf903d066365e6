"""What is done last where there are rooms or clearings: no pillars are left in them, loops are
counted, and doors are hung.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import BOTTOM, RIGHT
from pygen.engine.dungeon.chambers import CHAMBERS
from pygen.kinds.mazes.cells import Maze, find_tile_of
from pygen.kinds.mazes.constants import SIDES
from pygen.kinds.mazes.pace import PACE

PILLARS = Piece("pillars", PACE["pillar_rows_at_once"])
LOOK = Piece("openings", PACE["openings_at_once"])


def remove_pillars(maze: Maze) -> Work:
    """Remove the tiles between four cells of a room or a clearing. All else between its cells is
    floor already."""
    tiles, size, pitch = maze.g.tiles, maze.size, maze.pitch
    for chamber in maze.g.tables[CHAMBERS]:
        for y in range(chamber["y"] + size, chamber["y"] + chamber["h"], pitch):
            yield PILLARS
            for x in range(chamber["x"] + size, chamber["x"] + chamber["w"], pitch):
                tiles.set(x, y, maze.g.codes["floor"])
    yield "pillars"


def look_at_openings(maze: Maze) -> Work:
    """Count the loops: the openings that a maze of as many cells without loops would not have. Hang
    doors in openings of rooms, by chance."""
    openings, chance = 0, maze.g.parameters.doors.chance
    for cell in range(maze.first, maze.last + 1):
        yield LOOK
        for side in (RIGHT, BOTTOM):
            if not (maze.cells[cell] & SIDES) >> side & 1:
                continue
            openings += 1
            one, other = maze.regions[cell], maze.regions[cell + maze.steps[side]]
            if one == other or not (maze.is_of_room(one) or maze.is_of_room(other)):
                continue
            if chance and maze.g.random.chance_of(chance):
                hang_door(maze, cell, side)
                yield "door"
    maze.g.figures["loops"] = openings + 1 - maze.g.figures["cells"]


def hang_door(maze: Maze, cell: int, side: int) -> None:
    """Hang a door in the middle of a cell's opening to the right or down. The rest of the opening
    becomes wall."""
    tiles, codes, size = maze.g.tiles, maze.g.codes, maze.size
    x, y = find_tile_of(maze, cell)
    middle = size // 2
    if side == RIGHT:
        x += size - middle
        tiles.fill(x, y - middle, 1, size, codes["wall"])
    else:
        y += size - middle
        tiles.fill(x - middle, y, size, 1, codes["wall"])
    tiles.set(x, y, codes["door"])
