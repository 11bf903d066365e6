"""The pass `treasures`: random floor tiles are tried until one has rock beside it that is thick
enough for a chamber.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import STATUS_FEWER_TREASURES
from pygen.engine.definition.pace import Finding, Work
from pygen.engine.definition.sides import STEPS, Tile
from pygen.engine.dungeon.around import read_around, wall_around
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.passes.treasures.parameters import Treasures


def is_rock(g: Generation[Any], code: int) -> bool:
    """Whether a tile is a wall or empty."""
    return code in (g.codes["empty"], g.codes["wall"])


def try_floor(g: Generation[Any]) -> Tile | None:
    """A random tile, if it is floor and not in a doorway."""
    x, y = g.random_tile()
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


def hide_treasures(g: Generation[Any], p: Treasures) -> Work:
    """Hide treasures. If all tries for one fail, it is left out, and the status says so."""
    for _ in range(p.count):
        for _ in range(p.tries):
            tile = try_floor(g)
            yield "try"
            if tile and (yield from look_behind(g, tile)):
                break
        else:
            g.leave_out(STATUS_FEWER_TREASURES)
