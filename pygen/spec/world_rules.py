"""Rules for worlds: dungeons whose map is a chunk."""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.constants import CHUNK_SIDE
from pygen.engine.definition.features import LOCKED_PARTS, STAIRS
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.sections import BrokenRule
from pygen.kinds import KINDS
from pygen.passes import PASSES
from pygen.spec.problems import KeyPath

Broken = Iterator[BrokenRule]


def world_rules(name: str, dungeon: KindParameters) -> Broken:
    """The rules that a dungeon breaks as a world; none if it is not a world."""
    if not dungeon.world:
        return
    path: KeyPath = ("dungeons", name)
    kind, size = KINDS[dungeon.kind], dungeon.map
    if (size.width, size.height) != (CHUNK_SIDE, CHUNK_SIDE):
        wrong = f"the chunks of a world have {CHUNK_SIDE} x {CHUNK_SIDE} tiles, "
        wrong += f"not {size.width} x {size.height}"
        yield BrokenRule((*path, "map"), wrong, "delete width and height")
    if dungeon.floors:
        wrong = "the chunks of a world have the same parameters on all floors"
        yield BrokenRule((*path, "floors"), wrong, "delete it")
    if kind.has_own_stairs(dungeon):
        if "stairs" in kind.optional:
            wrong = "a world has no stairs, and the kind would place some in each chunk"
            parts = ", ".join(("stairs", *kind.needs_stairs))
            right = f"write `without: [{parts}]` into the dungeon"
        else:
            wrong = f"a world has no stairs, and the kind `{kind.name}` cannot go without them"
            right = "choose another kind, such as caves"
        yield BrokenRule((*path, "world"), wrong, right)
    for index, use in enumerate(dungeon.passes):
        if STAIRS in PASSES[use.name].gives(use):
            wrong = f"`{use.id}` places stairs, and a world has none"
            yield BrokenRule((*path, "passes", index), wrong, "delete it")
        if LOCKED_PARTS in PASSES[use.name].gives(use):
            wrong = f"`{use.id}` locks doors, and in a world another way leads round them"
            yield BrokenRule((*path, "passes", index), wrong, "delete it")
        if getattr(use, "from_stairs", 0):
            wrong = "a world has no stairs from which entities could be away"
            yield BrokenRule((*path, "passes", index, "from_stairs"), wrong, "delete it")
        if use.looks_at_zones:
            wrong = "a world has no start from which tiles are near or far"
            yield BrokenRule((*path, "passes", index, "where"), wrong, "name no zones")
