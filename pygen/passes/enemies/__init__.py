"""Enemies, placed where they can be reached.

The twin is in `c64src/passes/enemies/`.
"""

from pygen.engine.entities import ENTITY_STRUCTS, entities_table
from pygen.engine.pass_figures import left_out, new_entities
from pygen.engine.passes import Pass
from pygen.engine.population.parameters import WITHOUT_ROOMS, needed
from pygen.passes.enemies.parameters import Enemies
from pygen.passes.enemies.placing import place_enemies

PASS = Pass(
    "enemies",
    Enemies,
    place_enemies,
    needs=needed,
    changes_tiles=False,
    tables=(entities_table(lambda use: use.most_entities, "enemies"),),
    structs=(ENTITY_STRUCTS,),
    instead=WITHOUT_ROOMS,
    figures=(new_entities("placed", "enemy"), left_out("enemy")),
)
