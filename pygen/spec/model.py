"""The model of generator.yaml: its sections, keys, types and ranges.

Loading and errors with file, line and column are in `pygen.spec.loading`, rules between sections in
`pygen.spec.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    model_validator,
)

from pygen.engine.blueprint import Blueprint
from pygen.engine.colours import COLOURS as COLOURS
from pygen.engine.colours import Colour as Colour
from pygen.engine.floors import check_floor
from pygen.engine.kind import Kind
from pygen.engine.parameters import KindParameters
from pygen.engine.pipeline import has_stairs
from pygen.engine.random16 import RandomGenerator
from pygen.engine.request import Request
from pygen.engine.sections import Address, Byte, RulesBroken, Section, rule_broken, whole_number
from pygen.engine.structs import NestedField, StructField, StructLayout, layouts
from pygen.engine.tables import Figures, Table
from pygen.engine.worlds import sample_chunk
from pygen.kinds import KINDS, KNOWN_TILES, figures_of, tables_of, tiles_of
from pygen.passes import PASSES
from pygen.spec.budgets import Budgets
from pygen.spec.dungeons import Dungeon

NAME = r"^[a-z][a-z0-9_]{0,23}$"
Name = Annotated[
    str,
    Field(
        pattern=NAME,
        description="a name of at most 24 lowercase letters, digits and _, beginning with a letter",
    ),
]

DEFAULT_TILES = KNOWN_TILES
"""The tiles that have defaults."""

WRITTEN_TABLES: Mapping[str, Table] = {
    **{table.name: table for kind in KINDS.values() for table in kind.tables},
    **{table.name: table for one in PASSES.values() for table in one.tables},
}
"""The tables that any dungeon may have, by name."""

REGIONS: Mapping[str, str] = {
    "screen": "the characters on the screen, 1000 bytes from a multiple of 0x0400 in VIC bank 0",
    "map": "the packed map",
    "looks": "the looks of a map's tiles, for dungeons whose passes give them any",
    **{name: table.holds for name, table in WRITTEN_TABLES.items()},
    "viewport": "rows that are put aside while the window moves",
    "mailbox": "the requests and answers of the parity harness",
    "summary": "the summary: status, stairs, camera, random numbers, and the kind's own figures",
    "statistics": "how many tiles of each kind the map has, a word each",
    "charset": "the character set from a multiple of 0x0800 in VIC bank 0: 1024 bytes for 128 "
    "characters, 2048 for 256",
    "program": "code, tables, work memory and stack",
}
"""The regions that a program may use, and what each holds."""

COMPARED = ("map", "looks", *WRITTEN_TABLES, "summary", "statistics")
"""The regions that a generator writes."""

if TYPE_CHECKING:
    ComparedRegion = str
else:
    ComparedRegion = Literal[COMPARED]


class Tile(Section):
    """One kind of tile."""

    code: Byte = Field(description="the number that the map holds for it")
    walkable: bool = Field(description="whether a figure can step on it")
    glyph: Annotated[str, Field(min_length=1, max_length=1)] = Field(
        description="the character that shows it in a terminal"
    )
    colour: Colour = Field(description="one of the sixteen colours of the C64")
    opaque: bool = Field(default=False, description="whether nothing can be seen through it")
    solid: bool = Field(default=False, description="whether it stops what flies or is thrown")
    swimmable: bool = Field(default=False, description="whether a swimmer can enter it")
    secret: bool = Field(
        default=False, description="whether it looks like a wall until it is found"
    )


class Region(Section):
    """A piece of the C64's memory; both addresses belong to it."""

    start: Address = Field(description="first address, such as 0x0800")
    end: Address = Field(description="last address, such as 0x13FF")

    @property
    def size(self) -> int:
        return self.end - self.start + 1


class Display(Section):
    """The window through which the C64 shows the map."""

    view_width: int = Field(default=40, ge=1, le=40, description="tiles across")
    view_height: int = Field(
        default=24, ge=1, le=24, description="tiles down, above the status line"
    )
    border_colour: Colour = Field(default="black", description="the screen's border")
    background_colour: Colour = Field(
        default="black", description="the colour behind the characters"
    )
    text_colour: Colour = Field(default="light_grey", description="captions and help")
    status_colour: Colour = Field(default="cyan", description="the line below the map")
    bright_colour: Colour = Field(
        default="white", description="titles, questions and the chosen entry"
    )
    figure_colour: Colour = Field(default="white", description="the figure that walks")
    figure_swims: bool = Field(
        default=False, description="whether the figure can cross swimmable tiles, such as water"
    )
    secrets_shown: bool = Field(default=False, description="show secret paths from the start")


MOST_DUNGEONS = 255
"""A program counts its dungeons in a byte."""

PROGRAM_NAME = r"^[a-z0-9-]{1,16}$"
ProgramName = Annotated[str, Field(pattern=PROGRAM_NAME)]

CARRIERS = ("prg", "d64", "d81", "easyflash", "magic_desk")
CarrierName = Literal["prg", "d64", "d81", "easyflash", "magic_desk"]


class Program(Section):
    """The program at hand: the first of `programs`, or the only one of an older spec."""

    name: ProgramName = Field(
        default="undercroft",
        description="the program's file name: at most 16 lowercase letters, digits and hyphens",
    )
    dungeons: Annotated[list[Name], Field(min_length=1)] = Field(
        default_factory=list,
        description="names of the dungeons that parity, bench and verify prove; the first is the "
        "default of other tasks (default: all of them)",
    )


class ProgramPlan(Section):
    """A C64 program, by its file name."""

    dungeons: (
        Annotated[list[Name], Field(min_length=1, max_length=MOST_DUNGEONS)] | Literal["all"]
    ) = Field(
        default="all",
        description="names of its dungeons, or all; the first is shown at the start",
    )
    carriers: Annotated[list[CarrierName], Field(min_length=1)] = Field(
        default=["prg"],
        description="what it comes on: a program file, a disk image, or a cartridge",
    )
    plays: bool = Field(
        default=True, description="false: it has no menu, and only serves tests and tools"
    )


Tool = Annotated[
    str,
    Field(
        pattern=r"^[^\x00-\x1f]+$",
        description="a program's file name, with its folder unless it is on PATH",
    ),
]
Flag = Annotated[
    str, Field(pattern=r"^[^\x00-\x1f]+$", description='a compiler\'s option, such as "-O2"')
]


class Oscar64(Section):
    """The OSCAR64 compiler."""

    path: Tool | None = Field(
        default=None, description="the program, if it is neither in OSCAR64_HOME nor on PATH"
    )
    prefer: Literal["speed", "size"] = Field(
        default="speed",
        description="speed takes all kernels in assembly, size leaves out those that are only for "
        "speed: the same dungeons in fewer bytes",
    )
    dev: list[Flag] = Field(default=["-O2", "-g"], description="flags of the dev profile")
    release: list[Flag] = Field(default=["-O2", "-xz"], description="flags of the release profile")


class Cc65(Section):
    """The cc65 compiler suite."""

    path: Tool | None = Field(default=None, description="the cc65 program, if it is not on PATH")
    prefer: Literal["speed", "size"] = Field(
        default="speed",
        description="speed takes all kernels in assembly, size leaves out those that are only for "
        "speed: the same dungeons in fewer bytes",
    )
    dev: list[Flag] = Field(
        default=["-g", "-O", "--static-locals"], description="flags of the dev profile"
    )
    release: list[Flag] = Field(
        default=["-Oirs", "--static-locals"], description="flags of the release profile"
    )


class Compilers(Section):
    """Which compilers build, and how."""

    choice: Literal["auto", "oscar64", "cc65", "all"] = Field(
        default="auto", description="auto: OSCAR64 if it is found, else cc65"
    )
    oscar64: Oscar64 = Field(default=Oscar64(), description="the OSCAR64 compiler")
    cc65: Cc65 = Field(default=Cc65(), description="the cc65 compiler suite")


FirstZeroPage = Annotated[
    int,
    Field(
        ge=2,
        le=0xF0,
        description="first address in zero page of the variables of a module of this compiler; up "
        "to 0x8F only BASIC uses zero page, behind it the KERNAL's interrupt does, too",
    ),
]


class ModuleZeroPage(Section):
    """Where in zero page the variables of modules are."""

    oscar64: FirstZeroPage = 0x57
    cc65: FirstZeroPage = 0x02


class Modules(Section):
    """Dungeons as modules for other programs: see `invoke export`."""

    start: Address = Field(default=0x5000, description="first address of the module")
    work: Address | None = Field(
        default=None,
        description="first address of its work memory (default: behind the module)",
    )
    data: Address | None = Field(
        default=None,
        description="first address of map, tables, summary and statistics (default: behind the "
        "work memory)",
    )
    zeropage: ModuleZeroPage = Field(
        default=ModuleZeroPage(), description="where in zero page their variables are"
    )
    preserves_zeropage: bool = Field(
        default=True,
        description="each call puts back what it changed in zero page, for some 2,000 cycles more",
    )


class Emulator(Section):
    """How VICE is run."""

    path: Tool | None = Field(default=None, description="x64sc, if it is not on PATH")
    standard: Literal["pal", "ntsc"] = Field(default="pal", description="television standard")
    seconds_per_dungeon: int = Field(
        default=60,
        ge=1,
        le=3600,
        description="seconds that a dungeon may take before the emulator counts as hung",
    )


def _checked_range(text: str) -> str:
    """Reject a range of seeds that is empty or contains seeds above 65535."""
    first, _, last = text.partition("-")
    low, high = int(first), int(last or first)
    if max(low, high) > 65535:
        raise rule_broken((), f'"{text}" is too large', "seeds are 0 to 65535")
    if high < low:
        wrong = f'"{text}" runs backwards'
        raise rule_broken((), wrong, f'the smaller seed first: "{high}-{low}"')
    return text


def _form_of_seeds(value: object) -> str:
    return "string" if isinstance(value, str) else "integer"


# The tags are types of JSON Schema, by which `pygen.spec.wording` finds the alternative.
Seeds = Annotated[
    Annotated[int, Field(ge=0, le=65535, description="a seed"), Tag("integer")]
    | Annotated[
        str,
        Field(
            pattern=r"^ *(0|[1-9][0-9]{0,4}) *(- *(0|[1-9][0-9]{0,4}) *)?$",
            description='a seed such as 7, or a range of seeds such as "100-120"',
        ),
        AfterValidator(_checked_range),
        Tag("string"),
    ],
    Discriminator(_form_of_seeds),
]


GOLDEN_SEEDS: list[int | str] = [
    "0-31", "100-115", 255, 256, 1000, 4095, 4096, 9999, 12345, 20251, 31337,
    32767, 32768, 44257, 50000, 54321, 65534, 65535,
]  # fmt: skip


class Parity(Section):
    """What is compared between the C64 and the reference."""

    regions: Annotated[list[ComparedRegion], Field(min_length=1)] = Field(
        default=list(COMPARED),
        description="compared byte for byte; a table only for kinds that have it",
    )
    golden_seeds: Annotated[list[Seeds], Field(min_length=1)] = Field(
        default=GOLDEN_SEEDS,
        description="the recorded seeds, and those of `invoke parity`: seeds and ranges such as "
        '"100-120"',
    )

    def seeds(self) -> list[int]:
        """The golden seeds, ascending, each once."""
        seeds: set[int] = set()
        for item in self.golden_seeds:
            if isinstance(item, int):
                seeds.add(item)
            else:
                first, _, last = item.partition("-")
                seeds.update(range(int(first), int(last or first) + 1))
        return sorted(seeds)


class Spec(Section):
    """A whole generator.yaml, valid.

    The model requires all tiles, structs and regions; `pygen.spec.completion` adds those that a
    file leaves out. The validation context may have `given`, see `pygen.spec.parts.Parts`.
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

    def dungeons_of(self, program: str) -> list[str]:
        """The dungeons of a program. One that has all of them has no worlds: these take much
        memory. Raises KeyError for an unknown name."""
        names = self.programs[program].dungeons
        if names == "all":
            others = [name for name, dungeon in self.dungeons.items() if not dungeon.world]
            return others or list(self.dungeons)[:1]
        return names

    def kind(self, dungeon: str) -> Kind[Any]:
        """The kind of a dungeon. Raises KeyError for an unknown name."""
        return KINDS[self.dungeons[dungeon].kind]

    def tables(self, dungeon: str) -> tuple[Table, ...]:
        """The tables that a dungeon has."""
        return tables_of(self.dungeons[dungeon])

    def figures(self, dungeon: str) -> tuple[Figures, ...]:
        """The figures in the summary of a dungeon, in order, behind its head."""
        return figures_of(self.dungeons[dungeon])

    def has_table(self, dungeon: str, table: str) -> bool:
        """Whether a dungeon has a table of this name."""
        return any(one.name == table for one in self.tables(dungeon))

    @cached_property
    def codes(self) -> dict[str, int]:
        """Tile codes by tile name."""
        return {name: tile.code for name, tile in self.tiles.items()}

    def codes_of(self, dungeon: str) -> dict[str, int]:
        """The same for the tiles that a dungeon may have: those of its kind and its passes."""
        used = tiles_of(self.dungeons[dungeon])
        return {name: code for name, code in self.codes.items() if name in used}

    def walkable_of(self, dungeon: str) -> dict[str, int]:
        """Those of `codes_of` that a figure can step on."""
        codes = self.codes_of(dungeon)
        return {name: code for name, code in codes.items() if self.tiles[name].walkable}

    def solid_others_of(self, dungeon: str) -> tuple[str, ...]:
        """The tiles of a dungeon that cannot be walked on, and are neither empty nor wall."""
        closed = self.codes_of(dungeon).keys() - self.walkable_of(dungeon).keys()
        return tuple(name for name in self.codes if name in closed - {"empty", "wall"})

    def others_of(self, dungeon: str) -> tuple[str, ...]:
        """The tiles of a dungeon that can be walked on and are no floor, and that its map may have
        while its passes are done: without the stairs, if those are placed afterwards."""
        absent = {"floor"}
        if not has_stairs(self.kind(dungeon), self.dungeons[dungeon], PASSES):
            absent |= {"up_stairs", "down_stairs"}
        return tuple(name for name in self.walkable_of(dungeon) if name not in absent)

    def ground_of(self, dungeon: str) -> tuple[str, ...]:
        """The tiles of a dungeon on which things may be put: floor, and what is as good."""
        walkable = self.walkable_of(dungeon)
        return tuple(name for name in ("floor", *self.kind(dungeon).ground) if name in walkable)

    def secrets_of(self, dungeon: str) -> tuple[str, ...]:
        """The tiles of a dungeon that look like walls until they are found."""
        return tuple(name for name in self.codes_of(dungeon) if self.tiles[name].secret)

    def proof_request(self, dungeon: str, seed: int, floor: int = 1) -> Request:
        """The request by which proofs build the dungeon of a seed: of a world the seed's chunk of a
        sample of them."""
        chunk = sample_chunk(seed) if self.dungeons[dungeon].world else (0, 0)
        return Request(dungeon, seed, floor, chunk)

    def structs_of(self, dungeon: str) -> dict[str, dict[str, StructField]]:
        """The structs of a dungeon's records and summary, with those that they nest."""
        found = {"summary", *(figures.struct for figures in self.figures(dungeon))}
        found |= {table.struct for table in self.kind(dungeon).tables}
        found |= {table.struct for table in self.tables(dungeon)}
        # A struct nests only those above it.
        for name in reversed(self.structs):
            if name in found:
                fields = self.structs[name].values()
                found |= {field.struct for field in fields if isinstance(field, NestedField)}
        return {name: fields for name, fields in self.structs.items() if name in found}

    def __getstate__(self) -> dict[Any, Any]:
        """The spec for another process: what follows from the fields is computed there again."""
        state = super().__getstate__()
        fields = type(self).model_fields
        values = {name: value for name, value in state["__dict__"].items() if name in fields}
        return {**state, "__dict__": values}

    def blueprint(self, dungeon: str, floor: int = 1) -> Blueprint[Any]:
        """What the generators need of one floor of a dungeon. Raises KeyError for an unknown name,
        UsageError for a floor that does not exist."""
        check_floor(floor)
        rows = self._blueprints[dungeon]
        return next(
            blueprint for floors, blueprint in rows if any(floor in span for span in floors)
        )

    @cached_property
    def _blueprints(self) -> dict[str, list[tuple[tuple[range, ...], Blueprint[Any]]]]:
        """By the dungeon's name, the blueprint of each row with the row's floors."""
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
        return Blueprint(
            name,
            self.dungeons[name],
            parameters,
            self.codes_of(name),
            self.layouts,
            self.random,
            view,
            tuple(self.parity.regions),
            self.tables(name),
            self.figures(name),
            frozenset(self.walkable_of(name).values()),
            self.secrets_of(name),
            self.others_of(name),
            frozenset(self.codes[tile] for tile in self.ground_of(name)),
        )

    @model_validator(mode="after")
    def _rules(self, info: ValidationInfo) -> Spec:
        from pygen.spec.rules import broken_rules  # the rules read the whole model

        errors = broken_rules(self, (info.context or {}).get("given"))
        if errors:
            raise RulesBroken(errors)
        return self
