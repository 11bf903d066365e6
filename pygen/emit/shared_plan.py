"""The plan of a program: what the C of all its dungeons shares, for the templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pygen.base.project import C_FOLDER
from pygen.emit.appearance import ShownEntities, most_looks, phase_name_width, shown_entities
from pygen.emit.dungeon_plan import DungeonPlan, dungeon_plan
from pygen.emit.facts import engine_comments, engine_facts
from pygen.emit.kernels import words_of_parts
from pygen.emit.mailbox import Mailbox, mailbox
from pygen.emit.packing import Packing, packings
from pygen.emit.records import StructText, struct_text
from pygen.emit.table_plan import TablePlan
from pygen.emit.zeropage import ZeroPage, plan_zero_page
from pygen.engine.definition.colours import COLOURS
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.structs import StructLayout
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.random.floors import strides
from pygen.engine.random.worlds import REGION_SIDE
from pygen.pictures import characters
from pygen.spec import Spec, spec_hash
from pygen.spec.glyphs import SIZE, Glyph
from pygen.spec.preferences import shared_preferences
from pygen.spec.sections import Display
from pygen.spec.selection import Selection


@dataclass(frozen=True)
class Banner:
    """The comment at the top of every file; `identity` is the identity of the spec."""

    spec_name: str
    identity: str

    def __call__(self, purpose: str) -> str:
        """The comment of a file with the given purpose."""
        return (
            f"/* {purpose}\n *\n * Emitted by Undercroft from {self.spec_name}, spec "
            f"{self.identity}. Edit that, not this.\n */"
        )


@dataclass(frozen=True)
class Scrolling:
    """The division of the window's rows, of `columns` characters each, into bands that are scrolled
    one at a time. The last band may have fewer rows."""

    columns: int
    rows: int
    band: int

    @property
    def bands(self) -> int:
        """The number of bands."""
        return -(-self.rows // self.band)

    @property
    def last_band(self) -> int:
        """The number of rows of the last band."""
        return self.rows - (self.bands - 1) * self.band


@dataclass(frozen=True)
class CommonTile:
    """A tile that looks the same in all dungeons: its screen code, and the number of its colour."""

    character: int
    colour: int


@dataclass(frozen=True)
class ProgramTable:
    """A table of a program's dungeons. `largest` is the one with the greatest capacity. `dungeons`
    gives, for each dungeon that has the table, the figures that count its rows there. `is_in_all`
    says whether all dungeons have the table and the same figures."""

    largest: TablePlan
    dungeons: Mapping[str, tuple[str, int]]
    is_in_all: bool


@dataclass(frozen=True)
class SharedPlan:
    """A program of dungeons, in the form from which their shared C is made.

    `codes_end` is above all tile codes; `flags` are the flags of tiles by code, as bits.
    `unused_code` is the code of no tile. `world_bits` is the number of bits per tile in the
    program's worlds, 0 if they differ. `charset` are the characters in packed form, `figures` the
    glyphs of a figure. `quadrants`, `parts` and `sprite` are as in `pygen.pictures.characters`.
    `prefers` is what the shared code prefers, `speed` or `size`, by compiler.
    """

    spec: Spec
    banner: Banner
    spec_name: str
    identity: str
    dungeons: Sequence[DungeonPlan]
    facts: Mapping[str, int]
    fact_comments: Mapping[str, str]
    layouts: Mapping[str, StructLayout]
    structs: Sequence[StructText]
    mailbox: Mailbox
    codes_end: int
    flags: Sequence[int]
    unused_code: int
    secret_tiles: Sequence[str]
    common_tiles: Mapping[str, CommonTile]
    most_looks: int
    entities: ShownEntities
    packings: Sequence[Packing]
    tables: Sequence[ProgramTable]
    floors_vary: bool
    own_seeds: bool
    has_worlds: bool
    world_bits: int
    floor_strides: Mapping[str, list[int]]
    charset: Sequence[int]
    characters_drawn: int
    figures: Sequence[Glyph]
    quadrants: int
    parts: Mapping[str, int]
    sprite: int
    scroll: Scrolling
    zero_page: ZeroPage
    phase_name_width: int
    prefers: Mapping[str, str]


def names(plan: Any) -> dict[str, object]:
    """The fields of a plan, by the names under which templates use them."""
    return {field.name: getattr(plan, field.name) for field in fields(plan)}


def shared_plan(
    spec: Spec,
    spec_name: str,
    source_folder: Path = C_FOLDER,
    generates: bool = True,
    selection: Selection | None = None,
) -> SharedPlan:
    """The plan of a program of a spec; `generates` and `selection` are as in `pygen.emit.emit`.

    Raises UserError as `plan_zero_page` and `dungeon_plan` do.
    """
    selected = selection or spec.selection
    chosen = {name: spec.dungeons[name] for name in selected.dungeons}
    codes_end = max(spec.codes.values()) + 1
    flags = [0] * codes_end
    for tile in spec.tiles.values():
        flags[tile.code] = sum(getattr(tile, flag) << bit for bit, flag in enumerate(FLAGS))
    identity = spec_hash(spec, selected)[:16]
    sizes = {name: layout.size for name, layout in spec.layouts.items()}
    words = words_of_parts(source_folder)
    # A program holds one piece of a world at a time, whatever it generates.
    around = None if generates else (REGION_SIDE, REGION_SIDE)
    worlds = [name for name, one in chosen.items() if one.world]
    dungeons = [
        dungeon_plan(spec, name, words, source_folder, around if name in worlds else None)
        for name in chosen
    ]
    world_bits = {chosen[name].map.bits_per_tile for name in worlds}
    drawn = characters.drawn(spec)
    return SharedPlan(
        spec=spec,
        banner=Banner(spec_name, identity),
        spec_name=spec_name,
        identity=identity,
        dungeons=dungeons,
        facts=engine_facts(),
        fact_comments=engine_comments(),
        layouts=spec.layouts,
        structs=[struct_text(layout, sizes) for layout in spec.layouts.values()],
        mailbox=mailbox(spec),
        codes_end=codes_end,
        flags=flags,
        unused_code=next(code for code in range(256) if code not in spec.codes.values()),
        secret_tiles=[name for name, tile in spec.tiles.items() if tile.secret],
        common_tiles={
            name: CommonTile(code, COLOURS.index(spec.tiles[name].colour))
            for name, code in characters.common_codes().items()
        },
        most_looks=most_looks(chosen.values()),
        entities=shown_entities(chosen.values()),
        packings=packings(chosen.values(), codes_end),
        tables=_tables(dungeons),
        floors_vary=any(dungeon.floors.rows_matter for dungeon in dungeons),
        own_seeds=any(dungeon.parameters.reads_own_seed for dungeon in dungeons),
        has_worlds=bool(worlds),
        world_bits=world_bits.pop() if len(world_bits) == 1 else 0,
        floor_strides=_floor_strides(spec),
        charset=list(characters.packed(drawn)),
        characters_drawn=len(drawn) // SIZE,
        figures=characters.figures(),
        quadrants=characters.quadrants_start(spec),
        parts=characters.part_codes(),
        sprite=characters.sprite_start(spec),
        scroll=scrolling(spec.display, chosen.values()),
        zero_page=plan_zero_page(spec, source_folder, generates, selected),
        phase_name_width=phase_name_width(chosen.values()),
        prefers=shared_preferences(spec, chosen),
    )


def scrolling(display: Display, dungeons: Iterable[KindParameters]) -> Scrolling:
    """The bands of a program of these dungeons. A program with worlds prefers four rows to three:
    moving them takes fewer cycles in all, but less time is left until the raster comes round."""
    columns, rows = display.view_width, display.view_height
    has_world = any(one.world for one in dungeons)
    sizes = (4, 3, 5) if has_world else (3, 4, 5)
    return Scrolling(
        columns, rows, min(next((size for size in sizes if rows % size == 0), 3), rows)
    )


def _tables(dungeons: Sequence[DungeonPlan]) -> list[ProgramTable]:
    """The tables of the program's dungeons, in the order of their first occurrence."""
    found: dict[str, list[tuple[str, TablePlan]]] = {}
    for dungeon in dungeons:
        for table in dungeon.tables:
            found.setdefault(table.name, []).append((dungeon.name, table))
    return [
        ProgramTable(
            max((table for _, table in uses), key=lambda table: table.capacity),
            {name: table.figures for name, table in uses},
            len(uses) == len(dungeons) and len({table.figures for _, table in uses}) == 1,
        )
        for uses in found.values()
    ]


def _floor_strides(spec: Spec) -> dict[str, list[int]]:
    """The bytes of the constants from `strides`, by the endings of their names in C."""
    multipliers, increments = zip(*strides(spec.random))
    return {
        f"{name}_{part}": [value >> shift & 0xFF for value in values]
        for name, values in (("multipliers", multipliers), ("increments", increments))
        for part, shift in (("low", 0), ("high", 8))
    }
