"""Stairs: up and down, as far apart on foot as wanted.

The twin is in `c64src/passes/stairs/`.
"""

from pygen.engine.definition.features import CONNECTED, STAIRS
from pygen.engine.definition.passes import Pass
from pygen.passes.stairs.parameters import Stairs
from pygen.passes.stairs.placing import place_stairs_on_foot

PASS = Pass(
    "stairs",
    Stairs,
    place_stairs_on_foot,
    needs=lambda _: frozenset({CONNECTED}),
    excludes=lambda _: frozenset({STAIRS}),
    gives=lambda _: frozenset({STAIRS}),
    kernels=("core/plane/read_seen",),
)
