"""Secrets: rooms with a single opening, or dead ends, which a secret path hides.

The twin is in `c64src/passes/secrets/`.
"""

from pygen.engine.definition.features import CONNECTED, HIDDEN_ROOMS, ROOMS, SECRET_ROOMS, STAIRS
from pygen.engine.definition.pass_figures import new_tiles
from pygen.engine.definition.passes import Pass
from pygen.passes.secrets.concealing import conceal
from pygen.passes.secrets.parameters import Secrets

PASS = Pass(
    "secrets",
    Secrets,
    conceal,
    needs=lambda use: frozenset({CONNECTED, STAIRS, *([ROOMS] if use.hide == "rooms" else [])}),
    excludes=lambda _: frozenset({SECRET_ROOMS}),
    gives=lambda _: frozenset({HIDDEN_ROOMS}),
    tiles=("secret_path",),
    instead={ROOMS: "write `hide: dead_ends`, which needs no rooms"},
    figures=(new_tiles("secret_paths", "secret path", "secret_path"),),
)
