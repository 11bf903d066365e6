"""Where the player starts.

The twin is in `c64src/passes/start/`.
"""

from pygen.engine.definition.features import HIDDEN_ROOMS, LOCKED_PARTS
from pygen.engine.definition.pass_figures import left_out
from pygen.engine.definition.passes import Pass
from pygen.engine.dungeon.entities import ENTITY_STRUCTS, entities_table
from pygen.passes.start.parameters import Start, excluded, needed
from pygen.passes.start.placing import place_start

PASS = Pass(
    "start",
    Start,
    place_start,
    needs=needed,
    excludes=excluded,
    changes_tiles=False,
    sets_start=True,
    tables=(entities_table(lambda use: use.most_entities, "start"),),
    structs=(ENTITY_STRUCTS,),
    figures=(left_out("start"),),
    instead={
        HIDDEN_ROOMS: "write `at: up_stairs`, which is never hidden",
        LOCKED_PARTS: "write `at: up_stairs`, which is never locked in",
    },
)
