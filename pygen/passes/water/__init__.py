"""Water: rivers, lakes and spots, which cut off no part of the map unless they may.

The twin is in `c64src/passes/water/`.
"""

from pygen.engine.definition.features import (
    CONNECTED,
    HIDDEN_ROOMS,
    NONE,
    RECORDED_ROOMS,
    SECRET_ROOMS,
    STAIRS,
)
from pygen.engine.definition.pass_figures import new_tiles
from pygen.engine.definition.passes import Pass
from pygen.engine.definition.tiles import WATER, TileDefault
from pygen.passes.water.flowing import let_water_in
from pygen.passes.water.parameters import Water

PASS = Pass(
    "water",
    Water,
    let_water_in,
    # Records and secrets say where ways are, and water that cuts parts off may close these.
    excludes=lambda use: (
        frozenset({STAIRS, RECORDED_ROOMS, SECRET_ROOMS, HIDDEN_ROOMS}) if use.cuts else NONE
    ),
    loses=lambda use: frozenset({CONNECTED}) if use.cuts else NONE,
    tiles=(WATER, TileDefault("shallow_water", 15, "=", "light_blue", walkable=True)),
    figures=(
        new_tiles("all", "water tile", "water", "shallow_water"),
        new_tiles("deep", "deep water tile", "water"),
        new_tiles("shallow", "shallow water tile", "shallow_water"),
    ),
)
