"""Walks through the level: from the start to every tile, and from the down stairs back along the
critical path.

A step leads from a tile to one beside it, so the distances of both tiles differ by 1, and that of
each tile is even or odd by its column and row. So one bit more says whether a tile beside another
one is nearer to the start or farther from it: the distance divided by 2 is even or odd. By this bit
the tiles that were reached are in one of two planes, `even` and `odd`.

The bits of rows are described in `pygen.engine.plane.plane`, a `yield` in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterable

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.walk import Way, walk_on

WALK = Piece("walk", schedule("passes/measure")["tiles_measured"])
COMBINED = Piece("combine", schedule("passes/measure")["bytes_combined"], is_divisible=True)


class Ways:
    """What was reached from the start.

    In `even` and `odd` the tiles are open whose distance divided by 2 is even, and odd. `reached`
    is the number of tiles, `longest` the distance of the farthest one, and `steps_down` that of the
    down stairs: 0 until they are reached.
    """

    def __init__(self, plane: Plane, down: Tile) -> None:
        self.plane, self.down = plane, down
        self.even = [plane.all] * plane.height
        self.odd = [plane.all] * plane.height
        self.reached = self.longest = self.steps_down = 0

    def half(self, steps: int) -> list[int]:
        """The plane of the tiles that are so many steps away."""
        return self.odd if steps & 2 else self.even

    def reach(self, steps: int, tiles: Iterable[Tile]) -> None:
        """Note tiles that are so many steps away."""
        rows = self.half(steps)
        for x, y in tiles:
            rows[y] &= ~(1 << x)
            self.reached += 1
            self.longest = steps
            if (x, y) == self.down:
                self.steps_down = steps


def empty_ways(ways: Ways) -> Work:
    """Empty both planes: nothing to do in Python, where they are new."""
    yield COMBINED.weighing(ways.plane.row_bytes * ways.plane.height)


def walk_everywhere(ways: Ways, way: Way) -> Work:
    """Reach every tile from the start."""
    ways.reach(0, [way.start])
    while way.first != way.behind:
        yield from walk_on(way, WALK)
        ways.reach(way.steps, way.waiting)


def count_critical(ways: Ways) -> Finding[int]:
    """The number of tiles on the critical path: on any of the shortest ways from the start to the
    down stairs. Both planes then lack these tiles."""
    way = Way(ways.plane, ways.down)
    count, steps = 1, ways.steps_down
    while steps:
        steps -= 1
        way.solid = ways.half(steps)
        yield from walk_on(way, WALK)
        count += sum(1 for _ in way.waiting)
    return count
