"""The contents of a dungeon's memory by its kind and its passes: tiles, tables and figures.

A pass may add tiles, and rows to a table, whether or not the kind of the dungeon has them. So all
code that reads memory asks for the tiles and tables of the dungeon, never for those of its kind.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pygen.base.once import once_for_each
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.pass_figures import (
    PassFigure,
    new_entities,
    rooms_of_purpose,
    things_made,
)
from pygen.engine.definition.passes import AnyPass
from pygen.engine.definition.places import PLACE_STRUCTS, PLACES_TABLE, no_rows
from pygen.engine.definition.require import tries_figures
from pygen.engine.definition.tables import Figures, Structs, Table
from pygen.engine.definition.tiles import (
    COMMON_TILES,
    STANDARD_TILES,
    TileDefault,
    tile_defaults,
)
from pygen.engine.generator.kind import Kind

Passes = Mapping[str, AnyPass]
"""All existing passes by name."""


def tiles_of(
    kind: Kind[Any], dungeon: KindParameters, passes: Passes, known: Mapping[str, TileDefault]
) -> dict[str, TileDefault]:
    """The tiles of a dungeon's kind and its passes, with their defaults, by name. `known` has the
    defaults of the tiles that keys of passes may name; a tile of the spec itself has none."""
    added = (tile for use in dungeon.passes for tile in passes[use.name].tiles)
    unused = kind.unused_tiles(dungeon)
    own = (tile for tile in kind.tiles if tile not in unused)
    standard = {tile.name for tile in STANDARD_TILES}
    named = (
        name if name in standard else known.get(name, TileDefault(name, 0, "", ""))
        for use in dungeon.every_use()
        for name in use.used_tiles
    )
    return tile_defaults((*COMMON_TILES, *own, *added, *named))


def tables_of(kind: Kind[Any], dungeon: KindParameters, passes: Passes) -> tuple[Table, ...]:
    """The tables that a dungeon has on any of its floors: tables of its kind first, and last the
    table of places if a pass uses it. A table to which passes add rows has room for these rows,
    too."""
    found = {table.name: table for table in kind.tables}
    for use in dungeon.passes:
        for table in passes[use.name].tables:
            # The capacity that a pass declares is for a single use.
            known = found.get(table.name, dataclasses.replace(table, capacity=no_rows))
            found[table.name] = dataclasses.replace(known, final_after=use.id)
    tables = (_with_rows_of_passes(table, passes) for table in found.values())
    every = (*tables, *places_of(kind, dungeon))
    return tuple(table for table in every if table.most_rows(dungeon))


def places_of(kind: Kind[Any], dungeon: KindParameters) -> Iterator[Table]:
    """The table of places, if a pass of a dungeon uses it: a row for each of the kind's table of
    rooms."""
    used = [use.id for use in dungeon.every_use() if use.uses_places]
    rooms = kind.table_of_places(dungeon)
    if used and rooms:
        yield dataclasses.replace(PLACES_TABLE, capacity=rooms.capacity, final_after=used[-1])


def _with_rows_of_passes(table: Table, passes: Passes) -> Table:
    """A table with room for the rows of passes, too."""

    @once_for_each
    def capacity(floor: KindParameters) -> int:
        added = (
            own.capacity(use)
            for use in floor.passes
            for own in passes[use.name].tables
            if own.name == table.name
        )
        return table.capacity(floor) + sum(added)

    return dataclasses.replace(table, capacity=capacity)


def structs_of(kind: Kind[Any], dungeon: KindParameters, passes: Passes) -> tuple[Structs, ...]:
    """The structs that a dungeon writes: the structs of its kind, of its passes for tables that the
    kind does not have, and that of places."""
    own = {table.name for table in kind.tables if table.most_rows(dungeon)}
    structs_of_kind = kind.structs if own or not kind.tables else ()
    added = (
        structs
        for use in dungeon.passes
        if any(table.name not in own for table in passes[use.name].tables)
        for structs in passes[use.name].structs
    )
    places = (PLACE_STRUCTS for _ in places_of(kind, dungeon))
    return tuple(dict.fromkeys((*structs_of_kind, *added, *places)))


def figures_of(kind: Kind[Any], dungeon: KindParameters, passes: Passes) -> tuple[Figures, ...]:
    """The figures of a dungeon in the order of its summary: the figures of its kind, if any, those
    of its passes, then a count of the rows of each table that only passes give it, and the number
    of tries if the dungeon requires anything."""
    declared = (kind.figures, *(passes[use.name].summary for use in dungeon.every_use()))
    own = {figures.struct: figures for figures in declared if figures.struct}.values()
    added = (
        Figures(f"{table.name}_figures", {table.name: 1})
        for table in tables_of(kind, dungeon, passes)
        if table.name not in kind.figures.fields
    )
    tries = [tries_figures(kind.figures.fields)] if dungeon.requires else []
    return (*own, *added, *tries)


def measured_figures(dungeon: KindParameters, passes: Passes) -> list[str]:
    """The figures in the summary that passes write, in the order of the passes."""
    uses = ((passes[use.name], use) for use in dungeon.every_use())
    return list(
        dict.fromkeys(
            name for one, use in uses for name in one.summary.fields if name in one.written(use)
        )
    )


def unmeasured_figures(dungeon: KindParameters, passes: Passes) -> set[str]:
    """The figures in the summary that are always 0, because a pass that has them leaves them out
    wherever it is used."""
    declared = {name for use in dungeon.every_use() for name in passes[use.name].summary.fields}
    return declared.difference(measured_figures(dungeon, passes))


def pass_figures_of(dungeon: KindParameters, passes: Passes) -> dict[str, dict[str, PassFigure]]:
    """The figures of a dungeon's passes, by the id of the pass and the name of the figure. After a
    pass's own figures comes one for each kind of entity that it lists on any floor, and for each
    purpose that it gives to rooms, and for each of the things that it makes, unless its number is
    that of another one on other floors."""
    found: dict[str, dict[str, PassFigure]] = {}
    made: dict[str, set[tuple[int, str]]] = {}
    purposes = dungeon.purpose_numbers
    for row in dungeon.every_row():
        for use in row.passes:
            figures = found.setdefault(use.id, {})
            for figure in passes[use.name].figures:
                figures[figure.name] = figure
            for number, kind in use.given_entities.items():
                noun = kind.name.replace("_", " ")
                figures.setdefault(kind.name, new_entities(kind.name, noun, number))
            made.setdefault(use.id, set()).update(enumerate(use.made_things))
            for name in use.given_purposes:
                figures.setdefault(name, rooms_of_purpose(name, purposes[name]))
    for pass_id, things in made.items():
        numbers, names = (Counter(column) for column in zip(*things)) if things else ({}, {})
        for number, name in sorted(things):
            if numbers[number] == names[name] == 1:
                figure = things_made(name, name.replace("_", " "), number)
                found[pass_id].setdefault(name, figure)
    return {name: figures for name, figures in found.items() if figures}
