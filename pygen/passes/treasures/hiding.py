"""The pass `treasures`: random floor tiles are tried until one has rock beside it that is thick
enough for a chamber; with `where` tiles are picked among those that fit.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygen.engine.constants import STATUS_FEWER_TREASURES
from pygen.engine.definition.pace import Finding, Work
from pygen.engine.definition.rock import ROCK
from pygen.engine.definition.sides import STEPS, Tile
from pygen.engine.dungeon.around import read_around, wall_around
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.engine.population.fitting import Fitting, find_fitting, pick_fitting
from pygen.passes.treasures.parameters import Treasures


def is_rock(g: Generation[Any], code: int) -> bool:
    """Whether a tile is rock: empty, a wall, or a mountain that nobody can walk on."""
    return code not in g.walkable and any(code == g.codes.get(name) for name in ROCK)


def try_floor(g: Generation[Any], fitting: Fitting | None) -> Tile | None:
    """A random tile, or one of those that fit, if it is floor and not in a doorway."""
    x, y = pick_fitting(g, fitting) if fitting else g.random_tile()
    fits = is_free_floor(g, x, y)
    g.tried("floor", x, y, fits=fits)
    return (x, y) if fits else None


def find_side(g: Generation[Any], tile: Tile, side: int) -> tuple[Tile, Tile] | None:
    """The wall and the chamber to one side of a tile; None if the chamber would be at the edge of
    the map or outside."""
    across, down = STEPS[side]
    x, y = tile[0] + 2 * across, tile[1] + 2 * down
    if not (1 <= x < g.tiles.width - 1 and 1 <= y < g.tiles.height - 1):
        return None
    return (tile[0] + across, tile[1] + down), (x, y)


def fits_chamber(g: Generation[Any], x: int, y: int) -> list[int]:
    """The codes around a tile, if it and all its neighbours are rock; an empty list otherwise."""
    around = read_around(g, x, y)
    fits = is_rock(g, g.tiles.get(x, y)) and all(is_rock(g, code) for code in around)
    g.tried("chamber", x - 1, y - 1, 3, 3, fits)
    return around if fits else []


def build_chamber(g: Generation[Any], wall: Tile, chamber: Tile, around: list[int]) -> None:
    """Build a chamber with its treasure, and the secret path to it."""
    wall_around(g, *chamber, around)
    g.tiles.set(*wall, g.codes["secret_path"])
    g.tiles.set(*chamber, g.codes["treasure"])


def look_behind(g: Generation[Any], tile: Tile) -> Finding[bool]:
    """Build a chamber beside a floor tile, trying its sides from a random one on. Returns whether
    there was room for it."""
    side = g.random.below(4)
    for _ in range(4):
        places = find_side(g, tile, side)
        around = fits_chamber(g, *places[1]) if places else []
        yield "side"
        if places and around:
            build_chamber(g, *places, around)
            yield "chamber"
            return True
        side = side + 1 & 3
    return False


def floors_to_try(
    g: Generation[Any], p: Treasures, fitting: Fitting | None
) -> Iterator[Tile | None]:
    """The tiles that are tried, or picked while some are left. None stands for one that is no floor
    or in a doorway."""
    if fitting is None:
        for _ in range(p.tries):
            yield try_floor(g, None)
    else:
        while fitting.count:
            yield try_floor(g, fitting)


def hide_treasures(g: Generation[Any], p: Treasures) -> Work:
    """Hide treasures. If all tries for one fail, it is left out, and the status says so."""
    fitting = None
    if p.where:
        fitting = Fitting(Plane(g))
        yield from find_fitting(g, p.part, p.zones, fitting)
        yield "fitting"
    for _ in range(p.count):
        for tile in floors_to_try(g, p, fitting):
            yield "try"
            if tile and (yield from look_behind(g, tile)):
                break
        else:
            g.leave_out(STATUS_FEWER_TREASURES)
