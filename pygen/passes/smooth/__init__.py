"""Smoothing: a cellular automaton on the walls and the floor of any map.

The twin is in `c64src/passes/smooth/`.
"""

from pygen.engine.definition.features import CONNECTED, RECORDED_ROOMS
from pygen.engine.definition.passes import Pass
from pygen.passes.smooth.parameters import Smooth
from pygen.passes.smooth.smoothing import smooth_map

PASS = Pass(
    "smooth",
    Smooth,
    smooth_map,
    loses=lambda _: frozenset({CONNECTED}),
    # Then only rooms change, and each stays one piece with its openings.
    loses_nothing_with=frozenset({RECORDED_ROOMS}),
    kernels_with_rooms=("core/plane/take_entries",),
    kernels=(
        "core/plane/change_bytes",
        "core/plane/read_other_tiles",
        "core/plane/read_solid",
        "core/plane/read_solid_others",
        "core/plane/write_tiles",
    ),
)
