"""A pass: work on a dungeon that a spec may ask for after the dungeon's kind has built it.

A kind lists its phases itself. Passes are named in the YAML, below a dungeon of any kind, and are
done in the order in which they are named.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from pydantic import Field, PrivateAttr, model_validator

from pygen.engine.definition.entity_kinds import EntityKind
from pygen.engine.definition.features import NONE, Features
from pygen.engine.definition.looks import Looks
from pygen.engine.definition.pace import Work
from pygen.engine.definition.pass_figures import PassFigure
from pygen.engine.definition.tables import NO_FIGURES, Figures, Structs, Table
from pygen.engine.definition.tiles import TileDefault
from pygen.engine.sections import BrokenRule, Constants, EmittedSection

PASS_ID = r"^[a-z][a-z0-9_]{0,11}$"


def _without_default(schema: dict[str, Any]) -> None:
    """The default depends on another key, so a schema cannot name it."""
    schema.pop("default", None)


def pass_id(use: Any) -> Any:
    """The id of a pass as the YAML describes it: by default its name; None if it has neither."""
    return use.get("id", use.get("name")) if isinstance(use, dict) else None


class PassParameters(EmittedSection):
    """The parameters of one use of a pass: a base class for those of each pass."""

    name: str
    """The pass's name, which is also the name of its folders in `pygen/passes/` and
    `c64src/passes/`."""
    id: Annotated[str, Field(pattern=PASS_ID)] = Field(
        default="",
        description="what tells this use of the pass from others, in reports and for its random "
        "numbers: at most 12 lowercase letters, digits and _, beginning with a letter (default: "
        "its name)",
        json_schema_extra=_without_default,
    )

    same_on_all_floors: ClassVar[tuple[str, ...]] = ()
    """The keys that `floors` cannot change."""

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        """The id is the name unless the YAML says otherwise."""
        return {**data, "id": pass_id(data)} if isinstance(data, dict) else data

    def canonical(self, data: dict[str, Any]) -> dict[str, Any]:
        """The values for digests, from `data`, those in canonical form: for a key whose meaning or
        default is not what it once was."""
        return data

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[Self]) -> Constants:
        """Further constants that the pass's C reads, which follow from all its uses in a dungeon,
        on all floors.

        In C the names of all constants of a pass begin with its own name, as in `SMOOTH_ROUNDS`.
        The constants given here never vary, so `#if` may depend on them to leave out code that no
        use needs. `presence` already has constants that say whether a value differs from 0 for some
        or for all uses.
        """
        return {}

    @classmethod
    def broken_rules_of_all_uses(cls, uses: Sequence[Self]) -> list[BrokenRule]:
        """The rules that all uses in a dungeon, on all floors, break together."""
        return []

    @property
    def given_looks(self) -> Looks:
        """The looks that the pass gives to tiles, by their numbers (1 to 255); usually none."""
        return {}

    @property
    def given_entities(self) -> Mapping[int, EntityKind]:
        """The kinds of entities that the pass lists itself, by their numbers (16 to 255)."""
        return {}

    def entity_path(self, place: int) -> tuple[str | int, ...]:
        """The path from the pass's section to the entry of `given_entities` with this index."""
        return "table", place

    @property
    def most_entities(self) -> int:
        """The most rows that the pass adds to the table of entities."""
        return 0

    @property
    def kinds_before(self) -> Collection[str]:
        """The kinds of entities that the pass looks for, by name: passes before it place them. The
        YAML names them below its key `guards`."""
        return ()

    def with_kinds(self, numbers: Mapping[str, int]) -> Self:
        """The parameters with the numbers of these kinds; `numbers` has those of all kinds that
        there may be on the same floors, by name."""
        return self

    @property
    def given_purposes(self) -> Sequence[str]:
        """The purposes that the pass gives to rooms, by name (`pygen.engine.definition.places`)."""
        return ()

    @property
    def purposes_before(self) -> Sequence[str]:
        """The purposes of rooms that the pass looks for, by name: a pass before it gives them. The
        YAML names them below its key `purposes` or `purpose`."""
        return ()

    _purposes: dict[str, int] = PrivateAttr(default_factory=dict)

    def with_purposes(self, numbers: Mapping[str, int]) -> Self:
        """The parameters with the numbers of all purposes of the dungeon, by name."""
        if not (self.given_purposes or self.purposes_before):
            return self
        known = self.model_copy()
        known._purposes = dict(numbers)
        return known

    @property
    def purpose_numbers(self) -> Mapping[str, int]:
        """The numbers of all purposes of the dungeon, by name, as `with_purposes` has told them."""
        return self._purposes

    def purpose_number(self, name: str) -> int:
        """The number of a purpose: on a floor, where `with_purposes` has told them; else 0."""
        return self._purposes.get(name, 0)

    def behind_looks(self) -> Self:
        """The parameters in a dungeon where, on any floor, a pass of another name gives looks
        before one of this name."""
        return self

    @property
    def required_counts(self) -> Mapping[str, str]:
        """Figures that conditions may name without being counted: the pass knows them. By the name
        of the figure what it is in C; Python has it in `g.counted`."""
        return {}

    @property
    def listed_kinds(self) -> Mapping[tuple[str | int, ...], str]:
        """The kinds of entities that the pass places by their names, which any pass of the dungeon
        lists: each by the path of its name from the pass's section."""
        return {}

    @property
    def most_locks(self) -> int:
        """The most locked doors, each with a key, that the pass adds."""
        return 0

    @property
    def used_tiles(self) -> Mapping[str, tuple[str | int, ...]]:
        """The tiles that the use writes because its keys name them, besides those of its pass: by
        name, each with the path of a key that names it. A dungeon with the use has these tiles."""
        return {}

    @property
    def shared_code(self) -> Mapping[str, str]:
        """Macros that the C which passes share reads: a dungeon defines each that one of its uses
        of passes needs, on any floor. Their meanings by their names."""
        return {}

    @property
    def shared_numbers(self) -> Mapping[str, tuple[int, str]]:
        """Numbers that the C which passes share reads as macros, each with its meaning: by its
        name. Of several uses, on any floor, the largest counts."""
        return {}

    @property
    def shared_kernels(self) -> Sequence[str]:
        """The shared kernels that this use needs besides those of its pass."""
        return ()

    @property
    def must_place(self) -> bool:
        """Whether a dungeon that requires anything is built again if the pass finds no place for
        something."""
        return False

    @property
    def missing_figure(self) -> str:
        """The name of the number that says whether something is missing then: 1, or else 0. In C it
        is `once_missing`, and no condition of a spec can name it."""
        return f"passes.{self.id}.missing"

    @property
    def reads_own_seed(self) -> bool:
        """Whether the pass needs the seed of the floor itself, which is the same in all tries."""
        return False

    @property
    def own_headers(self) -> Sequence[str]:
        """The headers in the folder of its C that only some uses need, this one among them: the
        dungeon includes them before that of the pass, which includes none of them."""
        return ()

    @property
    def looks_at_zones(self) -> bool:
        """Whether the pass looks at the zones of the level (`pygen.engine.plane.zones`)."""
        return False

    @property
    def uses_places(self) -> bool:
        """Whether the pass reads or writes the table `places` (`pygen.engine.dungeon.places`): then
        the dungeon has it."""
        return False

    @property
    def digs(self) -> bool:
        """Whether the pass, which otherwise changes no tile, digs into rock that holds no entity:
        it may come behind entities, but not behind looks."""
        return False

    @property
    def made_things(self) -> Sequence[str]:
        """The names of things that the pass makes and counts, by their numbers from 0: at most
        MOST_MADE. There is a figure for each."""
        return ()

    @property
    def most_made(self) -> int:
        """The most of these things that the pass makes on a floor: 255 or less."""
        return 255

    def forced(self, what: str, name: str) -> Mapping[str, str] | None:
        """The keys that make the pass try to make a thing of this name first, and nothing else, on
        every floor: values as YAML, by paths from the pass's section. None if it has none. `what`
        is the word for such things, such as `vault`."""
        return None

    @property
    def ranges_of_floors(self) -> Sequence[range]:
        """The ranges of floors (1..256) at whose ends the parameters change by themselves."""
        return ()

    def on_floor(self, floor: int) -> Self:
        """The parameters on one floor (1..256), for passes whose parameters vary by themselves."""
        return self

    def broken_rules(self, size: Any) -> list[BrokenRule]:
        """The broken rules between the keys, and between keys and the map's size, a `MapSize`."""
        return []


Parameters = TypeVar("Parameters", bound=PassParameters)


def nothing(_: Any) -> Features:
    """The features of a pass that needs, gives or loses none."""
    return NONE


@dataclass(frozen=True)
class Pass(Generic[Parameters]):
    """A pass, as `pygen/passes/<name>/__init__.py` describes it.

    `parameters` is the class of the pass's section in the YAML. `run` takes the dungeon and the
    parameters of this use. It is a generator function that yields as
    `pygen.engine.definition.pace` describes, or does all of its work in one step. Its twin in C has
    the same name.

    The features (`pygen.engine.definition.features`) follow from the parameters: a dungeon must
    have what the pass `needs` and must not have what it `excludes`; afterwards it has what the
    pass `gives`, and no longer what it `loses`. A pass that changes tiles loses ROOMS_APART and
    GATES, too, unless it says that it `keeps` them. In a dungeon with one of the features
    `loses_nothing_with`, what it says that it `loses` stays. A pass that leaves all tiles as they
    are (`changes_tiles`) says so: only such passes may come behind one that gives tiles looks. One
    that does so, but digs corridors, says that it `shortens_ways`: zones are found anew behind it.

    `sets_start` says that the pass places the entity START.

    `tables` are the tables to which the pass adds rows, `structs` the structs of their records. The
    `capacity` of such a table takes the parameters of one use, and gives the most rows that this
    use adds. If the dungeon's kind has a table of that name, one table holds the rows of both.

    `tiles` are the tiles that the pass uses besides COMMON_TILES: a dungeon with the pass has them,
    too.

    `names_tiles` says that keys of the pass name tiles, in drawings and their legends
    (`pygen.engine.drawings`): `used_tiles` of its parameters has those of a use.

    `kernels` are the shared kernels that its C calls, as `Kind` describes them, and
    `kernels_with_rooms` those that it calls only if the kind has a table of rooms or features.

    `figures` are the numbers that say what the pass has made, the most important one first. They
    are counted from outside, by comparing the dungeon before and after.

    `summary` are the figures that the pass writes into the summary, behind those of the kind; each
    dungeon with the pass has them. They are on the C64, too. `writes` takes the parameters of a use
    and returns those of them that this use writes; by default all. If a dungeon requires something
    of figures that none of its passes has, a pass that has them is added to its end: one that says
    which `keys` it has then. `keys` takes the names of the figures.

    `instead` maps features that the pass may need or exclude to advice for errors: what can be
    written instead.

    `rules` is the version of its rules. It is raised by one when the same keys come to give other
    bytes, so that the digests of dungeons with the pass change, too.
    """

    name: str
    parameters: type[Parameters]
    run: Callable[..., Work | None]
    needs: Callable[[Parameters], Features] = nothing
    excludes: Callable[[Parameters], Features] = nothing
    gives: Callable[[Parameters], Features] = nothing
    loses: Callable[[Parameters], Features] = nothing
    keeps: Callable[[Parameters], Features] = nothing
    loses_nothing_with: Features = NONE
    changes_tiles: bool = True
    writes_looks: bool = False
    shortens_ways: bool = False
    sets_start: bool = False
    tables: tuple[Table, ...] = ()
    structs: tuple[Structs, ...] = ()
    tiles: tuple[str | TileDefault, ...] = ()
    names_tiles: bool = False
    kernels: tuple[str, ...] = ()
    kernels_with_rooms: tuple[str, ...] = ()
    figures: tuple[PassFigure, ...] = ()
    summary: Figures = NO_FIGURES
    writes: Callable[[Parameters], Collection[str]] | None = None
    keys: Callable[[Sequence[str]], dict[str, Any]] | None = None
    instead: Mapping[str, str] = field(default_factory=dict)
    rules: int = 1

    def changes(self, use: Parameters) -> bool:
        """Whether a use may change tiles."""
        return self.changes_tiles or use.digs

    @property
    def has_steps(self) -> bool:
        """Whether `run` does its work in several steps."""
        return inspect.isgeneratorfunction(self.run)

    def written(self, use: Parameters) -> Collection[str]:
        """The figures of `summary` that a use writes."""
        return self.summary.fields if self.writes is None else self.writes(use)


AnyPass = Pass[Any]
"""A pass, whatever its parameters."""
