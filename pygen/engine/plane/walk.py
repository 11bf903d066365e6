"""Walking through a plane: its open tiles are reached in the order of their distance on foot.

Tiles that wait are kept in a ring. (This is a breadth-first search: E. F. Moore, "The shortest path
through a maze", 1959.) The twin is `c64src/core/plane/walk.h`.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.generator.stairs import NOWHERE
from pygen.engine.plane.plane import Plane

RING = 256
"""The tiles that the ring has room for; one of them is always free."""


class Way:
    """The tiles that were reached from a start, in the order of their distance.

    The tiles from `first` to the one before `behind` wait; those before `end` are `steps` steps
    away. Tiles before `first` stay in the ring until others need their room; `known` is the number
    of tiles in the ring. Tiles that were reached are solid in the plane, whose rows are `solid`.
    """

    def __init__(self, plane: Plane, start: Tile) -> None:
        """Reach the start, which is open."""
        self.solid, self.start = plane.solid, start
        self.tiles: list[Tile] = [start] + [NOWHERE] * (RING - 1)
        self.steps_to = bytearray(RING)
        self.first, self.behind, self.end, self.queued = 0, 1, 1, 1
        self.steps = 0
        self.solid[start[1]] |= 1 << start[0]

    @property
    def known(self) -> int:
        """The number of tiles in the ring."""
        return min(self.queued, RING - 1)

    @property
    def waiting(self) -> Iterator[Tile]:
        """The tiles that wait."""
        count = (self.behind - self.first) % RING
        return (self.tiles[(self.first + number) % RING] for number in range(count))


def walk_on(way: Way, walk: Piece) -> Work:
    """Go on from all waiting tiles at the same distance. The next tiles are `steps` steps away.
    `walk` is the piece for going on from a tile.

    Open tiles that were not reached before wait then. If the ring is full, a tile is left out, and
    may be reached from elsewhere."""
    # This is Python's hottest loop: what it uses often has a short way.
    solid, tiles, steps_to = way.solid, way.tiles, way.steps_to
    steps_next = (way.steps + 1) % RING
    while True:
        yield walk
        x, y = tiles[way.first]
        way.first = first = (way.first + 1) % RING
        bit, row = 1 << x, solid[y]
        beside = []
        if not row & (bit >> 1):
            beside.append((x - 1, y))
        if not row & (bit << 1):
            beside.append((x + 1, y))
        if not solid[y - 1] & bit:
            beside.append((x, y - 1))
        if not solid[y + 1] & bit:
            beside.append((x, y + 1))
        for tile in beside:
            place = way.behind
            behind = (place + 1) % RING
            if behind == first:
                break
            solid[tile[1]] |= 1 << tile[0]
            tiles[place] = tile
            steps_to[place] = steps_next
            way.behind = behind
            way.queued += 1
        if first == way.end:
            way.end = way.behind
            way.steps += 1
            return
