"""The default structs: the summary's head, and the structs that kinds declare, as wide as
needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.tables import HEAD, Fields, Structs
from pygen.engine.generator.kind import AnyKind
from pygen.kinds import figures_of, structs_of

SUMMARY = "summary"
"""The struct of the summary's head, which all kinds share."""


def structs_written(
    kinds: Iterable[AnyKind], dungeons: Mapping[str, KindParameters]
) -> list[Structs]:
    """The structs that these kinds write, and those that these dungeons write by their passes, each
    once."""
    usual = (kind for kind in kinds if kind.usual_tables or not kind.tables)
    found = [structs for kind in usual for structs in kind.structs]
    found += [structs for dungeon in dungeons.values() for structs in structs_of(dungeon)]
    return list(dict.fromkeys(found))


def dungeons_with(
    structs: Structs, dungeons: Mapping[str, KindParameters]
) -> dict[str, KindParameters]:
    """The dungeons that write these structs."""
    return {name: dungeon for name, dungeon in dungeons.items() if structs in structs_of(dungeon)}


def summary_structs(
    kinds: Iterable[AnyKind], dungeons: Mapping[str, KindParameters]
) -> dict[str, Mapping[str, int]]:
    """The structs that make up the summary, by name: the number of bytes of each of their
    fields."""
    found = [kind.figures for kind in kinds if kind.figures.struct]
    found += [figures for dungeon in dungeons.values() for figures in figures_of(dungeon)]
    return {SUMMARY: HEAD, **{figures.struct: figures.fields for figures in found}}


def automatic_structs(
    kinds: Iterable[AnyKind], dungeons: Mapping[str, KindParameters]
) -> dict[str, Fields]:
    """The structs of these kinds, wide enough for these dungeons, in the form of the YAML. Each
    struct comes after the structs that it nests."""
    every = list(kinds)
    found: dict[str, Fields] = {}
    for structs in structs_written(every, dungeons):
        parameters = list(dungeons_with(structs, dungeons).values())
        found |= structs.automatic(parameters)
    for name, fields in summary_structs(every, dungeons).items():
        found[name] = {field: {"bytes": count} for field, count in fields.items()}
    return found


def nested_structs(structs: Mapping[str, Fields]) -> set[str]:
    """The structs that are nested in others."""
    every = (field for fields in structs.values() for field in fields.values())
    return {field["struct"] for field in every if "struct" in field}
