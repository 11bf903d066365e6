"""Caves: random rock, smoothed by a cellular automaton.

The twins of its parts are in `c64src/kinds/caves/`; the automaton and the
regions are those of `pygen/engine/plane/`.
"""

from pygen.engine.generator.kind import Kind, Phase
from pygen.kinds.caves.caves_phase import build_caves
from pygen.kinds.caves.parameters import Caves

KIND = Kind(
    "caves",
    Caves,
    (Phase("caves", build_caves),),
    kernels=(
        "core/plane/change_bytes",
        "core/plane/read_solid_others",
        "core/plane/take_entries",
        "core/plane/write_tiles",
    ),
    places_stairs=False,
)
