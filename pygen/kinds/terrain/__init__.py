"""Terrain: a landscape of water, grass, forest and mountain by value noise.

The twins of its parts are in `c64src/kinds/terrain/`; noise and regions are
those of `pygen/engine/noise/` and `pygen/engine/plane/`.
"""

from pygen.engine.definition.features import CONNECTED, NONE
from pygen.engine.definition.tables import Figures
from pygen.engine.definition.tiles import WATER, TileDefault
from pygen.engine.generator.kind import Kind, Phase
from pygen.engine.generator.wide_edges import WIDE_EDGES
from pygen.kinds.terrain.notes import notes
from pygen.kinds.terrain.parameters import Terrain
from pygen.kinds.terrain.stairs import place_stairs
from pygen.kinds.terrain.terrain_phase import build_terrain

KIND = Kind(
    "terrain",
    Terrain,
    (
        Phase("terrain", build_terrain),
        Phase("stairs", place_stairs),
    ),
    # The key of the first octave; the other keys, and so all heights, follow from it.
    figures=Figures("terrain_figures", {"noise_key": 2}),
    tiles=(
        WATER,
        TileDefault("grass", 9, '"', "light_green", walkable=True),
        TileDefault("forest", 10, "&", "green", walkable=True, opaque=True),
        TileDefault("mountain", 11, "^", "brown", opaque=True, solid=True),
    ),
    ground=("water", "grass", "forest", "mountain"),
    optional=("stairs",),
    kernels=("core/noise/add_cells", "core/noise/add_tiles", "core/plane/take_entries"),
    phases_of_worlds=(WIDE_EDGES,),
    notes=notes,
    gives=lambda parameters: frozenset({CONNECTED}) if parameters.parts.join else NONE,
)
