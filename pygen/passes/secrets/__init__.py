"""Secrets: rooms with a single opening, which a secret path hides.

The twin, function by function, is in `c64src/passes/secrets/`.
"""

from pygen.engine.features import CONNECTED, HIDDEN_ROOMS, ROOMS, SECRET_ROOMS, STAIRS
from pygen.engine.pass_figures import new_tiles
from pygen.engine.passes import Pass
from pygen.passes.secrets.concealing import conceal_rooms
from pygen.passes.secrets.parameters import Secrets

PASS = Pass(
    "secrets",
    Secrets,
    conceal_rooms,
    needs=lambda _: frozenset({CONNECTED, ROOMS, STAIRS}),
    excludes=lambda _: frozenset({SECRET_ROOMS}),
    gives=lambda _: frozenset({HIDDEN_ROOMS}),
    tiles=("secret_path",),
    figures=(new_tiles("hidden_rooms", "hidden room", "secret_path"),),
)
