"""The common parameters of passes that place entities of one sort."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pygen.base.words import counted, did_you_mean, listed
from pygen.engine.definition.entity_kinds import ENTITY_KINDS, EntityKind
from pygen.engine.definition.features import CONNECTED, ROOMS, STAIRS, Features
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import FloorRange, floors_in
from pygen.engine.definition.passes import PassParameters
from pygen.engine.plane.rules import plane_rules
from pygen.engine.population.entries import TableEntry
from pygen.engine.population.meanings import (
    AVOIDS_NEAR_ROOMS,
    COMPLETES_ROOMS,
    HAS_GUARDS,
    HAS_ONCE,
    HAS_PACKS,
    KEEPS_APART,
    LIMITS_ROOMS,
    MEANINGS,
    PICKS_PURPOSES,
    PICKS_TILES,
    PLACES_BESIDE,
    PLACES_BY_FLOOR,
    SHARED_CODE,
    code_of_places,
)
from pygen.engine.population.values import (
    IN_CORRIDORS,
    IN_ROOMS,
    KERNELS_OF_PICKS,
    LEAST,
    MOST_THINGS,
    MOST_WEIGHT,
    NEVER,
    OF_WAYS,
    UNLIMITED,
    OnceAt,
    Pack,
    Weight,
    Where,
    checked_most,
    checked_once,
    once_floors,
    once_on_floor,
    once_stream,
    pack_range,
    part_of,
    where_rules,
    zones_of,
)
from pygen.engine.random.streams import stream_number
from pygen.engine.sections import BrokenRule, Byte, Constants, EntityName, NotEmitted


class Population(PassParameters):
    """Entities of one sort, placed where they can be reached."""

    meanings = MEANINGS
    # Each floor must know the floors among which one is chosen.
    same_on_all_floors = ("once",)

    usual_kind: ClassVar[int]
    """The kind that is placed if there is no table: a number of ENTITY_KINDS."""
    own_kinds: ClassVar[range]
    """The numbers that the kinds of its table may have,"""
    more_kinds: ClassVar[range] = range(0)
    """and those that follow."""

    by: Literal["count", "rooms", "floor"] = Field(
        default="count",
        description="count: a number for the map; rooms: by the area of each room; floor: a share "
        "of the floor",
    )
    least: Annotated[int, Field(ge=0, le=MOST_THINGS)] = Field(
        default=LEAST,
        description="the fewest in all; by rooms those that the rooms do not have are anywhere "
        f"(default: {LEAST}; by rooms: 0)",
    )
    most: Annotated[
        Annotated[int, Field(ge=1, le=MOST_THINGS)] | Literal["none"],
        BeforeValidator(checked_most),
    ] = Field(
        default=8,
        description=f"the most in all; by rooms or floor: none for {MOST_THINGS}, as many as a "
        "pass may place",
    )
    percent: Annotated[int, Field(ge=1, le=100)] = Field(
        default=5,
        description="by rooms: how many a room has, in percent of its tiles; by floor: how many "
        "the map has, in percent of the tiles that can be walked on, or of those in `where`",
    )
    where: NotEmitted[Where] = Field(
        default=None,
        description="by count or floor, where they may be: rooms; corridors: outside of rooms; "
        "dead ends: tiles with one way on; near, middle, far: thirds of the longest way from the "
        "start; or a part and zones, such as [rooms, far] (default: anywhere)",
    )
    purposes: NotEmitted[Annotated[list[EntityName], Field(max_length=16)]] = Field(
        default_factory=list,
        description="only in rooms of these purposes, which the pass purposes has given before, "
        "such as [library]; plain: rooms without one (default: anywhere)",
    )
    apart: Byte = Field(
        default=0,
        description="how many tiles, across plus down, each is from the others of this pass; of a "
        "pack only the first one counts",
    )
    pack: NotEmitted[Pack] = Field(
        default="1",
        description="how many come at once, beside each other, such as 3 or 2-4",
    )
    once: NotEmitted[Annotated[FloorRange, AfterValidator(checked_once)] | None] = Field(
        default=None,
        description="floors such as 5-8: they are on one of these floors only, which follows from "
        "the seed of the dungeon (default: on every floor)",
    )
    first_room: Byte = Field(
        default=0, description="by rooms: the number of the first room that has any, from 0"
    )
    room_least: Byte = Field(default=0, description="by rooms: the fewest of each room")
    room_most: Byte = Field(default=255, description="by rooms: the most of each room")
    from_stairs: Byte = Field(
        default=0, description="how many tiles, across plus down, all are from the up stairs"
    )
    tries: Annotated[int, Field(ge=1, le=255)] = Field(
        default=60,
        description="how many tiles are tried for each one before it is left out; "
        "not by floor, and not with `where`: then it is left out only if no tile fits",
    )
    table: Annotated[list[TableEntry], Field(max_length=64)] = Field(
        default_factory=list, description="what they are (default: nothing in particular)"
    )
    weights: NotEmitted[dict[EntityName, Weight]] = Field(
        default_factory=dict,
        description="other weights of kinds in the table, such as {rat: 1, dragon: 5}, for "
        "ranges of floors (default: those of the table)",
    )
    first_kind: Byte = Field(
        default=0,
        description="the number of the first kind of the table; the others follow (default: the "
        "first that the pass may use)",
    )

    @model_validator(mode="before")
    @classmethod
    def _fewest(cls, data: Any) -> Any:
        """By rooms there are as many as the rooms have, unless the YAML says otherwise."""
        if isinstance(data, dict) and data.get("by") == "rooms":
            return {"least": 0, **data}
        return data

    def canonical(self, data: dict[str, Any]) -> dict[str, Any]:
        if self.by != "rooms":
            return data
        # By rooms the key once had no effect, and was 4 as by default.
        return {**data, "least": {"in all": self.least} if self.least else LEAST}

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
    def weights_of_kinds(self) -> list[int]:
        """The weights of the kinds, in the order of their numbers: all are 0 where nothing is
        placed."""
        if self.once == NEVER:
            return [0] * max(1, len(self.table))
        return [self.weights.get(entry.name, entry.weight) for entry in self.table] or [1]

    @property
    def once_at(self) -> OnceAt | None:
        """The place of the floor among those of `once`; None without that."""
        return OnceAt.of(self.once) if self.once and self.once != NEVER else None

    @property
    def reads_own_seed(self) -> bool:
        return self.once is not None

    @property
    def must_place(self) -> bool:
        return self.once is not None

    @property
    def given_entities(self) -> dict[int, EntityKind]:
        shown = ENTITY_KINDS[self.usual_kind].shown
        kinds = (entry.kind(shown, entry.data) for entry in self.table)
        return {self.number_of(place): kind for place, kind in enumerate(kinds)}

    @property
    def packs(self) -> list[tuple[int, int]]:
        """The fewest and the most of a pack of each kind, in the order of their numbers."""
        packs = [entry.pack or self.pack for entry in self.table] or [self.pack]
        return [pack_range(pack) for pack in packs]

    def pack_of(self, kind: int) -> tuple[int, int]:
        """The fewest and the most of a pack of a kind, given by its number."""
        return next(pack for place, pack in enumerate(self.packs) if self.number_of(place) == kind)

    @property
    def has_packs(self) -> bool:
        """Whether some kinds come in packs."""
        return any(most > 1 for _, most in self.packs)

    @property
    def has_guards(self) -> bool:
        """Whether some are placed beside entities that were placed before."""
        return False

    @property
    def guarded(self) -> Mapping[int, int]:
        """How many are placed beside each entity of a kind, by the number of the kind."""
        return {}

    @property
    def part(self) -> int:
        """The part of the map that is wanted."""
        return IN_ROOMS if self.purposes and self.by != "rooms" else part_of(self.where)

    @property
    def uses_places(self) -> bool:
        return bool(self.purposes)

    @property
    def purposes_before(self) -> Sequence[str]:
        return self.purposes

    @property
    def purpose_bits(self) -> int:
        """The purposes that are wanted, as bits; 0 for all."""
        return sum({1 << self.purpose_number(name) for name in self.purposes})

    @property
    def zones(self) -> int:
        """The zones that are wanted."""
        return zones_of(self.where)

    @property
    def looks_at_zones(self) -> bool:
        return self.zones > 0

    @property
    def picks_tiles(self) -> bool:
        """Whether tiles are picked among those that fit, not tried."""
        return self.by == "floor" or self.where is not None or self._picks_rooms

    @property
    def _picks_rooms(self) -> bool:
        """Whether tiles are picked in rooms with some purposes."""
        return bool(self.purposes) and self.by != "rooms"

    @property
    def limit(self) -> int:
        """The most in all."""
        return MOST_THINGS if isinstance(self.most, str) else self.most

    @property
    def most_entities(self) -> int:
        return self.limit

    @property
    def shared_code(self) -> dict[str, str]:
        needed = {
            AVOIDS_NEAR_ROOMS: self.by == "rooms" and self.from_stairs > 0,
            PICKS_PURPOSES: bool(self.purposes),
            COMPLETES_ROOMS: self.by == "rooms" and self.least > 0,
            LIMITS_ROOMS: self.by == "rooms" and (self.room_least > 0 or self.room_most < 255),
            KEEPS_APART: self.apart > 0,
            PLACES_BESIDE: self.has_packs or self.has_guards,
            HAS_PACKS: self.has_packs,
            HAS_GUARDS: self.has_guards,
            HAS_ONCE: self.once is not None,
            PICKS_TILES: self.picks_tiles,
            PLACES_BY_FLOOR: self.by == "floor",
            **code_of_places(self.part, self.zones),
        }
        return {name: SHARED_CODE[name] for name, is_needed in needed.items() if is_needed}

    @property
    def shared_kernels(self) -> Sequence[str]:
        return KERNELS_OF_PICKS if self.picks_tiles else []

    @property
    def ranges_of_floors(self) -> Sequence[range]:
        each = once_floors(self.once)
        return [
            *(floors_in(entry.floors) for entry in self.table if entry.floors),
            *(range(floor, floor + 1) for floor in each),
        ]

    def on_floor(self, floor: int) -> Self:
        if not self.ranges_of_floors:
            return self
        table = [entry.on_floor(floor) for entry in self.table]
        absent = {entry.name for entry in self.table if not entry.is_on_floor(floor)}
        weights = {name: one for name, one in self.weights.items() if name not in absent}
        once = once_on_floor(self.once, floor)
        return self.model_copy(update={"table": table, "weights": weights, "once": once})

    def constants(self) -> Constants:
        in_row, gap = len(self.table), 0
        if self._is_before_gap and in_row > self.own_kinds.stop - self.first_number:
            in_row = self.own_kinds.stop - self.first_number
            gap = self.more_kinds.start - self.own_kinds.stop
        tables = [self.weights_of_kinds]
        if self.has_packs:
            tables += [[least for least, _ in self.packs]]
            tables += [[most - least + 1 for least, most in self.packs]]
        once = self.once_at
        guards_at = sum(map(len, tables))
        tables += [[kind, count] for kind, count in self.guarded.items()]
        return {
            "CHOICES": self.limit - self.least + 1 if self.by == "count" else 0,
            "MOST": self.limit,
            "FIRST_KIND": self.first_number,
            "KINDS": len(self.weights_of_kinds),
            "KINDS_IN_ROW": in_row,
            "KINDS_GAP": gap,
            "WEIGHTS": [number for table in tables for number in table],
            "ALL_WEIGHTS": sum(self.weights_of_kinds),
            "GUARDS": len(self.guarded),
            "GUARDS_AT": guards_at if self.guarded else 0,
            "ONCE_FLOORS": once.floors if once else 0,
            "ONCE_AT": once.at if once else 0,
            "ONCE_BEHIND": once.behind if once else 0,
            "ONCE_STREAM": stream_number(once_stream(self.id)) if self.once else 0,
            "PACKS": int(self.has_packs),
            "PICKS": int(self.picks_tiles),
            "PART": self.part,
            "ZONES": self.zones,
            "PURPOSES": self.purpose_bits & 255,
            "PURPOSES_HIGH": self.purpose_bits >> 8,
        }

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        planes = plane_rules(size) if self.picks_tiles else []
        return [*self._broken(), *where_rules(self.where, size), *planes]

    def _broken(self) -> Iterator[BrokenRule]:
        given = self.model_fields_set
        for key, wanted in OF_WAYS.items():
            if key in given and self.by not in wanted:
                words = " or ".join(f"`by: {by}`" for by in wanted)
                wrong = f"`{key}` has no effect without {words}"
                yield BrokenRule((key,), wrong, f"write {words}, or leave it out")
        if "tries" in given and self.picks_tiles:
            key = "`purposes`" if self.purposes else f"`by: {self.by}`"
            key = "`where`" if self.where else key
            wrong = f"`tries` has no effect: with {key} no tile is tried"
            yield BrokenRule(("tries",), wrong, "delete it")
        if self.purposes and part_of(self.where) not in (0, IN_ROOMS):
            wrong = "`purposes` are those of rooms, and this is elsewhere"
            yield BrokenRule(("where",), wrong, "name zones only, or leave it out")
        if self.purposes and self.by == "rooms" and self.least:
            wrong = "those that the rooms do not have are anywhere, not in rooms of `purposes` only"
            yield BrokenRule(("least",), wrong, "write `room_least`, or leave it out")
        if self.by == "count" and self.most == UNLIMITED:
            wrong = "`by: count` draws a number up to the most"
            yield BrokenRule(("most",), wrong, "expected a number, or another `by`")
        if self.least > self.limit:
            wrong = f"{self.least} are more than {self.most}, the most in all"
            yield BrokenRule(("least",), wrong, f"expected at most {self.most}")
        if self.room_least > self.room_most:
            wrong = f"{self.room_least} are more than {self.room_most}, the most of each room"
            yield BrokenRule(("room_least",), wrong, f"expected at most {self.room_most}")
        names = [entry.name for entry in self.table]
        for name in self.weights:
            if name not in names:
                wrong = f"the table has no `{name}`"
                right = f"{did_you_mean(name, names)}expected one of: {listed(names)}"
                yield BrokenRule(("weights", name), wrong, right)
        known = [*self.own_kinds, *self.more_kinds]
        if self.table and any(number not in known for number in self.given_entities):
            last = self.number_of(len(self.table) - 1)
            wrong = f"the kinds have the numbers {self.first_number} to {last}"
            spans = [span for span in (self.own_kinds, self.more_kinds) if span]
            right = " and ".join(f"{span.start} to {span.stop - 1}" for span in spans)
            right = f"expected {right}: at most {counted(len(known), 'kind')}"
            yield BrokenRule(("first_kind" if self.first_kind else "table",), wrong, right)
        if sum(self.weights_of_kinds) > MOST_WEIGHT:
            wrong = f"the sum of the weights is {sum(self.weights_of_kinds)}"
            yield BrokenRule(("table",), wrong, f"expected at most {MOST_WEIGHT}")


def needed(p: Population) -> Features:
    """The features that a dungeon needs for these entities."""
    by_rooms = p.by == "rooms" or p.part in (IN_ROOMS, IN_CORRIDORS)
    # Any room with a purpose is a place.
    return frozenset({CONNECTED, STAIRS, *([ROOMS] if by_rooms and not p.purposes else [])})
