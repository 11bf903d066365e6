"""Drawing the classes, and redrawing tiles that change when parts are dropped or joined.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import FULL, Piece, Work
from pygen.engine.generator.wide_edges import keep_edge_tile
from pygen.engine.plane.plane import Plane
from pygen.kinds.terrain.classes import Classes
from pygen.kinds.terrain.pace import PACE

TILE, ODD_TILE = Piece("draw", PACE["tiles_drawn"]), Piece("draw", PACE["odd_tiles_drawn"])
BYTE = Piece("redraw", PACE["bytes_compared"])


def draw_row(classes: Classes, plane: Plane, before: list[int], row: list[int], y: int) -> Work:
    """Draw row y on the empty map, and set the bits of its solid tiles in `plane` and `before`.

    In `plane` all tiles at the map's edge are solid; `before` has them as they are drawn.
    """
    solid, tile = before[y], ODD_TILE if len(row) % 8 else TILE
    for x, height in enumerate(row):
        yield tile
        plane.g.tiles.set(x, y, classes.tile_of[height])
        if not classes.is_solid[height]:
            solid &= ~(1 << x)
    before[y] = plane.solid[y] = solid
    plane.close_row(y, plane.edge)


def redraw_byte(classes: Classes, plane: Plane, y: int, at: int, differing: int) -> None:
    """Redraw tiles of byte `at` of row y: those whose bits are set in `differing`. An open tile
    becomes floor, a solid one the nearest class that is not walkable."""
    tiles = plane.g.tiles
    for x in plane.tiles_of(at):
        if (differing >> (x & 7)) & 1:
            tile = plane.g.codes["floor"]
            if (plane.solid[y] >> x) & 1:
                if plane.g.parameters.world:
                    keep_edge_tile(plane.g, x, y)
                tile = classes.filled_of(tiles.get(x, y))
            tiles.set(x, y, tile)


def redraw(classes: Classes, plane: Plane, before: list[int]) -> Work:
    """Redraw all tiles that are solid now and were open before, or the other way round.

    A step ends with each byte that has such tiles; if both halves of a byte have, each half is a
    step.
    """
    for y in range(plane.height):
        for at in range(plane.row_bytes):
            yield BYTE
            differing = ((plane.solid[y] ^ before[y]) >> (8 * at)) & 0xFF
            if differing:
                if differing & 0x0F and differing & 0xF0:
                    redraw_byte(classes, plane, y, at, differing & 0x0F)
                    yield "redraw"
                    differing &= 0xF0
                redraw_byte(classes, plane, y, at, differing)
                yield FULL
