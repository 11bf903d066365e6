"""Gates: ways through the edges of a world's chunk.

The twin is in `c64src/passes/gates/`.
"""

from pygen.engine.definition.features import (
    CONNECTED,
    GATES,
    HIDDEN_ROOMS,
    SECRET_ROOMS,
    TREASURES,
    WORLD,
)
from pygen.engine.definition.passes import Pass
from pygen.passes.gates.opening import open_gates
from pygen.passes.gates.parameters import Gates

PASS = Pass(
    "gates",
    Gates,
    open_gates,
    needs=lambda _: frozenset({WORLD}),
    # The way from a gate could lead into a hidden place, and on by a secret path only.
    excludes=lambda _: frozenset({GATES, SECRET_ROOMS, HIDDEN_ROOMS, TREASURES}),
    gives=lambda _: frozenset({GATES}),
    loses=lambda _: frozenset({CONNECTED}),
)
