"""Connect: corridors between the rooms of a dungeon whose kind has not joined them.

The twin is in `c64src/passes/connect/`.
"""

from pygen.engine.definition.features import (
    CONNECTED,
    RECORDED_CORRIDORS,
    RECORDED_ROOMS,
    ROOMS_APART,
)
from pygen.engine.definition.pass_figures import left_out, new_tiles
from pygen.engine.definition.passes import Pass
from pygen.passes.connect.parameters import Connect
from pygen.passes.connect.planning import join_rooms

PASS = Pass(
    "connect",
    Connect,
    join_rooms,
    needs=lambda use: frozenset({ROOMS_APART, *([RECORDED_ROOMS] if use.records else [])}),
    gives=lambda use: frozenset({CONNECTED, *([RECORDED_CORRIDORS] if use.records else [])}),
    tiles=("door",),
    instead={RECORDED_ROOMS: "leave out `records: true`: the kind has no records of corridors"},
    figures=(
        new_tiles("dug", "corridor tile", "floor"),
        new_tiles("doors", "door", "door"),
        left_out("corridor"),
    ),
)
