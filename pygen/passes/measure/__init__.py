"""Measure: figures of the finished level, in the summary.

The twin is in `c64src/passes/measure/`.
"""

from pygen.engine.definition.features import CONNECTED, STAIRS, WORLD
from pygen.engine.definition.passes import Pass
from pygen.passes.measure.measuring import measure_level
from pygen.passes.measure.parameters import FIGURES, Measure

PASS = Pass(
    "measure",
    Measure,
    measure_level,
    needs=lambda _: frozenset({CONNECTED, STAIRS}),
    excludes=lambda _: frozenset({WORLD}),
    changes_tiles=False,
    kernels=("core/plane/read_seen",),
    summary=FIGURES,
    writes=lambda use: use.figures,
    keys=lambda figures: {"figures": [name for name in FIGURES.fields if name in figures]},
)
