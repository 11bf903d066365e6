"""The pass `stairs`: the up stairs at a random tile, the down stairs a wanted number of steps away.

From the up stairs all tiles are reached in the order of their distance on foot, until there is one
at the right distance.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import (
    STATUS_NO_DOWN_STAIRS,
    STATUS_NO_UP_STAIRS,
    STATUS_STAIRS_TOO_NEAR,
)
from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.stairs import NOWHERE, find_up_stairs
from pygen.engine.plane.plane import Plane, read_plane_as_seen
from pygen.engine.plane.walk import RING, Way, walk_on
from pygen.passes.stairs.constants import NEVER
from pygen.passes.stairs.near import WALK, find_near_end, find_near_start, shared_point
from pygen.passes.stairs.parameters import Stairs

PACE = schedule("passes/stairs")
PROBE, TILE = Piece("probe", PACE["tiles_tested"]), Piece("scan", PACE["tiles_tested"])
LOOK = Piece("look", PACE["tiles_tested"])


class Best:
    """The best of all tries: the stairs, and the steps between them. `start` is tried now."""

    def __init__(self) -> None:
        self.start = self.up = self.down = NOWHERE
        self.steps = 0


def find_nearby(g: Generation[Any], way: Way, at: int, step: int, left: int) -> Finding[int]:
    """Look for a tile for the down stairs among `left` tiles of the ring, from number `at` on; with
    `step` 1 the newer ones, with -1 the older ones. Returns the number of the first fit tile, or
    -1."""
    for _ in range(left):
        yield LOOK
        if way.tiles[at] != way.start and is_free_floor(g, *way.tiles[at]):
            return at
        at = (at + step) % RING
    return -1


def find_end(g: Generation[Any], p: Stairs, way: Way, wanted: int) -> Finding[int]:
    """Find a tile for the down stairs in the ring: a random tile that is `wanted` steps away, or a
    few more, up to the most steps that are right; or else the farthest tile that is still in the
    ring. Returns -1 if there is none."""
    while True:
        yield from walk_on(way, WALK)
        count = (way.behind - way.first) % RING
        if not count:
            break
        if way.steps < wanted:
            yield "walk"
            continue
        # From a random one on to the last, then the others from the last to the first.
        start = g.random.below(count)
        yield "walk"
        at = yield from find_nearby(g, way, (way.first + start) % RING, 1, count - start)
        if at < 0 and start:
            yield "look"
            at = yield from find_nearby(g, way, (way.first + start - 1) % RING, -1, start)
        if at >= 0:
            return at
        if way.steps == p.most:
            break
        yield "look"
    yield "walk"
    return (yield from find_last(g, way))


def find_last(g: Generation[Any], way: Way) -> Finding[int]:
    """Find the farthest tile for the down stairs that is still in the ring. Returns -1 if there is
    none."""
    return (yield from find_nearby(g, way, (way.behind - 1) % RING, -1, way.known))


def keep_best(p: Stairs, best: Best, way: Way, at: int) -> bool:
    """Remember the tile that was found, if it is the farthest. Returns whether it is far enough."""
    steps = way.steps - (way.steps - way.steps_to[at]) % RING
    if steps > best.steps:
        best.up, best.down, best.steps = best.start, way.tiles[at], steps
    return steps >= p.least


def place_best(g: Generation[Any], p: Stairs, best: Best) -> None:
    """Place the stairs that were found."""
    if best.up == NOWHERE:
        g.status |= STATUS_NO_UP_STAIRS | STATUS_NO_DOWN_STAIRS
        return
    g.up, g.down = best.up, best.down
    g.tiles.set(*g.up, g.codes["up_stairs"])
    if g.down == NOWHERE:
        g.status |= STATUS_NO_DOWN_STAIRS
        return
    if p.most != NEVER and best.steps < p.least:
        g.status |= STATUS_STAIRS_TOO_NEAR
    g.tiles.set(*g.down, g.codes["down_stairs"])


def place_stairs_on_foot(g: Generation[Any], p: Stairs) -> Work:
    """Place up and down stairs. If all tries fail, the stairs that were farthest apart are taken,
    and the status says so."""
    best = Best()
    goal = NOWHERE
    for left in reversed(range(p.attempts)):
        is_near = p.near_previous and left == p.attempts - 1
        if is_near:
            point = shared_point(g, 0)
            yield "point"
            best.start = yield from find_near_start(g, point)
        else:
            best.start = yield from find_up_stairs(g, is_free_floor, PROBE, TILE)
        if best.start == NOWHERE:
            break
        yield "start"
        if is_near:
            goal = shared_point(g, 1)
            yield "point"
        if best.up == NOWHERE:
            best.up = best.start
        wanted = NEVER
        if p.most != NEVER and not p.near_previous:
            wanted = p.least + g.random.below(p.most - p.least + 1)
        plane = Plane(g)
        yield from read_plane_as_seen(plane)
        yield "read"
        way = Way(plane, best.start)
        if p.near_previous:
            tile, steps = yield from find_near_end(g, p, way, goal)
            if steps:
                best.up, best.down, best.steps = best.start, tile, steps
                break
            yield "walk"
            at = yield from find_last(g, way)
        else:
            at = yield from find_end(g, p, way, wanted)
        if at >= 0 and keep_best(p, best, way, at):
            break
        if left:
            yield "try"
    yield "best"
    place_best(g, p, best)
