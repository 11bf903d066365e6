"""Regions: parts of a map that cannot be reached from each other are dropped, or joined by tunnels.

The twin is in `c64src/passes/regions/`.
"""

from pygen.engine.definition.pass_figures import left_out
from pygen.engine.definition.passes import Pass
from pygen.passes.regions.keeping import keep_or_join
from pygen.passes.regions.parameters import Regions, excluded, given, kept

PASS = Pass(
    "regions",
    Regions,
    keep_or_join,
    excludes=excluded,
    gives=given,
    keeps=kept,
    kernels=(
        "core/plane/read_other_tiles",
        "core/plane/read_solid",
        "core/plane/read_solid_others",
        "core/plane/take_entries",
        "core/plane/write_tiles",
    ),
    figures=(left_out("region"),),
)
