"""Vaults: drawn places, dug into rock or put into rooms.

The twin is in `c64src/passes/vaults/`.
"""

from pygen.engine.definition.features import (
    CONNECTED,
    GATES,
    HIDDEN_ROOMS,
    LOCKED_PARTS,
    PLACES,
    STAIRS,
    WORLD,
    Features,
)
from pygen.engine.definition.pass_figures import left_out, things_made
from pygen.engine.definition.passes import Pass
from pygen.engine.dungeon.entities import ENTITY_STRUCTS, entities_table
from pygen.passes.vaults.parameters import Vaults
from pygen.passes.vaults.placing import place_vaults


def given(use: Vaults) -> Features:
    """The features of a dungeon with these vaults: what is behind a door may be hidden, or locked
    in."""
    found = {LOCKED_PARTS} if use.most_locks else set()
    return frozenset(found | {HIDDEN_ROOMS} if use.hides else found)


PASS = Pass(
    "vaults",
    Vaults,
    place_vaults,
    needs=lambda use: frozenset({CONNECTED, STAIRS}),
    # Openings could lead past a locked door.
    excludes=lambda use: frozenset({WORLD, *([LOCKED_PARTS] if use.is_transparent else [])}),
    gives=given,
    keeps=lambda _: frozenset({GATES}),
    changes_tiles=False,
    writes_looks=True,
    tables=(entities_table(lambda use: use.most_entities, "vaults"),),
    structs=(ENTITY_STRUCTS,),
    tiles=("door", "secret_path"),
    names_tiles=True,
    kernels=("core/plane/read_seen", "core/plane/take_entries"),
    instead={
        PLACES: "write `place: rock` for all vaults",
        LOCKED_PARTS: "put it before what locks doors",
    },
    figures=(things_made("placed", "vault"), left_out("vault")),
)
