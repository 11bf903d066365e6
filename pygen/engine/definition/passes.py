"""A pass: what a spec may have done to a dungeon after its kind has built it.

A kind lists its phases itself; passes are named in the YAML, below a dungeon of any kind, and are
done in that order.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import Field, model_validator

from pygen.engine.definition.entity_kinds import EntityKind
from pygen.engine.definition.features import NONE, Features
from pygen.engine.definition.looks import Looks
from pygen.engine.definition.pace import Work
from pygen.engine.definition.pass_figures import PassFigure
from pygen.engine.definition.tables import Structs, Table
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
    """The pass's name: that of its folders in `pygen/passes/` and `c64src/passes/`."""
    id: Annotated[str, Field(pattern=PASS_ID)] = Field(
        default="",
        description="what tells this use of the pass from others, in reports and for its random "
        "numbers: at most 12 lowercase letters, digits and _, beginning with a letter (default: "
        "its name)",
        json_schema_extra=_without_default,
    )

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        """The id is the name unless the YAML says otherwise."""
        return {**data, "id": pass_id(data)} if isinstance(data, dict) else data

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[Self]) -> Constants:
        """What the pass's C reads besides, and what follows from all uses in a dungeon, on all
        floors.

        The C's names of all constants of a pass begin with its own, as in `SMOOTH_ROUNDS`. Such a
        constant never varies, so that `#if` may depend on it, and says which code no use
        needs; for that a constant of one use is not 0 for some or for all of them, `presence` has
        constants already.
        """
        return {}

    @classmethod
    def broken_rules_of_all_uses(cls, uses: Sequence[Self]) -> list[BrokenRule]:
        """The rules that all uses in a dungeon, on all floors, do not hold together."""
        return []

    @property
    def given_looks(self) -> Looks:
        """The looks that the pass gives to tiles, by their numbers (1 to 255); most give none."""
        return {}

    @property
    def given_entities(self) -> Mapping[int, EntityKind]:
        """The kinds of entities that it lists itself, by their numbers (16 to 255)."""
        return {}

    @property
    def most_entities(self) -> int:
        """How many rows the pass adds to the table of entities, at most."""
        return 0

    @property
    def most_locks(self) -> int:
        """How many locked doors, each with a key, the pass adds at most."""
        return 0

    @property
    def avoids_near_rooms(self) -> bool:
        """Whether it leaves out rooms that are near to the up stairs."""
        return False

    @property
    def ranges_of_floors(self) -> Sequence[range]:
        """The ranges of floors (1..256) at whose ends the parameters vary by themselves."""
        return ()

    def on_floor(self, floor: int) -> Self:
        """The parameters as they are on one floor (1..256), if they vary by themselves."""
        return self

    def broken_rules(self, size: Any) -> list[BrokenRule]:
        """The rules that do not hold between the keys, and with the map's size, a `MapSize`."""
        return []


Parameters = TypeVar("Parameters", bound=PassParameters)


def nothing(_: Any) -> Features:
    """The features of a pass that needs, gives or loses none."""
    return NONE


@dataclass(frozen=True)
class Pass(Generic[Parameters]):
    """A pass, as `pygen/passes/<name>/__init__.py` describes it.

    `parameters` is the class of its section in the YAML. `run` takes the dungeon and the parameters
    of this use. It is a generator function that yields as `pygen.engine.definition.pace` describes,
    or does all of its work in one step. Its twin in C has the same name.

    The features (`pygen.engine.definition.features`) follow from the parameters: a dungeon must
    have what the pass `needs` and must not have what it `excludes`; afterwards it has what the
    pass `gives`, and no longer what it `loses`. A pass that changes tiles loses ROOMS_APART and
    GATES, too, unless it says that it `keeps` them. A pass that leaves all tiles as they are
    (`changes_tiles`) says so: only such passes may come behind one that gives tiles looks.

    `tables` are the tables to which it adds rows, `structs` the structs of their records. The
    `capacity` of such a table takes the parameters of one use, and says how many rows it adds at
    most. A dungeon whose kind has a table of that name has both their rows in one.

    `tiles` are those that it uses besides COMMON_TILES, as those of a kind: a dungeon with the pass
    has them, too.

    `kernels` are the shared kernels that its C calls, as those of a kind.

    `figures` are the numbers that say what it has made, the one that says most first. They are
    counted from outside, by what has changed.

    `instead` says for features that it may need or exclude what can be written instead, as errors
    advise.

    `rules` is the number of its rules: it is raised by one when the same keys come to give other
    bytes, so that the digests of dungeons with the pass change with them.
    """

    name: str
    parameters: type[Parameters]
    run: Callable[..., Work | None]
    needs: Callable[[Parameters], Features] = nothing
    excludes: Callable[[Parameters], Features] = nothing
    gives: Callable[[Parameters], Features] = nothing
    loses: Callable[[Parameters], Features] = nothing
    keeps: Callable[[Parameters], Features] = nothing
    changes_tiles: bool = True
    tables: tuple[Table, ...] = ()
    structs: tuple[Structs, ...] = ()
    tiles: tuple[str | TileDefault, ...] = ()
    kernels: tuple[str, ...] = ()
    figures: tuple[PassFigure, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    rules: int = 1

    @property
    def has_steps(self) -> bool:
        """Whether `run` does its work in several steps."""
        return inspect.isgeneratorfunction(self.run)


AnyPass = Pass[Any]
"""A pass, whatever its parameters."""
