"""The changes that each pass of a dungeon has made."""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pass_figures import Change
from pygen.engine.dungeon.generation import Generation


def change_of(g: Generation[Any], name: str) -> Change:
    """The changes of a finished pass, given by its id."""
    before, after = g.marks[name]
    kinds = [row["kind"] for row in g.tables.get(ENTITIES, [])]
    return Change(
        {
            tile: after.tiles.count(code) - before.tiles.count(code)
            for tile, code in g.codes.items()
        },
        tuple(kinds[before.entities : after.entities]),
        after.left_out - before.left_out,
        tuple(place.purpose for place in g.places),
        tuple(new - old for old, new in zip(before.made, after.made, strict=True)),
    )


def changes(g: Generation[Any]) -> dict[str, Change]:
    """The changes of each finished pass by the pass's id, in the order of the passes."""
    return {name: change_of(g, name) for name in g.marks}
