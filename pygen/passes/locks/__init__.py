"""Locks: locked doors, each with a key that can be reached without it.

The twin is in `c64src/passes/locks/`.
"""

from pygen.engine.definition.entity_kinds import LOCKED_DOOR
from pygen.engine.definition.features import CONNECTED, HIDDEN_ROOMS, LOCKED_PARTS, ROOMS, STAIRS
from pygen.engine.definition.pass_figures import left_out, new_entities
from pygen.engine.definition.passes import Pass
from pygen.engine.dungeon.entities import ENTITY_STRUCTS, entities_table
from pygen.passes.locks.locking import place_locks
from pygen.passes.locks.parameters import Locks

PASS = Pass(
    "locks",
    Locks,
    place_locks,
    needs=lambda use: (
        frozenset({CONNECTED, STAIRS}) | ({ROOMS} if use.key_rooms == "apart" else frozenset())
    ),
    # All tiles that cannot be reached without a key must be behind its door.
    excludes=lambda use: frozenset({HIDDEN_ROOMS} if use.reward else ()),
    gives=lambda _: frozenset({LOCKED_PARTS}),
    changes_tiles=False,
    tables=(entities_table(lambda use: use.most_entities, "locks"),),
    structs=(ENTITY_STRUCTS,),
    kernels=("core/plane/read_seen", "core/plane/take_entries"),
    figures=(new_entities("placed", "locked door", LOCKED_DOOR), left_out("locked door")),
)
