"""Roads from site to site, which climb as little as they can.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.terrain.classes import Classes
from pygen.kinds.terrain.constants import ROAD, SITES_TRIED
from pygen.kinds.terrain.pace import PACE
from pygen.kinds.terrain.parameters import Terrain

TILE = Piece("road", PACE["road_tiles"])


def find_site(g: Generation[Terrain], classes: Classes, rows: list[list[int]], n: int) -> Tile:
    """A random tile that can be walked on, if one of some is; else the last of them. The first site
    is at the left edge, the last one at the right edge."""
    for _ in range(SITES_TRIED):
        x, y = g.random_tile()
        if n == 0:
            x = 1
        elif n == g.parameters.roads.sites - 1:
            x = g.tiles.width - 2
        if not classes.is_solid[rows[y][x]]:
            break
    return x, y


def step_of_road(rows: list[list[int]], here: Tile, end: Tile, height: int) -> Tile:
    """The next tile of a road: nearer to its end, across or down, whichever tile differs less in
    height from `height`; across if both do as much. Tiles of roads differ least."""
    (x, y), (end_x, end_y) = here, end
    across, down = x + (end_x > x) - (end_x < x), y + (end_y > y) - (end_y < y)
    if x == end_x:
        return x, down
    if y == end_y:
        return across, y
    if climb(rows[y][across], height) <= climb(rows[down][x], height):
        return across, y
    return x, down


def climb(height: int, here: int) -> int:
    """By how much a road climbs or falls; not at all on another road."""
    return 0 if height == ROAD else abs(height - here)


def build_roads(g: Generation[Terrain], classes: Classes, rows: list[list[int]]) -> Work:
    """Build a road from each site to the next one."""
    classes.tile_of[ROAD], classes.is_solid[ROAD] = g.codes["floor"], False
    here, height = (0, 0), 0
    for n in range(g.parameters.roads.sites):
        if n:
            yield "road"
        site = find_site(g, classes, rows, n)
        yield "site"
        if n == 0:
            here, height = site, rows[site[1]][site[0]]
        while True:
            yield TILE
            rows[here[1]][here[0]] = ROAD
            if here == site:
                break
            here = step_of_road(rows, here, site, height)
            if rows[here[1]][here[0]] != ROAD:
                height = rows[here[1]][here[0]]
