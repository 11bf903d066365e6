"""Water: rivers, lakes and spots, which cut off no part of the map.

The twin is in `c64src/passes/water/`.
"""

from pygen.engine.definition.pass_figures import new_tiles
from pygen.engine.definition.passes import Pass
from pygen.engine.definition.tiles import WATER, TileDefault
from pygen.passes.water.flowing import let_water_in
from pygen.passes.water.parameters import Water

PASS = Pass(
    "water",
    Water,
    let_water_in,
    tiles=(WATER, TileDefault("shallow_water", 15, "=", "light_blue", walkable=True)),
    figures=(
        new_tiles("all", "water tile", "water", "shallow_water"),
        new_tiles("deep", "deep water tile", "water"),
        new_tiles("shallow", "shallow water tile", "shallow_water"),
    ),
)
