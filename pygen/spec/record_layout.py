"""The default structs: the summary's head, and what the kinds declare, as wide as needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pygen.engine.kind import AnyKind
from pygen.engine.parameters import KindParameters
from pygen.engine.tables import Fields, Structs

SUMMARY = "summary"
"""The struct of the summary's head, which all kinds have in common."""

HEAD: Mapping[str, int] = {
    "status": 1,
    "up_x": 1,
    "up_y": 1,
    "down_x": 1,
    "down_y": 1,
    "camera_x": 1,
    "camera_y": 1,
    "draws": 2,
    "random_state": 2,
}
"""The fields of the summary's head, and how many bytes each has."""


def structs_of(kinds: Iterable[AnyKind]) -> list[Structs]:
    """The structs that these kinds write, each once."""
    return list(dict.fromkeys(structs for kind in kinds for structs in kind.structs))


def dungeons_with(
    structs: Structs, kinds: Iterable[AnyKind], dungeons: Mapping[str, KindParameters]
) -> dict[str, KindParameters]:
    """Those of the dungeons whose kind writes these structs."""
    names = {kind.name for kind in kinds if structs in kind.structs}
    return {name: dungeon for name, dungeon in dungeons.items() if dungeon.kind in names}


def summary_structs(kinds: Iterable[AnyKind]) -> dict[str, Mapping[str, int]]:
    """The structs that the summary consists of: the bytes of each field by struct and field."""
    figures = {kind.figures.struct: kind.figures.fields for kind in kinds if kind.figures.struct}
    return {SUMMARY: HEAD, **figures}


def automatic_structs(
    kinds: Iterable[AnyKind], dungeons: Mapping[str, KindParameters]
) -> dict[str, Fields]:
    """The structs of these kinds, wide enough for these dungeons, as the YAML would describe them;
    each is after those that it nests."""
    every = list(kinds)
    found: dict[str, Fields] = {}
    for structs in structs_of(every):
        parameters = list(dungeons_with(structs, every, dungeons).values())
        found |= structs.automatic(parameters)
    for name, fields in summary_structs(every).items():
        found[name] = {field: {"bytes": count} for field, count in fields.items()}
    return found


def nested_structs(structs: Mapping[str, Fields]) -> set[str]:
    """The structs that others of them nest."""
    every = (field for fields in structs.values() for field in fields.values())
    return {field["struct"] for field in every if "struct" in field}
