"""What the parameters of every kind of dungeon have in common.

The parameters of a kind are a class in `pygen/kinds/<kind>/parameters.py`: a section of the YAML
that also says what its C reads.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from pydantic import (
    AfterValidator,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from pygen.engine.constants import CHUNK_SIDE
from pygen.engine.definition.entity_kinds import ENTITY_KINDS, EntityKind
from pygen.engine.definition.looks import Looks
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters, pass_id
from pygen.engine.definition.places import PLAIN
from pygen.engine.definition.require import Required
from pygen.engine.random.floors import FLOORS
from pygen.engine.random.worlds import World
from pygen.engine.sections import BrokenRule, EmittedSection, refused
from pygen.engine.sections import Constants as Constants

PLACES_HAVE_ZONES = "PLACES_HAVE_ZONES"
"""The macro that says that core/zone_of_room.h is used."""

FLOOR_RANGE = r"^[1-9][0-9]{0,2}(-([1-9][0-9]{0,2})?)?$"
FLOOR_RANGE_WORDS = "a floor such as 12, or floors such as 4-9, or 10- for all from 10 on"


def floors_in(text: str) -> range:
    """The floors of a written range: `12`, `4-9`, or `10-` for all floors from 10 on."""
    first, dash, last = text.partition("-")
    return range(int(first), (int(last) if last else FLOORS if dash else int(first)) + 1)


def _checked_floors(text: str) -> str:
    """Reject a text that is not a range of floors, or whose range is empty."""
    if not re.search(FLOOR_RANGE, text):
        raise refused(f"`{text}` is no range of floors", f"expected {FLOOR_RANGE_WORDS}")
    floors = floors_in(text)
    if max(floors.start, floors.stop - 1) > FLOORS:
        raise refused(f"`{text}` has floors that do not exist", f"floors are 1 to {FLOORS}")
    if not floors:
        low, _, high = text.partition("-")
        raise refused(f"`{text}` runs backwards", f"write {high}-{low}")
    return text


FloorRange = Annotated[
    str,
    AfterValidator(_checked_floors),
    Field(description=FLOOR_RANGE_WORDS),
]

Row = TypeVar("Row", bound="KindParameters")


@dataclass(frozen=True)
class FloorRow(Generic[Row]):
    """A row of parameters: floors of a dungeon that have the same values.

    `floors` are ascending ranges; `parameters` have no rows of their own.
    """

    floors: tuple[range, ...]
    # Parameters keep their rows, and are compared with them. In a dungeon without `floors` the
    # row has the dungeon's own parameters, and comparing those again would never end.
    parameters: Row = field(compare=False)

    @property
    def first_floor(self) -> int:
        """The lowest number of its floors."""
        return self.floors[0].start

    @property
    def name(self) -> str:
        """Its floors in words, such as `floors 4-9`; empty if these are all floors."""
        if self.floors == (range(1, FLOORS + 1),):
            return ""
        spans = [
            f"{floors.start}-{floors.stop - 1}" if len(floors) > 1 else str(floors.start)
            for floors in self.floors
        ]
        return f"floor{'s' if len(spans) > 1 or '-' in spans[0] else ''} {', '.join(spans)}"


class KindParameters(EmittedSection):
    """The parameters of one kind of dungeon: a base class for those of each kind.

    `floors` are other values for ranges of floors. Each of them is complete: where the YAML leaves
    out a value, it is the dungeon's own.
    """

    same_on_all_floors: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("map",),
        ("theme",),
        ("without",),
        ("salt",),
    )
    """The keys that `floors` cannot change: the C is compiled for their values, or a program takes
    them over with the dungeon."""

    kind: str
    """The kind's name, which is also the name of its folders in `pygen/kinds/` and
    `c64src/kinds/`."""
    map: MapSize
    passes: list[PassParameters] = Field(
        default_factory=list,
        description="what is done after the kind has built the dungeon, in this order "
        "(default: nothing)",
    )
    without: list[str] = Field(
        default_factory=list,
        description="phases of the kind that are left out, such as stairs, or its connections "
        "(default: none)",
    )
    theme: dict[str, Any] = Field(
        default_factory=dict,
        description="tiles that look otherwise than in other dungeons, by name (default: none)",
    )
    world: World | None = Field(
        default=None,
        description="makes the map a chunk of an endless world, with ways to the chunks beside it "
        "(default: none)",
    )
    salt: str = Field(
        default="",
        pattern=r"^[a-z0-9_]{0,24}$",
        description="a word that gives the dungeon random numbers of its own for each seed: at "
        "most 24 of a-z, 0-9 and _ (default: none)",
    )
    require: Required = Field(
        default=None,
        description="conditions that the dungeon must meet; if it does not, it is built again from "
        "another seed (default: none)",
    )
    floors: dict[FloorRange, Self] = Field(
        default_factory=dict,
        description="other values for some floors, by ranges of floors such as 4-9 (default: none)",
    )

    @model_validator(mode="before")
    @classmethod
    def _chunk_size(cls, data: Any) -> Any:
        """The map of a world has the size of a chunk unless the YAML says otherwise."""
        if not isinstance(data, dict) or data.get("world") is None:
            return data
        size = data.get("map", {})
        if not isinstance(size, dict):
            return data
        return {**data, "map": {"width": CHUNK_SIDE, "height": CHUNK_SIDE, **size}}

    @model_validator(mode="before")
    @classmethod
    def _complete_floors(cls, data: Any) -> Any:
        """Fill in the values that a range of floors leaves out with the dungeon's own."""
        if not isinstance(data, dict) or not isinstance(data.get("floors"), dict):
            return data
        own = {key: value for key, value in data.items() if key != "floors"}
        complete = {
            floors: with_changes(own, changes) if isinstance(changes, dict) else changes
            for floors, changes in data["floors"].items()
        }
        return {**data, "floors": complete}

    @model_serializer(mode="wrap")
    def _without_absent(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out the keys of parts that the dungeon does not have: these keys are empty."""
        data: dict[str, Any] = serialize(self)
        for key in ("floors", "passes", "require", "salt", "without", "theme", "world"):
            if not getattr(self, key):
                data.pop(key, None)
        return data

    @cached_property
    def floor_rows(self) -> tuple[FloorRow[Self], ...]:
        """All floors by their parameters: the row of the first floor comes first."""
        own = self._without_floors()
        found: list[tuple[Self, list[range]]] = []
        starts = self._floors_with_changes()
        purposes, behind_looks = self.purpose_numbers, self._names_behind_looks()
        rows = [
            (self._given(first) or own)._on_floor(first, purposes, behind_looks) for first in starts
        ]
        # Neighbours with equal parameters are one range.
        for parameters, numbers in groupby(range(len(starts)), rows.__getitem__):
            same = list(numbers)
            following = same[-1] + 1
            end = starts[following] if following < len(starts) else FLOORS + 1
            span = range(starts[same[0]], end)
            known = next((spans for row, spans in found if row == parameters), None)
            if known is None:
                found.append((parameters, [span]))
            else:
                known.append(span)
        return tuple(FloorRow(tuple(spans), row) for row, spans in found)

    def every_row(self) -> Iterator[Self]:
        """Its own parameters, and those of each range of floors."""
        yield self
        yield from self.floors.values()

    def every_use(self) -> Iterator[PassParameters]:
        """The uses of passes on all floors, range by range."""
        return (use for row in self.every_row() for use in row.passes)

    @cached_property
    def looks(self) -> Looks:
        """The looks that its passes give to tiles, on any floor, by their numbers."""
        found = (item for use in self.every_use() for item in use.given_looks.items())
        return dict(sorted(dict(found).items()))

    @property
    def purpose_numbers(self) -> dict[str, int]:
        """The numbers of the purposes that its passes give to rooms, on any floor, by name."""
        names = dict.fromkeys(name for use in self.every_use() for name in use.given_purposes)
        return {PLAIN: 0, **{name: number for number, name in enumerate(names, 1)}}

    def _names_behind_looks(self) -> set[str]:
        """The names of passes that come behind one of another name that gives looks, on any
        floor."""
        found: set[str] = set()
        for row in self.every_row():
            giving: set[str] = set()
            for use in row.passes:
                if giving - {use.name}:
                    found.add(use.name)
                if use.given_looks:
                    giving.add(use.name)
        return found

    def _on_floor(
        self, floor: int, purposes: Mapping[str, int], behind_looks: Collection[str]
    ) -> Self:
        """The parameters on one floor, made from the parameters of its range of floors. `purposes`
        are the numbers of all purposes by name, `behind_looks` the names of passes behind others
        that give looks."""
        kinds = {**dict(enumerate(ENTITY_KINDS)), **self.given_entities}
        numbers = {kind.name: number for number, kind in kinds.items()}
        passes = [
            use.on_floor(floor).with_kinds(numbers).with_purposes(purposes) for use in self.passes
        ]
        passes = [use.behind_looks() if use.name in behind_looks else use for use in passes]
        if all(use is known for use, known in zip(passes, self.passes)):
            return self
        return self.model_copy(update={"passes": passes})

    @cached_property
    def given_entities(self) -> dict[int, EntityKind]:
        """The kinds of entities that its passes list, on any floor, by their numbers."""
        found = (item for use in self.every_use() for item in use.given_entities.items())
        return dict(sorted(dict(found).items()))

    @property
    def requires(self) -> bool:
        """Whether it requires anything, on any floor."""
        return any(row.require for row in self.every_row())

    @property
    def why_not_again(self) -> str:
        """Why its kind cannot build it again from another seed; empty if it can."""
        return ""

    @property
    def has_locks(self) -> bool:
        """Whether its passes lock doors, on any floor."""
        return any(use.most_locks for use in self.every_use())

    @property
    def reads_own_seed(self) -> bool:
        """Whether its passes need the seed of the floor itself."""
        return any(use.reads_own_seed for use in self.every_use())

    @property
    def shared_code(self) -> dict[str, str]:
        """The macros that its passes need in the C which they share, on any floor, and what each
        means."""
        found: dict[str, str] = {}
        for use in self.every_use():
            found |= use.shared_code
            if use.uses_places and use.looks_at_zones:
                found[PLACES_HAVE_ZONES] = "Some passes ask for the zones of rooms."
        return found

    @property
    def shared_numbers(self) -> dict[str, tuple[int, str]]:
        """The numbers that the C reads which its passes share, on any floor, by their names, each
        with its meaning."""
        found: dict[str, tuple[int, str]] = {}
        for use in self.every_use():
            found |= {
                name: max(both, found.get(name, both)) for name, both in use.shared_numbers.items()
            }
        return found

    @property
    def entities_of_passes(self) -> int:
        """How many rows its passes add to the table of entities, at most."""
        return sum(use.most_entities for use in self.passes)

    def _given(self, floor: int) -> Self | None:
        """The parameters that a range of floors gives to a floor."""
        return next((row for key, row in self.floors.items() if floor in floors_in(key)), None)

    def _floors_with_changes(self) -> list[int]:
        """The first floor, and the floors whose parameters may differ from the floor above."""
        ranges = [floors_in(key) for key in self.floors]
        ranges += [one for use in self.every_use() for one in use.ranges_of_floors]
        ends = {1, *(floor for one in ranges for floor in (one.start, one.stop))}
        return sorted(floor for floor in ends if floor <= FLOORS)

    def _without_floors(self) -> Self:
        if not self.floors:
            return self
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self).model_construct(**{**values, "floors": {}})

    def constants_of_all_floors(self) -> Constants:
        """Further constants that the kind's C reads, which follow from all floors together.

        Such a constant never varies, so `#if` may depend on it to leave out code that no floor
        needs. `presence` already has constants that say whether a value differs from 0 on some or
        on all floors. The dungeon's `floor_rows` have the parameters of all floors.
        """
        return {}

    @property
    def unread_constants(self) -> Collection[str]:
        """The names of `constants` that the C does not read, by the parameters of all floors."""
        return ()

    def broken_rules(self) -> list[BrokenRule]:
        """The broken rules between the keys."""
        return []


def with_changes(own: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The values of both mappings; keys of a group that `changes` leaves out keep their values."""
    merged = {**own, **changes}
    for key in own.keys() & changes.keys():
        if isinstance(own[key], dict) and isinstance(changes[key], dict):
            merged[key] = with_changes(own[key], changes[key])
    if isinstance(own.get("require"), list) and isinstance(changes.get("require"), dict):
        merged["require"] = {"conditions": own["require"], **changes["require"]}
    if isinstance(own.get("passes"), list) and isinstance(changes.get("passes"), dict):
        merged["passes"] = _merged_passes(own["passes"], changes["passes"])
    return merged


def _merged_passes(own: list[Any], changes: Mapping[str, Any]) -> list[Any]:
    """The dungeon's passes, some of them changed; `changes` names those by their ids."""
    left = dict(changes)
    merged = []
    for use in own:
        name = pass_id(use)
        change = left.pop(name, None) if isinstance(name, str) else None
        merged.append(with_changes(use, change) if isinstance(change, dict) else change or use)
    # Changes that name no pass of the dungeon remain, to be reported.
    return [*merged, *({"name": name, "id": name} for name in left)]


def named_rows(dungeons: Mapping[str, Row]) -> dict[str, Row]:
    """The parameters of all dungeons and of all their ranges of floors, by names for messages."""
    rows: dict[str, Row] = {}
    for name, dungeon in dungeons.items():
        rows[name] = dungeon
        rows |= {f"{name}, floors {floors}": row for floors, row in dungeon.floors.items()}
    return rows
