"""Walks through the level: from the start to every tile, and from the down stairs back along the
critical path.

A step leads from a tile to one beside it, so the distances of both differ by 1, and whether the
distance of a tile is even or odd follows from its column and row. So one bit more says which of the
tiles beside another one are nearer to the start: whether half of the distance, rounded down, is
even or odd.

The bits of rows are described in `pygen.engine.plane.plane`, a `yield` in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Collection

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.walk import Way, walk_on

PACE = schedule("passes/measure")
WALK = Piece("walk", PACE["tiles_measured"])
BACK = Piece("back", PACE["tiles_walked_back"])
KEPT = Piece("keep", PACE["bytes_kept"], is_divisible=True)
JOINED = Piece("join", PACE["bytes_joined"], is_divisible=True)


class Ways:
    """What was reached from the start.

    `reached` is the number of tiles, `longest` the distance of the farthest one, and `steps_down`
    that of the down stairs: 0 until they are reached. `closed` are the tiles that were solid before
    the walk. In `odd` the tiles are open half of whose distance is odd, in `even` the others that
    were reached.
    """

    def __init__(self, plane: Plane, down: Tile) -> None:
        self.plane, self.down = plane, down
        self.closed, self.odd = list(plane.solid), list(plane.solid)
        self.even = list[int]()
        self.reached = self.longest = self.steps_down = 0

    def half(self, steps: int) -> list[int]:
        """The rows in which tiles that are so many steps away are open."""
        return self.odd if steps & 2 else self.even

    def reach(self, steps: int, tiles: Collection[Tile]) -> None:
        """Note all tiles that are so many steps away."""
        self.reached += len(tiles)
        self.longest = steps
        if self.down in tiles:
            self.steps_down = steps
        if not steps & 2:
            for x, y in tiles:
                self.odd[y] |= 1 << x


def keep_level(plane: Plane) -> Work:
    """Copy the rows of the plane before the walk changes them. In Python `Ways` has done it."""
    yield KEPT.weighing(plane.row_bytes * plane.height)


def walk_everywhere(ways: Ways, way: Way) -> Work:
    """Reach every tile from the start."""
    while way.first != way.behind:
        ways.reach(way.steps, list(way.waiting))
        yield from walk_on(way, WALK)


def join_rows(ways: Ways) -> Work:
    """Find out what was not reached: these tiles are solid in the plane then, and no others. And
    find the tiles of `even`."""
    plane = ways.plane
    yield JOINED.weighing(plane.row_bytes * plane.height)
    rows = range(plane.height)
    plane.solid = [ways.closed[y] | (plane.all & ~plane.solid[y]) for y in rows]
    ways.even = [ways.closed[y] | (plane.all & ~ways.odd[y]) for y in rows]


def count_critical(ways: Ways) -> Finding[int]:
    """The number of tiles on the critical path: on any of the shortest ways from the start to the
    down stairs. `even` and `odd` lack these tiles afterwards."""
    way = Way(ways.plane, ways.down)
    count, steps = 1, ways.steps_down
    while steps:
        steps -= 1
        way.solid = ways.half(steps)
        yield from walk_on(way, BACK)
        count += sum(1 for _ in way.waiting)
    return count
