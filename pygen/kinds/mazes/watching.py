"""A maze shown as tiles before it is drawn, for people who watch."""

from __future__ import annotations

from pygen.engine.dungeon.tilemap import TileMap
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.constants import SIDES
from pygen.kinds.mazes.drawing import draw_floor


def draft(maze: Maze) -> bytes:
    """The tiles of the cells that are dug, with walls around them."""
    tiles, codes = maze.g.tiles, maze.g.codes
    shown = TileMap(tiles.width, tiles.height, tiles.bits)
    pitch = maze.pitch
    dug = [
        (maze.left + x * pitch, maze.top + y * pitch, sides)
        for y in range(maze.rows)
        for x, sides in enumerate(maze.cells[maze.first + y * maze.stride :][: maze.columns])
        if sides & SIDES
    ]
    for x, y, _ in dug:
        shown.fill(x, y, pitch + 1, pitch + 1, codes["wall"])
    for x, y, sides in dug:
        draw_floor(shown, x + 1, y + 1, maze.size, sides, codes["floor"])
    return bytes(shown.tiles)
