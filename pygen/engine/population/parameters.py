"""The common parameters of passes that place entities of one sort."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from pygen.base.words import counted
from pygen.engine.definition.entity_kinds import ENTITY_KINDS, EntityKind
from pygen.engine.definition.features import CONNECTED, ROOMS, STAIRS, Features
from pygen.engine.definition.listed_entity import EntityData, ListedEntity
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import FloorRange, floors_in
from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import BrokenRule, Byte, Constants

MOST_THINGS = 200
"""The most entities that one use of a pass places."""

MOST_WEIGHT = 255
"""The greatest sum of weights, which must fit in a byte."""


class TableEntry(ListedEntity):
    """An entity that a pass may place."""

    weight: int = Field(
        default=1, ge=0, le=50, description="how often it is chosen; 0: never, on these floors"
    )
    floors: FloorRange | None = Field(
        default=None, description="the floors on which it may be, such as 4-9 (default: all)"
    )
    data: EntityData = Field(default_factory=list)

    def on_floor(self, floor: int) -> TableEntry:
        """The entry for one floor: its weight is 0 if the entity may not be on that floor."""
        is_there = self.floors is None or floor in floors_in(self.floors)
        return self.model_copy(update={"floors": None, "weight": self.weight if is_there else 0})


class Population(PassParameters):
    """Entities of one sort, placed where they can be reached."""

    meanings: ClassVar[Mapping[str, str]] = {
        "CHOICES": "how many numbers are possible, from the least on; 0 for by: rooms",
        "WEIGHTS": "the weights of the kinds of the table",
        "ALL_WEIGHTS": "their sum",
        "FIRST_KIND": "the number of the first kind of the table",
        "KINDS_IN_ROW": "how many kinds have the numbers from there on",
        "KINDS_GAP": "how many numbers are left out behind them; 0 if no kind follows",
    }

    usual_kind: ClassVar[int]
    """The kind that is placed if there is no table: a number of ENTITY_KINDS."""
    own_kinds: ClassVar[range]
    """The numbers that the kinds of its table may have,"""
    more_kinds: ClassVar[range] = range(0)
    """and those that follow."""

    by: Literal["count", "rooms"] = Field(
        default="count", description="count: a number for the map; rooms: by the area of each room"
    )
    least: Annotated[int, Field(ge=0, le=MOST_THINGS)] = Field(
        default=4, description="by count: the fewest"
    )
    most: Annotated[int, Field(ge=1, le=MOST_THINGS)] = Field(
        default=8, description="the most in all"
    )
    percent: Annotated[int, Field(ge=1, le=100)] = Field(
        default=5, description="by rooms: how many a room has, in percent of its tiles"
    )
    first_room: Byte = Field(
        default=0, description="by rooms: the number of the first room that has any, from 0"
    )
    from_stairs: Byte = Field(
        default=0, description="how many tiles, across plus down, all are from the up stairs"
    )
    tries: Annotated[int, Field(ge=1, le=255)] = Field(
        default=60, description="how many tiles are tried for each one before it is left out"
    )
    table: Annotated[list[TableEntry], Field(max_length=64)] = Field(
        default_factory=list, description="what they are (default: nothing in particular)"
    )
    first_kind: Byte = Field(
        default=0,
        description="the number of the first kind of the table; the others follow (default: the "
        "first that the pass may use)",
    )

    @property
    def first_number(self) -> int:
        """The number of the first kind."""
        return (self.first_kind or self.own_kinds.start) if self.table else self.usual_kind

    def number_of(self, place: int) -> int:
        """The number of the kind with this place in the table."""
        number = self.first_number + place
        if self._is_before_gap and number >= self.own_kinds.stop:
            number += self.more_kinds.start - self.own_kinds.stop
        return number

    @property
    def _is_before_gap(self) -> bool:
        """Whether the numbers begin with those before the gap and may go on behind it."""
        return bool(self.table and self.more_kinds) and self.first_number in self.own_kinds

    @property
    def weights(self) -> list[int]:
        """The weights of the kinds, in the order of their numbers."""
        return [entry.weight for entry in self.table] or [1]

    @property
    def given_entities(self) -> dict[int, EntityKind]:
        shown = ENTITY_KINDS[self.usual_kind].shown
        kinds = (entry.kind(shown, entry.data) for entry in self.table)
        return {self.number_of(place): kind for place, kind in enumerate(kinds)}

    @property
    def most_entities(self) -> int:
        return self.most

    @property
    def avoids_near_rooms(self) -> bool:
        return self.by == "rooms" and self.from_stairs > 0

    @property
    def ranges_of_floors(self) -> Sequence[range]:
        return [floors_in(entry.floors) for entry in self.table if entry.floors]

    def on_floor(self, floor: int) -> Self:
        if not self.ranges_of_floors:
            return self
        return self.model_copy(update={"table": [entry.on_floor(floor) for entry in self.table]})

    def constants(self) -> Constants:
        in_row, gap = len(self.table), 0
        if self._is_before_gap and in_row > self.own_kinds.stop - self.first_number:
            in_row = self.own_kinds.stop - self.first_number
            gap = self.more_kinds.start - self.own_kinds.stop
        return {
            "CHOICES": self.most - self.least + 1 if self.by == "count" else 0,
            "FIRST_KIND": self.first_number,
            "KINDS_IN_ROW": in_row,
            "KINDS_GAP": gap,
            "WEIGHTS": self.weights,
            "ALL_WEIGHTS": sum(self.weights),
        }

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        return list(self._broken())

    def _broken(self) -> Iterator[BrokenRule]:
        given = self.model_fields_set
        for key, wanted in (("least", "count"), ("percent", "rooms"), ("first_room", "rooms")):
            if key in given and self.by != wanted:
                wrong = f"`{key}` has no effect without `by: {wanted}`"
                yield BrokenRule((key,), wrong, f"write `by: {wanted}`, or leave it out")
        if self.by == "count" and self.least > self.most:
            wrong = f"{self.least} are more than {self.most}, the most in all"
            yield BrokenRule(("least",), wrong, f"expected at most {self.most}")
        known = [*self.own_kinds, *self.more_kinds]
        if self.table and any(number not in known for number in self.given_entities):
            last = self.number_of(len(self.table) - 1)
            wrong = f"the kinds have the numbers {self.first_number} to {last}"
            spans = [span for span in (self.own_kinds, self.more_kinds) if span]
            right = " and ".join(f"{span.start} to {span.stop - 1}" for span in spans)
            right = f"expected {right}: at most {counted(len(known), 'kind')}"
            yield BrokenRule(("first_kind" if self.first_kind else "table",), wrong, right)
        if sum(self.weights) > MOST_WEIGHT:
            wrong = f"the sum of the weights is {sum(self.weights)}"
            yield BrokenRule(("table",), wrong, f"expected at most {MOST_WEIGHT}")


def needed(p: Population) -> Features:
    """The features that a dungeon needs for these entities."""
    return frozenset({CONNECTED, STAIRS, *([ROOMS] if p.by == "rooms" else [])})
