"""Looks of tiles by their surroundings: shapes of walls, or rules written in the spec.

The twin is in `c64src/passes/tile_rules/`.
"""

from pygen.engine.definition.passes import Pass
from pygen.passes.tile_rules.giving import give_looks
from pygen.passes.tile_rules.parameters import TileRules

PASS = Pass(
    "tile_rules",
    TileRules,
    give_looks,
    changes_tiles=False,
    kernels=("core/plane/read_seen",),
)
