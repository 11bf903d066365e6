"""Stairs near those that lead to them: both are near a point that their two floors share.

The point follows from the seed of the lower floor, and so from that of the upper one, whose next
seed this is: not from how any of both floors was built. What a `yield` means is described in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.stairs import NOWHERE
from pygen.engine.plane.walk import RING, Way, walk_on
from pygen.engine.random.floors import floor_seed
from pygen.engine.random.random16 import Random16
from pygen.engine.random.streams import stream_seed
from pygen.passes.stairs.constants import POINT_STREAM
from pygen.passes.stairs.parameters import Stairs

PACE = schedule("passes/stairs")
WALK, LEVEL = Piece("walk", PACE["tiles_walked"]), Piece("level", PACE["tiles_compared"])
PLACE = Piece("place", PACE["places_looked_at"])


def shared_point(g: Generation[Any], floors: int) -> Tile:
    """The point that a floor shares with the one above it: this floor (0), or the next one (1)."""
    random = g.blueprint.random
    lower = floor_seed(random, g.seed, 1 + floors)
    point = Random16(random, stream_seed(random, lower, POINT_STREAM))
    return 1 + point.below(g.tiles.width - 2), 1 + point.below(g.tiles.height - 2)


def spiral(tile: Tile, most: int) -> Iterator[Tile]:
    """The tiles around a tile, itself first: a square of `most` tiles a side."""
    (x, y), across, down = tile, 1, 0
    for length in range(1, most + 1):
        for _ in range(2):
            for _ in range(length):
                yield x, y
                x, y = x + across, y + down
            across, down = -down, across


def find_near_start(g: Generation[Any], point: Tile) -> Finding[Tile]:
    """The free floor tile that is nearest to a point, in rows and in columns; NOWHERE if there is
    none."""
    width, height = g.tiles.width, g.tiles.height
    for x, y in spiral(point, 2 * max(width, height)):
        yield PLACE
        if 0 < x < width - 1 and 0 < y < height - 1 and is_free_floor(g, x, y):
            return x, y
    return NOWHERE


def find_near_end(
    g: Generation[Any], p: Stairs, way: Way, point: Tile
) -> Finding[tuple[Tile, int]]:
    """Walk on to the free floor tile within the range of steps that is nearest to a point, in rows
    and in columns; the first one, if there are several. Returns how many steps it is away, too;
    NOWHERE and 0 if there is none."""
    found, steps, nearest = NOWHERE, 0, 255
    while way.steps != p.most:
        yield from walk_on(way, WALK)
        count = (way.behind - way.first) % RING
        if not count:
            break
        yield "walk"
        if way.steps < p.least:
            continue
        for number in range(count):
            yield LEVEL
            x, y = way.tiles[(way.first + number) % RING]
            distance = max(abs(x - point[0]), abs(y - point[1]))
            if distance < nearest and is_free_floor(g, x, y):
                found, steps, nearest = (x, y), way.steps, distance
        if way.steps != p.most:
            yield "level"
    return found, steps
