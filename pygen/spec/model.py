"""The model of generator.yaml: all of its sections, and what follows from them.

Loading and errors with file, line and column are in `pygen.spec.loading`, rules between sections in
`pygen.spec.rules`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field

from pygen.engine.definition.blueprint import Blueprint
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.structs import NestedField, StructField, StructLayout, layouts
from pygen.engine.definition.tables import Figures, Table
from pygen.engine.generator.kind import Kind
from pygen.engine.generator.pipeline import has_stairs
from pygen.engine.random.floors import check_floor
from pygen.engine.random.random16 import RandomGenerator
from pygen.engine.random.request import Request
from pygen.engine.random.worlds import sample_chunk
from pygen.engine.sections import Section, whole_number
from pygen.kinds import KINDS, figures_of, tables_of, tiles_of
from pygen.passes import PASSES
from pygen.spec.budgets import Budgets
from pygen.spec.dungeons import Dungeon
from pygen.spec.sections import (
    Compilers,
    Display,
    Emulator,
    Modules,
    Name,
    Parity,
    Program,
    ProgramName,
    ProgramPlan,
    Region,
    Tile,
)
from pygen.spec.selection import Selection


class Spec(Section):
    """A whole generator.yaml.

    A file may leave out tiles, structs and regions, which `pygen.spec.completion` adds. What the
    loader returns has all of them, and breaks no rule.
    """

    version: Annotated[Literal[1], BeforeValidator(whole_number)] = Field(
        default=1, description="version of this file's format"
    )
    tiles: dict[Name, Tile] = Field(
        default_factory=dict,
        description="what a map is made of, by name (default: those that the generators need)",
    )
    structs: dict[Name, dict[Name, StructField]] = Field(
        default_factory=dict,
        description="the records in memory, byte by byte; those that are left out are laid out "
        "automatically",
    )
    memory: dict[Name, Region] = Field(
        default_factory=dict,
        description="the C64's memory; regions must not overlap, and those that are left out are "
        "laid out automatically",
    )
    random: RandomGenerator = Field(
        default=RandomGenerator(), description="the random number generator"
    )
    dungeons: Annotated[dict[Name, Dungeon], Field(min_length=1)] = Field(
        description="the dungeons, by name"
    )
    display: Display = Field(
        default=Display(), description="the window through which the C64 shows the map"
    )
    programs: dict[ProgramName, ProgramPlan] = Field(
        default_factory=dict,
        description="the C64 programs by their file names (default: one of all dungeons)",
    )
    program: Program = Field(
        default_factory=Program,
        description="which dungeons are proven; a spec without `programs` has this one program",
        json_schema_extra={"default": {"name": "undercroft"}},
    )
    compilers: Compilers = Field(default=Compilers(), description="which compilers build, and how")
    modules: Modules = Field(
        default=Modules(), description="dungeons as modules for other programs"
    )
    emulator: Emulator = Field(default=Emulator(), description="how VICE is run")
    budgets: Budgets = Field(
        default=Budgets(), description="cycles and bytes that the generators may take"
    )
    parity: Parity = Field(
        default=Parity(), description="what is compared between the C64 and the reference"
    )

    @cached_property
    def layouts(self) -> dict[str, StructLayout]:
        """The layout of every struct, by its name."""
        return layouts(self.structs)

    def replaced(self, **sections: Any) -> Self:
        """This spec with other values for some of its sections. The values are not checked.

        pydantic's `model_copy` would keep the cached properties of this spec.
        """
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return self.model_construct(**{**values, **sections})

    def with_compiler(self, compiler: str, **settings: Any) -> Self:
        """This spec with other settings for one compiler, `oscar64` or `cc65`."""
        changed = getattr(self.compilers, compiler).model_copy(update=settings)
        return self.replaced(compilers=self.compilers.model_copy(update={compiler: changed}))

    @property
    def selection(self) -> Selection:
        """The dungeons that are proven, under the name of their program."""
        return self.only(*self.program.dungeons)

    def only(self, *dungeons: str) -> Selection:
        """A selection of these dungeons instead of those that are proven, under the same name."""
        return Selection(self.program.name, dungeons)

    def selection_of(self, program: str) -> Selection:
        """The dungeons of one of the `programs`. A program of all dungeons has no worlds, because
        these take much memory. Raises KeyError for an unknown name."""
        names = self.programs[program].dungeons
        if names == "all":
            others = [name for name, dungeon in self.dungeons.items() if not dungeon.world]
            names = others or list(self.dungeons)[:1]
        return Selection(program, tuple(names))

    def kind(self, dungeon: str) -> Kind[Any]:
        """The kind of a dungeon. Raises KeyError for an unknown name."""
        return KINDS[self.dungeons[dungeon].kind]

    def tables(self, dungeon: str) -> tuple[Table, ...]:
        """The tables that a dungeon has."""
        return tables_of(self.dungeons[dungeon])

    def figures(self, dungeon: str) -> tuple[Figures, ...]:
        """The figures in a dungeon's summary, in order, after its head."""
        return figures_of(self.dungeons[dungeon])

    def has_table(self, dungeon: str, table: str) -> bool:
        """Whether a dungeon has a table of this name."""
        return any(one.name == table for one in self.tables(dungeon))

    @cached_property
    def codes(self) -> dict[str, int]:
        """Tile codes by tile name."""
        return {name: tile.code for name, tile in self.tiles.items()}

    def codes_of(self, dungeon: str) -> dict[str, int]:
        """The codes of the tiles that a dungeon may have, by tile name: those of its kind and its
        passes."""
        used = tiles_of(self.dungeons[dungeon])
        return {name: code for name, code in self.codes.items() if name in used}

    def proof_request(self, dungeon: str, seed: int, floor: int = 1) -> Request:
        """The request by which proofs build the dungeon of a seed. For a world it asks for the
        seed's chunk of a sample."""
        chunk = sample_chunk(seed) if self.dungeons[dungeon].world else (0, 0)
        return Request(dungeon, seed, floor, chunk)

    def structs_of(self, dungeon: str) -> dict[str, dict[str, StructField]]:
        """The structs of a dungeon's records and summary, including the structs that these nest."""
        found = {"summary", *(figures.struct for figures in self.figures(dungeon))}
        found |= {table.struct for table in self.kind(dungeon).usual_tables}
        found |= {table.struct for table in self.tables(dungeon)}
        # A struct nests only those above it.
        for name in reversed(self.structs):
            if name in found:
                fields = self.structs[name].values()
                found |= {field.struct for field in fields if isinstance(field, NestedField)}
        return {name: fields for name, fields in self.structs.items() if name in found}

    def __getstate__(self) -> dict[Any, Any]:
        """The spec's state for another process, which recomputes all that is derived from the
        fields."""
        state = super().__getstate__()
        fields = type(self).model_fields
        values = {name: value for name, value in state["__dict__"].items() if name in fields}
        return {**state, "__dict__": values}

    def blueprint(self, dungeon: str, floor: int = 1) -> Blueprint[Any]:
        """The blueprint from which the generators build one floor of a dungeon. Raises KeyError for
        an unknown name, UsageError for a floor that does not exist."""
        check_floor(floor)
        rows = self._blueprints[dungeon]
        return next(
            blueprint for floors, blueprint in rows if any(floor in span for span in floors)
        )

    @cached_property
    def _blueprints(self) -> dict[str, list[tuple[tuple[range, ...], Blueprint[Any]]]]:
        """For each dungeon, by name, the blueprint of each row of parameters with the row's
        floors."""
        view = self.display.view_width, self.display.view_height
        return {
            name: [
                (row.floors, self._blueprint(name, row.parameters, view))
                for row in parameters.floor_rows
            ]
            for name, parameters in self.dungeons.items()
        }

    def _blueprint(
        self, name: str, parameters: KindParameters, view: tuple[int, int]
    ) -> Blueprint[Any]:
        dungeon, codes, kind = self.dungeons[name], self.codes_of(name), self.kind(name)
        walkable = {tile: code for tile, code in codes.items() if self.tiles[tile].walkable}
        has_own_stairs = has_stairs(kind, dungeon, PASSES)
        stairs = () if has_own_stairs else ("up_stairs", "down_stairs")
        return Blueprint(
            name,
            dungeon,
            parameters,
            codes,
            self.layouts,
            self.random,
            view,
            tuple(self.parity.regions),
            self.tables(name),
            self.figures(name),
            walkable=frozenset(walkable.values()),
            secrets=tuple(tile for tile in codes if self.tiles[tile].secret),
            others=tuple(tile for tile in walkable if tile not in ("floor", *stairs)),
            ground=frozenset(
                walkable[tile] for tile in ("floor", *kind.ground) if tile in walkable
            ),
        )


# Sections defer building their validators, because most would be built for nothing: a dungeon of a
# kind has more keys than the kind knows. The validators of a spec are built here, once.
Spec.model_rebuild()
