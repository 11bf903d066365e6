"""The parameters of the pass `vaults`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field

from pygen.engine.definition.entity_kinds import MOST_LOCKS
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import FloorRange, floors_in
from pygen.engine.definition.passes import PassParameters
from pygen.engine.plane.rules import map_rules, plane_rules
from pygen.engine.population.meanings import HAS_ONCE, SHARED_CODE
from pygen.engine.population.values import (
    MOST_ZONE_BYTES,
    NEVER,
    OnceAt,
    checked_once,
    once_floors,
    once_on_floor,
    once_stream,
)
from pygen.engine.random.streams import stream_number
from pygen.engine.sections import BrokenRule, Byte, Constants, EntityName, NotEmitted, Section
from pygen.passes.vaults.constants import (
    IN_ROOM,
    IS_LOCKED,
    IS_MIRRORED,
    IS_TRANSPARENT,
    IS_TURNED,
    MOST_VAULTS,
)
from pygen.passes.vaults.meanings import MEANINGS
from pygen.passes.vaults.plans import BLANK, WALL, Mark, Plan, Shape, plan_of, shape_of

MOST_SIDE = 32
"""The longest side of a drawing."""

MARKS: Mapping[str, Mark] = {
    " ": Mark(BLANK),
    "#": Mark(WALL),
    ".": Mark("floor"),
    "+": Mark("door"),
    "?": Mark("secret_path"),
    "$": Mark("treasure"),
    "~": Mark("water"),
}
"""What the marks stand for that no legend explains."""

TILES = ("empty", "wall", "floor", "door", "secret_path", "treasure", "water")
"""The tiles of vaults, in the order of their numbers."""

ZONES = ("near", "middle", "far")

DOORS = {"plain": "door", "secret": "secret_path", "locked": "floor"}
"""The tile of the entrance for each door: a locked one is an entity on floor."""

USUALLY_WALKABLE = ("floor", "door", "secret_path", "treasure")
"""The tiles that may be an opening of a drawing."""

MOST_ON_FLOOR = 16
"""The most vaults of a use on a floor."""


class Vault(Section):
    """A place that is drawn."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$")] = Field(
        description="its name, up to 24 lowercase letters, digits and _"
    )
    drawing: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MOST_SIDE)]],
        Field(min_length=1, max_length=MOST_SIDE),
    ] = Field(
        description="its rows: # wall, . floor, + door, ? secret path, $ treasure, ~ water, blank "
        "as it was, and the marks of the legend"
    )
    place: Literal["rock", "room"] = Field(
        default="rock",
        description="rock: dug into rock, beside floor that can be reached; room: in the middle of "
        "a room, with floor round it",
    )
    door: Literal["drawn", "plain", "secret", "locked"] = Field(
        default="drawn",
        description="what is at its entrance: what the drawing has, a door, a secret path, or a "
        "locked door whose key lies elsewhere",
    )
    weight: Annotated[int, Field(ge=0, le=255)] = Field(
        default=1, description="how often it is chosen; 0: only as often as `least` says"
    )
    least: Annotated[int, Field(ge=0, le=16)] = Field(
        default=0, description="the fewest on a floor, even if `most` of the pass is less"
    )
    most: Annotated[int, Field(ge=1, le=255)] = Field(
        default=255, description="the most on a floor"
    )
    once: Literal[True] | Annotated[FloorRange, AfterValidator(checked_once)] | None = Field(
        default=None,
        description="true: at most one on a floor; floors such as 5-8: one on one of these floors, "
        "which follows from the seed of the dungeon, and none elsewhere",
    )
    floors: FloorRange | None = Field(
        default=None, description="the floors on which it may be, such as 4-9 (default: all)"
    )
    distance: Literal["near", "middle", "far"] | None = Field(
        default=None,
        description="how far from the start its entrance is: thirds of the longest way (default: "
        "anywhere)",
    )
    no_rotate: bool = Field(
        default=False, description="whether its entrance stays at the side at which it is drawn"
    )
    no_mirror: bool = Field(default=False, description="whether it is never mirrored")
    transparent: bool = Field(
        default=False,
        description="whether its outer ring may have several openings, at which corridors may end",
    )

    @property
    def most_on_floor(self) -> int:
        """The most on a floor."""
        if self.once == NEVER:
            return 0
        return 1 if self.once else max(self.least, self.most)

    @property
    def least_on_floor(self) -> int:
        """The fewest on a floor."""
        if self.once == NEVER:
            return 0
        return 1 if isinstance(self.once, str) else self.least

    @property
    def once_at(self) -> OnceAt | None:
        """The place of the floor among those of `once`; None without such floors."""
        return OnceAt.of(self.once) if isinstance(self.once, str) and self.once != NEVER else None

    @property
    def once_text(self) -> str | None:
        """What `once` says of floors; None if it says nothing of them."""
        return self.once if isinstance(self.once, str) else None

    def on_floor(self, floor: int) -> Vault:
        """The vault on one floor: there is none on a floor on which it may not be."""
        once: str | Literal[True] | None = once_on_floor(self.once_text, floor) or self.once
        if self.floors and floor not in floors_in(self.floors):
            once = NEVER
        return self.model_copy(update={"once": once, "floors": None})

    @property
    def flags(self) -> int:
        """Its flags as a byte."""
        return (
            IN_ROOM * (self.place == "room")
            + IS_TURNED * (not self.no_rotate)
            + IS_MIRRORED * (not self.no_mirror)
            + IS_TRANSPARENT * self.transparent
            + IS_LOCKED * (self.door == "locked")
        )

    def plan(self, marks: Mapping[str, Mark], walkable: Collection[str]) -> Plan:
        """Its drawing as a plan, with its door; `walkable` are names of tiles."""
        blank = {BLANK} if self.place == "room" else set()
        plan = plan_of(self.drawing, marks, {*walkable, *blank})
        if self.door != "drawn" and plan.has_entrance:
            plan = plan.with_door(Mark(DOORS[self.door]))
        return plan.with_inner_walls_empty() if self.place == "room" else plan.walled()


class Vaults(PassParameters):
    """Drawn places."""

    meanings = MEANINGS

    name: Literal["vaults"] = Field(description="drawn places, dug into rock or put into rooms")
    least: Annotated[int, Field(ge=0, le=MOST_ON_FLOOR)] = Field(
        default=1, description="the fewest vaults on a floor"
    )
    most: Annotated[int, Field(ge=1, le=MOST_ON_FLOOR)] = Field(
        default=1, description="the most vaults on a floor that are chosen by weight"
    )
    vaults: NotEmitted[Annotated[list[Vault], Field(min_length=1, max_length=MOST_VAULTS)]] = Field(
        description="the vaults that there may be"
    )
    entities: NotEmitted[
        dict[Annotated[str, Field(min_length=1, max_length=1)], EntityName]
    ] = Field(
        default_factory=dict,
        description="marks of drawings that stand for entities on floor, such as {m: ogre, i: "
        "item}: kinds that other passes list, or item, enemy, trap (default: none)",
    )
    from_door: Byte = Field(
        default=8, description="how many tiles, across plus down, a key is from its door"
    )

    @property
    def marks(self) -> dict[str, Mark]:
        """What each mark of a drawing stands for. A name of entities has become a number when the
        kinds of the dungeon are known, and is 0 before."""
        own = {
            mark: Mark("floor", int(kind) if kind.isdecimal() else 0)
            for mark, kind in self.entities.items()
        }
        return {**MARKS, **own}

    @property
    def plans(self) -> list[Plan]:
        """The vaults as they are drawn."""
        marks = self.marks
        return [vault.plan(marks, USUALLY_WALKABLE) for vault in self.vaults]

    @property
    def legend(self) -> list[Mark]:
        """The marks by their numbers; the first one leaves a tile as it is."""
        return list(
            dict.fromkeys([Mark(BLANK), *(mark for plan in self.plans for _, mark in plan.cells())])
        )

    @property
    def shapes(self) -> list[Shape]:
        """The vaults with their entrances in the first row."""
        legend = self.legend
        return [shape_of(plan, legend) for plan in self.plans]

    @property
    def most_of_all(self) -> int:
        """The most vaults on a floor."""
        return max(self.most, sum(vault.least_on_floor for vault in self.vaults))

    def _most(self, counts: Sequence[int]) -> int:
        """The most of something on a floor, given how many each vault has."""
        each = sum(
            min(vault.most_on_floor, self.most_of_all) * count
            for vault, count in zip(self.vaults, counts, strict=True)
        )
        return min(each, self.most_of_all * max(counts))

    @property
    def most_locks(self) -> int:
        return self._most([int(vault.door == "locked") for vault in self.vaults])

    @property
    def most_entities(self) -> int:
        drawn = ["".join(vault.drawing) for vault in self.vaults]
        return self._most(
            [
                sum(map(text.count, self.entities)) + 2 * (vault.door == "locked")
                for text, vault in zip(drawn, self.vaults, strict=True)
            ]
        )

    @property
    def has_once(self) -> bool:
        """Whether some vaults are on one of several floors."""
        return any(vault.once_text for vault in self.vaults)

    @property
    def has_rooms(self) -> bool:
        """Whether some vaults are in rooms."""
        return any(vault.place == "room" for vault in self.vaults)

    @property
    def is_transparent(self) -> bool:
        """Whether corridors may end at some vaults."""
        return any(vault.transparent for vault in self.vaults)

    @property
    def hides(self) -> bool:
        """Whether something of the vaults can be reached by secret paths only."""
        return any(mark.tile == "secret_path" for mark in self.legend)

    @property
    def reads_own_seed(self) -> bool:
        return self.has_once

    @property
    def must_place(self) -> bool:
        return self.has_once

    @property
    def uses_places(self) -> bool:
        return self.has_rooms

    @property
    def digs(self) -> bool:
        return True

    @property
    def looks_at_zones(self) -> bool:
        return any(vault.distance for vault in self.vaults)

    @property
    def shared_code(self) -> dict[str, str]:
        return {HAS_ONCE: SHARED_CODE[HAS_ONCE]} if self.has_once else {}

    @property
    def ranges_of_floors(self) -> Sequence[range]:
        each = (floor for vault in self.vaults for floor in once_floors(vault.once_text))
        return [
            *(floors_in(vault.floors) for vault in self.vaults if vault.floors),
            *(range(floor, floor + 1) for floor in each),
        ]

    def on_floor(self, floor: int) -> Self:
        if not self.ranges_of_floors:
            return self
        return self.model_copy(update={"vaults": [one.on_floor(floor) for one in self.vaults]})

    @property
    def listed_kinds(self) -> Mapping[tuple[str | int, ...], str]:
        return {("entities", mark): kind for mark, kind in self.entities.items()}

    def with_kinds(self, numbers: Mapping[str, int]) -> Self:
        """The names of kinds become their numbers, as text."""
        if not self.entities:
            return self
        known = {
            mark: str(numbers[kind]) for mark, kind in self.entities.items() if kind in numbers
        }
        return self.model_copy(update={"entities": {**self.entities, **known}})

    def once_stream(self, vault: Vault) -> int:
        """The key of the stream that chooses the floor of a vault."""
        return stream_number(once_stream(f"{self.id} {vault.name}"))

    def constants(self) -> Constants:
        records: list[int] = []
        marks: list[int] = []
        first, legend = 0, self.legend
        for vault, shape in zip(self.vaults, self.shapes, strict=True):
            zone = 1 + ZONES.index(vault.distance) if vault.distance else 0
            records += [vault.weight, vault.least_on_floor, vault.most_on_floor, zone, vault.flags]
            records += [shape.rows, shape.columns, shape.entrance, shape.side]
            records += [first & 0xFF, first >> 8, 0]
            marks += [mark for row in shape.marks for mark in row]
            first += shape.rows * shape.columns
        once = [one for vault in self.vaults for one in self._once(vault)]
        return {
            "DRAWINGS": len(self.vaults),
            "CHOICES": self.most - self.least + 1,
            "TABLE": records,
            "MARKS": marks,
            "TILES": [TILES.index(mark.tile) if mark.tile else 0 for mark in legend],
            "KINDS": [mark.kind for mark in legend],
            "ONCE": once if self.has_once else [0],
            "HAS_ONCE": int(self.has_once),
            "IN_ROOMS": int(self.has_rooms),
            "IN_ROCK": int(any(vault.place == "rock" for vault in self.vaults)),
            "LOCKED": int(self.most_locks > 0),
            "TRANSPARENT": int(self.is_transparent),
            "ZONED": int(self.looks_at_zones),
            "PLACES_ENTITIES": int(bool(self.entities)),
        }

    def _once(self, vault: Vault) -> list[int]:
        """What the C knows of `once` of a vault: five bytes."""
        at = vault.once_at
        if not at:
            return [0] * 5
        stream = self.once_stream(vault)
        return [at.floors, at.at, at.behind, stream & 0xFF, stream >> 8]

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        broken = list(self._broken(size))
        if self.looks_at_zones and not broken:
            broken += map_rules(size, MOST_ZONE_BYTES, "120 x 125")
        return broken or plane_rules(size)

    def _broken(self, size: MapSize) -> Iterator[BrokenRule]:
        if self.least > self.most:
            wrong = f"{self.least} are more than {self.most}, the most on a floor"
            yield BrokenRule(("least",), wrong, f"expected at most {self.most}")
        for mark in self.entities:
            if mark in MARKS:
                wrong = f"`{mark}` means {MARKS[mark].tile or 'a tile that stays as it is'}"
                yield BrokenRule(("entities", mark), wrong, "choose another mark")
        names = [vault.name for vault in self.vaults]
        for number, vault in enumerate(self.vaults):
            path = "vaults", number
            if vault.name in names[:number]:
                wrong = f"there is another vault called `{vault.name}`"
                yield BrokenRule((*path, "name"), wrong, "choose another name")
            if vault.once and "most" in vault.model_fields_set:
                wrong = "`most` has no effect with `once`"
                yield BrokenRule((*path, "most"), wrong, "delete one of both")
            longest = max(len(vault.drawing), *map(len, vault.drawing))
            most = 257 - max(size.width, size.height)
            if longest > most:
                wrong = f"a side of {longest} tiles is too long for a map of {size.width} x "
                wrong += f"{size.height}"
                yield BrokenRule((*path, "drawing"), wrong, f"expected at most {most}")
            for key, wrong, right in drawing_problems(vault, self.marks):
                yield BrokenRule((*path, key), wrong, right)
        if not any(vault.weight or vault.least or vault.once for vault in self.vaults):
            yield BrokenRule(("vaults",), "all weights are 0", "expected a weight above 0")
        if sum(vault.weight for vault in self.vaults) > 255:
            wrong = f"the sum of the weights is {sum(vault.weight for vault in self.vaults)}"
            yield BrokenRule(("vaults",), wrong, "expected at most 255")
        if self.most_entities > 200:
            wrong = f"the vaults of a floor may have {self.most_entities} entities together"
            yield BrokenRule(("most",), wrong, "expected at most 200: fewer vaults, or entities")

    def broken_tile_rules(self, walkable: Collection[str]) -> list[BrokenRule]:
        broken = []
        for number, vault in enumerate(self.vaults):
            plan = vault.plan(self.marks, walkable)
            for x, y in sorted(plan.cut_off())[:1]:
                wrong = f"column {x + 1} of row {y + 1} is cut off from the entrance"
                right = "expected a way on foot from the outer ring to all that can be walked on"
                broken.append(BrokenRule(("vaults", number, "drawing"), wrong, right))
        return broken

    @classmethod
    def broken_rules_of_all_uses(cls, uses: Sequence[Vaults]) -> list[BrokenRule]:
        most: dict[str, int] = {}
        for use in uses:
            most[use.id] = max(use.most_locks, most.get(use.id, 0))
        count = sum(most.values())
        if count <= MOST_LOCKS:
            return []
        wrong = f"its passes `vaults` may have {count} locked doors together on a floor"
        return [BrokenRule((), wrong, f"expected at most {MOST_LOCKS}: write `once: true`")]


def drawing_problems(vault: Vault, marks: Mapping[str, Mark]) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a drawing: the key, what is wrong, and what would be right."""
    unknown = sorted(set("".join(vault.drawing)) - set(marks))
    if unknown:
        known = " ".join(mark for mark in marks if mark != " ")
        yield "drawing", f"{unknown[0]!r} means nothing", f"expected a blank or one of {known}"
        return
    plan = vault.plan(marks, USUALLY_WALKABLE)
    places = ", ".join(f"column {x + 1} of row {y + 1}" for x, y in plan.openings)
    if not plan.has_entrance:
        wrong = "there is no way in"
        yield "drawing", wrong, "expected + ? or . in its outer ring, not in a corner"
        return
    needs_one = vault.place == "rock" and not vault.transparent
    if (needs_one or vault.door != "drawn") and len(plan.openings) > 1:
        right = "expected walls and blanks besides one of them"
        if needs_one and vault.door == "drawn":
            right += ", or `transparent: true`"
        yield "drawing", f"there is more than one way in ({places})", right
    if vault.transparent and vault.place == "room":
        wrong = "`transparent` is for vaults in rock"
        yield "transparent", wrong, "delete it: in a room there may be several ways in"
