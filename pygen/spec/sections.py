"""The sections of generator.yaml: their keys, types, ranges and defaults.

The complete model is in `pygen.spec.model`, rules between sections are in `pygen.spec.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag

from pygen.engine.definition.colours import Colour
from pygen.engine.definition.places import PLACES, PLACES_TABLE
from pygen.engine.definition.tables import Table
from pygen.engine.sections import Address, Byte, Section, refused
from pygen.kinds import KINDS, KNOWN_TILES
from pygen.passes import PASSES
from pygen.spec.game_calls import CALL_NAMES

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
    **{table.name: table for kind in KINDS.values() for table in kind.usual_tables},
    **{table.name: table for kind in KINDS.values() for table in kind.tables},
    **{table.name: table for one in PASSES.values() for table in one.tables},
    PLACES: PLACES_TABLE,
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
"""The most dungeons of a program, which counts them in a byte."""

PROGRAM_NAME = r"^[a-z0-9-]{1,16}$"
ProgramName = Annotated[str, Field(pattern=PROGRAM_NAME)]

CarrierName = Literal["prg", "d64", "d81", "easyflash", "magic_desk"]


class Program(Section):
    """The dungeons that are proven, and the name of the only program of an older spec."""

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
Preference = Annotated[
    Literal["speed", "size"],
    Field(
        description="speed takes all kernels in assembly, size leaves out those that are only for "
        "speed: the same dungeons in fewer bytes"
    ),
]


class Oscar64(Section):
    """The OSCAR64 compiler."""

    path: Tool | None = Field(
        default=None, description="the program, if it is neither in OSCAR64_HOME nor on PATH"
    )
    prefer: Preference = "speed"
    dev: list[Flag] = Field(default=["-O2", "-g"], description="flags of the dev profile")
    release: list[Flag] = Field(default=["-O2", "-xz"], description="flags of the release profile")


class Cc65(Section):
    """The cc65 compiler suite."""

    path: Tool | None = Field(default=None, description="the cc65 program, if it is not on PATH")
    prefer: Preference = "speed"
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


if TYPE_CHECKING:
    GameCallName = str
else:
    GameCallName = Literal[CALL_NAMES]


def _each_once(names: list[str]) -> list[str]:
    """Reject a list that has a name twice."""
    for name in names:
        if names.count(name) > 1:
            raise refused(f'"{name}" is there twice', "name it once")
    return names


OpenName = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_]*([.][a-z0-9_]+)+( [0-9]{1,3}-[0-9]{1,3})?$",
        description="a key of dungeons such as rooms.max_size, or of a pass such as "
        "secrets.chance; behind a dungeon's name it is meant for that dungeon alone. A range such "
        "as `rooms.max_size 6-12` opens only these values",
    ),
]


LeftOut = Literal[
    "get_tile", "set_tile", "table", "unpack_row", "unpack_column", "count_tiles", "run"
]

SharedName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$")]


class PlaceOfModule(Section):
    """Where the module of one dungeon is, if not where those of the others are."""

    start: Address | None = Field(default=None, description="first address of the module")
    work: Address | SharedName | None = Field(
        default=None,
        description="first address of its work memory, or a name in `modules.shared`",
    )
    data: Address | SharedName | None = Field(
        default=None,
        description="first address of map, tables, summary and statistics, or a name in "
        "`modules.shared`",
    )


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
    calls: Annotated[list[GameCallName], AfterValidator(_each_once)] = Field(
        default=[],
        description="calls for games that modules have besides those that all have: "
        "[the list](calls.md)",
    )
    without: Annotated[list[LeftOut], AfterValidator(_each_once)] = Field(
        default=[],
        description="calls that modules leave out, which makes them smaller: such a call answers "
        "A = 255",
    )
    places: dict[Name, PlaceOfModule] = Field(
        default={}, description="other addresses for some dungeons, by name"
    )
    shared: dict[SharedName, Address] = Field(
        default={},
        description="first addresses of memory that several modules share, by names for `places`",
    )
    open: Annotated[list[OpenName], AfterValidator(_each_once)] = Field(
        default=[],
        description="parameters of dungeons whose values a game gives with each request, such as "
        "rooms.max_size: [which there are](open-parameters.md)",
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
        raise refused(f'"{text}" is too large', "seeds are 0 to 65535")
    if high < low:
        wrong = f'"{text}" runs backwards'
        raise refused(wrong, f'the smaller seed first: "{high}-{low}"')
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
