"""The description that all passes share that place entities of one sort."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pygen.engine.definition.features import ROOMS, WORLD
from pygen.engine.definition.pace import Work
from pygen.engine.definition.pass_figures import left_out, new_entities
from pygen.engine.definition.passes import Pass
from pygen.engine.dungeon.entities import ENTITY_STRUCTS, entities_table
from pygen.engine.population.parameters import Population, needed


def population_pass(
    name: str, parameters: type[Population], run: Callable[[Any, Any], Work], one: str
) -> Pass[Population]:
    """The pass that places entities of one sort. `run` calls `populate`; `one` is the word for a
    single entity."""
    return Pass(
        name,
        parameters,
        run,
        needs=needed,
        # A floor of a world has many chunks.
        excludes=lambda use: frozenset({WORLD} if use.once else ()),
        changes_tiles=False,
        tables=(entities_table(lambda use: use.most_entities, name),),
        structs=(ENTITY_STRUCTS,),
        instead={
            WORLD: "delete `once`",
            ROOMS: "write `by: count`, and neither rooms nor corridors in `where`",
        },
        figures=(new_entities("placed", one), left_out(one)),
    )
