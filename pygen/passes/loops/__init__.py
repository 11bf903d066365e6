"""Loops: corridors between rooms to which the way round is long, written into the records.

The twin is in `c64src/passes/loops/`.
"""

from pygen.engine.definition.features import (
    CONNECTED,
    GATES,
    RECORDED_CORRIDORS,
    RECORDED_ROOMS,
)
from pygen.engine.definition.pass_figures import new_tiles
from pygen.engine.definition.passes import Pass
from pygen.passes.loops.opening import open_long_ways
from pygen.passes.loops.parameters import FIGURES, Loops

PASS = Pass(
    "loops",
    Loops,
    open_long_ways,
    needs=lambda _: frozenset({CONNECTED, RECORDED_ROOMS, RECORDED_CORRIDORS}),
    keeps=lambda _: frozenset({GATES}),
    # It digs into rock only, and may do so behind entities: see `digs` of the parameters.
    changes_tiles=False,
    shortens_ways=True,
    tiles=("door",),
    instead={
        RECORDED_CORRIDORS: "choose a kind with the table `rooms`; behind `connect`, write "
        "`records: true` for it"
    },
    figures=(new_tiles("dug", "corridor tile", "floor"), new_tiles("doors", "door", "door")),
    summary=FIGURES,
)
