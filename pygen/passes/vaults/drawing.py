"""Drawing a vault into the map.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.drawings.filling import Filling
from pygen.engine.drawings.legend import Thing
from pygen.engine.dungeon.around import read_around, wall_around
from pygen.engine.dungeon.entities import add_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.passes.vaults.parameters import Vault, Vaults
from pygen.passes.vaults.parameters.plans import tile_of
from pygen.passes.vaults.sites import PACE, Site

DRAWN = Piece("draw", PACE["vault_tiles_drawn"])


def is_opening(g: Generation[Any], vault: Vault, site: Site, x: int, y: int) -> bool:
    """Whether corridors may end at a tile of a vault, which was drawn."""
    is_inside = site.left < x < site.right and site.top < y < site.bottom
    return vault.transparent and not is_inside and g.tiles.get(x, y) in g.walkable


def draw_vault(
    g: Generation[Any],
    p: Vaults,
    plane: Plane,
    vault: Vault,
    site: Site,
    filling: Filling,
    looks: dict[Thing, int],
) -> Work:
    """Draw a vault with its entities. Its tiles become solid in the plane: no other vault is placed
    beside them, and no key within. At the openings of a vault at which corridors may end, the empty
    tiles around become walls."""
    for row in site.rows():
        for x, y, number in row:
            yield DRAWN
            if not number:
                continue
            thing = filling.place(number)
            g.tiles.set(x, y, g.codes[tile_of(thing)])
            if g.has_looks:
                g.looks.set(x, y, looks[thing])
            plane.solid[y] |= 1 << x
            if p.number_of(thing):
                add_entity(g, p.number_of(thing), x, y)
            if is_opening(g, vault, site, x, y):
                wall_around(g, x, y, read_around(g, x, y))
                yield "opening"
