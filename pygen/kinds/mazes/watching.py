"""A maze shown as tiles before it is drawn, for people who watch."""

from __future__ import annotations

from pygen.engine.dungeon.tilemap import TileMap
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.constants import SIDES
from pygen.kinds.mazes.parameters import LEFT, UP


def draft(maze: Maze) -> bytes:
    """The tiles of the cells that are dug, with walls around them."""
    tiles, codes = maze.g.tiles, maze.g.codes
    shown = TileMap(tiles.width, tiles.height, tiles.bits)
    size, pitch = maze.size, maze.pitch
    dug = [
        (maze.left + x * pitch, maze.top + y * pitch, sides)
        for y in range(maze.rows)
        for x, sides in enumerate(maze.cells[maze.first + y * maze.stride :][: maze.columns])
        if sides & SIDES
    ]
    for x, y, _ in dug:
        shown.fill(x, y, pitch + 1, pitch + 1, codes["wall"])
    for x, y, sides in dug:
        shown.fill(x + 1, y + 1, size, size, codes["floor"])
        if sides >> LEFT & 1:
            shown.fill(x, y + 1, 1, size, codes["floor"])
        if sides >> UP & 1:
            shown.fill(x + 1, y, size, 1, codes["floor"])
    return bytes(shown.tiles)
