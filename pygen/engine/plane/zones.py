"""Zones of a level: near, middle and far, by the steps from where the player starts.

They are thirds of the steps to the farthest tile: `near` are the tiles up to the first third,
`far` those beyond the second one. A player can reach all of them: what only secret paths lead to is
in none. The level is walked through twice, first to find out how far the farthest tile is. The twin
is `c64src/core/plane/zones.h`, where two planes of bits hold the three zones.

The bits of rows are described in `pygen.engine.plane.plane`, a `yield` in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.start import look_for_start
from pygen.engine.generator.stairs import NOWHERE
from pygen.engine.plane.plane import Plane, read_plane_as_seen
from pygen.engine.plane.regions import COPIED
from pygen.engine.plane.walk import Way, walk_on

PACE = schedule("core/plane")
WALK = Piece("walk", PACE["tiles_zoned"])
COMBINED = Piece("combine", PACE["bytes_of_zones"], is_divisible=True)


def walk_to(way: Way | None, steps: int) -> Work:
    """Walk on until the tiles that wait are so many steps away."""
    while way and way.steps < steps and way.first != way.behind:
        yield from walk_on(way, WALK)


def find_longest(plane: Plane, start: Tile) -> Finding[int]:
    """Walk on to all tiles. Returns how many steps the farthest one is away; 0 without a start."""
    if start == NOWHERE:
        return 0
    way = Way(plane, start)
    while way.first != way.behind:
        yield from walk_on(way, WALK)
    return way.steps - 1


def find_zones(g: Generation[Any]) -> Work:
    """Find the zones of the level. Without a start no tile is in any."""
    start = yield from look_for_start(g)
    yield "start"
    plane = Plane(g)
    size = plane.row_bytes * plane.height
    yield from read_plane_as_seen(plane)
    yield "read"
    yield COPIED.weighing(size)
    walls = plane.solid.copy()
    yield "copy"
    longest = yield from find_longest(plane, start)
    yield "walk"
    yield COMBINED.weighing(size)
    reached = [solid & ~wall for solid, wall in zip(plane.solid, walls, strict=True)]
    plane.solid = [plane.all & ~row for row in reached]
    yield "combine"
    way = Way(plane, start) if start != NOWHERE else None
    yield from walk_to(way, longest // 3)
    yield "near"
    yield COPIED.weighing(size)
    not_near = [~solid & row for solid, row in zip(plane.solid, reached, strict=True)]
    yield "copy"
    yield from walk_to(way, 2 * longest // 3)
    yield "middle"
    yield COMBINED.weighing(size)
    far = [~solid & row for solid, row in zip(plane.solid, reached, strict=True)]
    rows = list(zip(reached, not_near, far, strict=True))
    g.zones = {
        "near": [row & ~outer for row, outer, _ in rows],
        "middle": [outer & ~last for _, outer, last in rows],
        "far": far,
    }
