"""Items, placed where they can be reached.

The twin is in `c64src/passes/items/`.
"""

from pygen.engine.entities import ENTITY_STRUCTS, entities_table
from pygen.engine.pass_figures import left_out, new_entities
from pygen.engine.passes import Pass
from pygen.engine.population.parameters import WITHOUT_ROOMS, needed
from pygen.passes.items.parameters import Items
from pygen.passes.items.placing import place_items

PASS = Pass(
    "items",
    Items,
    place_items,
    needs=needed,
    changes_tiles=False,
    tables=(entities_table(lambda use: use.most_entities, "items"),),
    structs=(ENTITY_STRUCTS,),
    instead=WITHOUT_ROOMS,
    figures=(new_entities("placed", "item"), left_out("item")),
)
