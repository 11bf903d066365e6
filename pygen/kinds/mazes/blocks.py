"""Rooms and clearings: blocks of cells without walls between them.

Rooms are there before the maze grows, and it grows around them. Clearings are made in a maze that
has grown: the walls between their cells are removed, and all passages to them stay.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.engine.dungeon.chambers import CHAMBERS, PLAIN
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.constants import CLEARING
from pygen.kinds.mazes.pace import PACE
from pygen.kinds.mazes.parameters import Blocks

ROW = Piece("block", PACE["block_rows_at_once"])

Block = tuple[int, int, int, int]
"""The first column and row of a block of cells, and its cells across and down."""


def place_blocks(maze: Maze, kind: str, blocks: Blocks) -> Work:
    """Try to place rooms or clearings, each at a random place with a random size. One that would
    touch a cell of another, or come nearer than it may, is left out."""
    placed = 0
    for _ in range(blocks.attempts):
        yield ROW
        block = draw_block(maze, blocks)
        if not (yield from is_free(maze, block, blocks.spacing)):
            continue
        placed += 1
        if kind == "room":
            maze.rooms = placed
        yield from open_block(maze, block, placed if kind == "room" else CLEARING)
        add_chamber(maze, block)
        if placed == maze.g.parameters.most_of(blocks):
            break
    yield kind


def draw_block(maze: Maze, blocks: Blocks) -> Block:
    """A block at random: four draws."""
    random = maze.g.random
    width = blocks.min_size + random.below(blocks.max_size - blocks.min_size + 1)
    height = blocks.min_size + random.below(blocks.max_size - blocks.min_size + 1)
    column = random.below(maze.columns - width + 1)
    return column, random.below(maze.rows - height + 1), width, height


def is_free(maze: Maze, block: Block, spacing: int) -> Finding[bool]:
    """Whether no cell of a block, or so near to it, belongs to a room or a clearing."""
    column, row, width, height = block
    left, right = max(column - spacing, 0), min(column + width + spacing, maze.columns)
    top, bottom = max(row - spacing, 0), min(row + height + spacing, maze.rows)
    fits = True
    for y in range(top, bottom):
        yield ROW
        first = maze.first + y * maze.stride
        if any(map(maze.is_of_block, maze.regions[first + left : first + right])):
            fits = False
            break
    x, y = maze.left + 1 + column * maze.pitch, maze.top + 1 + row * maze.pitch
    maze.g.tried("room", x, y, width * maze.pitch - 1, height * maze.pitch - 1, fits)
    return fits


def open_block(maze: Maze, block: Block, region: int) -> Work:
    """Open the cells of a block to each other, row by row."""
    column, row, width, height = block
    for y in range(height):
        yield ROW
        first = maze.first + (row + y) * maze.stride + column
        upright = (y > 0) << TOP | (y < height - 1) << BOTTOM
        for x in range(width):
            level = (x > 0) << LEFT | (x < width - 1) << RIGHT
            maze.cells[first + x] |= upright | level
            maze.regions[first + x] = region


def add_chamber(maze: Maze, block: Block) -> None:
    """Write down a block, in tiles."""
    column, row, width, height = block
    maze.g.tables[CHAMBERS].append(
        {
            "x": maze.left + 1 + column * maze.pitch,
            "y": maze.top + 1 + row * maze.pitch,
            "w": width * maze.pitch - 1,
            "h": height * maze.pitch - 1,
            "use": PLAIN,
        }
    )
