"""The pass `measure`: the level is walked through from the start, and what was reached is measured.

A player can reach all tiles that can be walked on, except secret paths and what is behind them;
doors do not stop the walk, and locked ones count as open. The start is that of the pass `start`, if
it has placed one, else the up stairs.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.start import look_for_start
from pygen.engine.generator.stairs import NOWHERE
from pygen.engine.plane.plane import Plane, read_plane_as_seen
from pygen.engine.plane.walk import Way
from pygen.passes.measure.islands import count_islands, fill_pillars
from pygen.passes.measure.parameters import Measure
from pygen.passes.measure.rows import count_dead_ends, find_square
from pygen.passes.measure.walking import (
    Ways,
    count_critical,
    join_rows,
    keep_level,
    walk_everywhere,
)


def share(part: int, whole: int) -> int:
    """A part in percent of the whole, rounded down."""
    return 100 * part // whole


def keep(g: Generation[Any], p: Measure, name: str, value: int) -> None:
    """Write a figure into the summary, if it is wanted."""
    if name in p.figures:
        g.figures[name] = value


def measure_ways(g: Generation[Any], p: Measure, ways: Ways, start: Tile) -> Work:
    """Measure what a walk from the start comes to."""
    if p.keeps_level:
        yield from keep_level(ways.plane)
        yield "keep"
    yield from walk_everywhere(ways, Way(ways.plane, start))
    keep(g, p, "stairs_steps", ways.steps_down)
    keep(g, p, "longest_way", ways.longest)
    keep(g, p, "open_share", share(ways.reached, g.tiles.width * g.tiles.height))
    if p.keeps_level:
        yield "walk"
        yield from join_rows(ways)


def measure_level(g: Generation[Any], p: Measure) -> Work:
    """Measure the figures that are wanted. Without stairs all of them stay 0."""
    start = yield from look_for_start(g)
    if NOWHERE in (start, g.down):
        return
    yield "start"
    plane = Plane(g)
    yield from read_plane_as_seen(plane)
    ways = Ways(plane, g.down)
    # All that is open is connected, and so it is reached if nothing looks like a wall.
    if p.walks or g.blueprint.secrets:
        yield "read"
        yield from measure_ways(g, p, ways, start)
    if "floor_dead_ends" in p.figures:
        yield "measured"
        keep(g, p, "floor_dead_ends", (yield from count_dead_ends(plane)))
    if "empty_square" in p.figures:
        yield "measured"
        keep(g, p, "empty_square", (yield from find_square(plane)))
    if "floor_loops" in p.figures:
        yield "measured"
        yield from fill_pillars(plane)
        yield "pillars"
        keep(g, p, "floor_loops", (yield from count_islands(plane)))
    if "off_path_share" in p.figures:
        yield "measured"
        critical = yield from count_critical(ways)
        keep(g, p, "off_path_share", share(ways.reached - critical, ways.reached))
