"""Connect: corridors between the rooms of a dungeon whose kind has not joined them.

The twin is in `c64src/passes/connect/`.
"""

from pygen.engine.definition.features import CONNECTED, ROOMS_APART
from pygen.engine.definition.pass_figures import new_tiles
from pygen.engine.definition.passes import Pass
from pygen.passes.connect.parameters import Connect
from pygen.passes.connect.planning import join_rooms

PASS = Pass(
    "connect",
    Connect,
    join_rooms,
    needs=lambda _: frozenset({ROOMS_APART}),
    gives=lambda _: frozenset({CONNECTED}),
    tiles=("door",),
    figures=(new_tiles("dug", "corridor tile", "floor"), new_tiles("doors", "door", "door")),
)
