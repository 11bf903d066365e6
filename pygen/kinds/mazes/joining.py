"""Regions of a maze with rooms: each room is one, and each part of the maze between them.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import BOTTOM, RIGHT
from pygen.kinds.mazes.cells import Maze
from pygen.kinds.mazes.constants import OUTSIDE, SIDES
from pygen.kinds.mazes.growing import begin_growth_at, grow
from pygen.kinds.mazes.pace import PACE

SEEK = Piece("seek", PACE["sought_at_once"])
LABEL = Piece("label", PACE["labelled_at_once"])
JOIN = Piece("join", PACE["joined_at_once"])


def find_regions(maze: Maze) -> Work:
    """Number the parts of the maze after the rooms, in the order of their first cells. If the maze
    is a growing tree, each part grows from that cell."""
    last = maze.rooms
    for cell in range(maze.first, maze.last + 1):
        yield SEEK
        if maze.regions[cell]:
            continue
        grows = maze.g.parameters.grows
        if grows:
            begin_growth_at(maze, cell)
        yield "begin"
        if grows:
            yield from grow(maze)
        last += 1
        yield from label(maze, cell, last)
    yield "seek"


def label(maze: Maze, start: int, region: int) -> Work:
    """Give the cells that can be reached from one of them the number of their region."""
    maze.regions[start] = region
    waiting = [start]
    while waiting:
        yield LABEL
        cell = waiting.pop()
        for step in maze.steps_of[maze.cells[cell] & SIDES]:
            if not maze.regions[cell + step]:
                maze.regions[cell + step] = region
                waiting.append(cell + step)
    yield "label"


class Joined:
    """Which regions are joined, directly or through others.

    A region points at one of those it is joined with, and so on, up to one that points at itself.
    The smaller group is hung to the larger one, so that the way is never long.
    """

    def __init__(self) -> None:
        self.above = list(range(256))
        self.counts = [1] * 256

    def root(self, region: int) -> int:
        while self.above[region] != region:
            region = self.above[region]
        return region

    def join(self, one: int, other: int) -> bool:
        """Join two regions. Returns False if they were joined before."""
        one, other = self.root(one), self.root(other)
        if one == other:
            return False
        if self.counts[one] < self.counts[other]:
            one, other = other, one
        self.above[other] = one
        self.counts[one] += self.counts[other]
        return True


def scattered(maze: Maze, start: int) -> Iterator[int]:
    """The places of all cells, and of those between two rows, from `start` on in steps of about
    0.618 of their number. So cells that come soon after each other are far from each other."""
    count, step = maze.rows * maze.stride, maze.g.parameters.join_step
    at = start
    for _ in range(count):
        yield at
        at = (at + step) % count


def join_all(maze: Maze) -> Work:
    """Open walls between regions until all of them are joined: each wall that joins two parts which
    nothing has joined before, and others by chance."""
    joined, chance = Joined(), maze.g.parameters.rooms.extra_chance
    x = maze.g.random.below(maze.columns)
    start = maze.g.random.below(maze.rows) * maze.stride + x
    yield "begin"
    for at in scattered(maze, start):
        yield JOIN
        cell = maze.first + at
        if maze.regions[cell] == OUTSIDE:
            continue
        for side in (RIGHT, BOTTOM):
            other = cell + maze.steps[side]
            one_region, other_region = maze.regions[cell], maze.regions[other]
            if other_region in (one_region, OUTSIDE):
                continue
            if joined.join(one_region, other_region) or maze.g.random.chance_of(chance):
                maze.cells[cell] |= 1 << side
                maze.cells[other] |= 1 << (side ^ 1)
    yield "join"
