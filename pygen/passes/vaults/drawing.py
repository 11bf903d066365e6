"""Drawing a vault into the map.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.around import read_around, wall_around
from pygen.engine.dungeon.entities import add_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.passes.vaults.constants import LEFT_AS_IS, OPENING
from pygen.passes.vaults.parameters import Vault
from pygen.passes.vaults.plans import Mark
from pygen.passes.vaults.sites import PACE, Site

DRAWN = Piece("draw", PACE["vault_tiles_drawn"])


def draw_vault(
    g: Generation[Any], plane: Plane, legend: Sequence[Mark], vault: Vault, site: Site
) -> Work:
    """Draw a vault with its entities. Its tiles become solid in the plane: no other vault is placed
    beside them, and no key within. At the openings of a vault at which corridors may end, the empty
    tiles around become walls."""
    for row in range(site.shape.rows):
        for (x, y), mark in site.row(row):
            yield DRAWN
            if mark == LEFT_AS_IS:
                continue
            drawn = legend[mark & ~OPENING]
            g.tiles.set(x, y, g.codes[drawn.tile])
            plane.solid[y] |= 1 << x
            if drawn.kind:
                add_entity(g, drawn.kind, x, y)
            if mark & OPENING and vault.transparent:
                wall_around(g, x, y, read_around(g, x, y))
                yield "opening"
