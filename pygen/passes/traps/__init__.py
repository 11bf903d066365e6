"""Traps, placed where they can be reached.

The twin is in `c64src/passes/traps/`.
"""

from pygen.engine.entities import ENTITY_STRUCTS, entities_table
from pygen.engine.pass_figures import left_out, new_entities
from pygen.engine.passes import Pass
from pygen.engine.population.parameters import WITHOUT_ROOMS, needed
from pygen.passes.traps.parameters import Traps
from pygen.passes.traps.placing import place_traps

PASS = Pass(
    "traps",
    Traps,
    place_traps,
    needs=needed,
    changes_tiles=False,
    tables=(entities_table(lambda use: use.most_entities, "traps"),),
    structs=(ENTITY_STRUCTS,),
    instead=WITHOUT_ROOMS,
    figures=(new_entities("placed", "trap"), left_out("trap")),
)
