"""Treasures: chambers of one tile in the rock, behind secret paths.

The twin is in `c64src/passes/treasures/`.
"""

from pygen.engine.definition.features import GATES, TREASURES
from pygen.engine.definition.pass_figures import left_out, new_tiles
from pygen.engine.definition.passes import Pass
from pygen.passes.treasures.hiding import hide_treasures
from pygen.passes.treasures.parameters import Treasures, needed

PASS = Pass(
    "treasures",
    Treasures,
    hide_treasures,
    needs=needed,
    excludes=lambda _: frozenset({TREASURES}),
    # The pass opens rock, and closes nothing.
    keeps=lambda _: frozenset({GATES}),
    tiles=("secret_path", "treasure"),
    figures=(new_tiles("placed", "treasure", "treasure"), left_out("treasure")),
)
