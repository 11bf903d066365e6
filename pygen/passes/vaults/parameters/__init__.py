"""The parameters of the pass `vaults`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, PrivateAttr

from pygen.engine.definition.entity_kinds import MOST_LOCKS
from pygen.engine.definition.looks import Looks
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import FloorRange, floors_in
from pygen.engine.definition.passes import PassParameters
from pygen.engine.drawings.legend import Meaning, Thing, legend_problems, things_of
from pygen.engine.drawings.marks import BLANK
from pygen.engine.drawings.naming import drawing_tiles, legend_tiles
from pygen.engine.drawings.reading import (
    MOST_MARKS,
    MOST_SIDE,
    drawing_problems,
    look_numbers,
    looks_of,
    read_drawing,
)
from pygen.engine.drawings.tables import drawing_bytes, shared_numbers, tile_table
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
from pygen.engine.sections import BrokenRule, Byte, Constants, NotEmitted, Section
from pygen.passes.vaults.constants import (
    MOST_VAULTS,
    VAULT_IN_ROOM,
    VAULT_IS_LOCKED,
    VAULT_IS_MIRRORED,
    VAULT_IS_TRANSPARENT,
    VAULT_IS_TURNED,
)
from pygen.passes.vaults.meanings import MEANINGS
from pygen.passes.vaults.parameters.legend import VaultLegend, entity_of, legend_entities
from pygen.passes.vaults.parameters.plans import Plan, Shape, shape_of, tile_of

ZONES = ("near", "middle", "far")

DOORS = {"plain": "door", "secret": "secret_path", "locked": "floor"}
"""The tile of the entrance for each door: a locked one is an entity on floor."""

MOST_FILLINGS = 1024
"""The most ways to fill a drawing: all are tested when a spec is read."""

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
            VAULT_IN_ROOM * (self.place == "room")
            + VAULT_IS_TURNED * (not self.no_rotate)
            + VAULT_IS_MIRRORED * (not self.no_mirror)
            + VAULT_IS_TRANSPARENT * self.transparent
            + VAULT_IS_LOCKED * (self.door == "locked")
        )

    def plan(self, legend: Mapping[str, Meaning]) -> Plan:
        """Its drawing as a plan, with its walls and its door."""
        plan = Plan(tuple(self.drawing), legend, self.place == "room")
        return (plan if self.door == "drawn" else plan.with_door(DOORS[self.door])).walled()


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
    vaults: NotEmitted[Annotated[list[Vault], Field(max_length=MOST_VAULTS)]] = Field(
        default_factory=list,
        description="the vaults that there may be, at least one (default: none)",
    )
    legend: NotEmitted[VaultLegend] = Field(
        default_factory=dict,
        description="what the marks of all drawings stand for, besides # . + ? $ ~ and the blank "
        "(default: nothing)",
    )
    first_look: NotEmitted[Annotated[int, Field(ge=1, le=255)]] = Field(
        default=1,
        description="the number of the first look of the legend; the others follow",
    )
    from_door: Byte = Field(
        default=8, description="how many tiles, across plus down, a key is from its door"
    )

    _numbers: dict[str, int] = PrivateAttr(default_factory=dict)
    """The numbers of the kinds of entities, by name, as far as they are known."""

    @property
    def plans(self) -> list[Plan]:
        """The vaults as they are drawn."""
        return [vault.plan(self.legend) for vault in self.vaults]

    @property
    def shapes(self) -> list[Shape]:
        """The vaults with their entrances in the first row."""
        return [shape_of(plan) for plan in self.plans]

    def number_of(self, thing: Thing) -> int:
        """The number of the kind of a thing's entity; 0 without one."""
        return self._numbers.get(entity_of(thing) or "", 0)

    @property
    def given_looks(self) -> Looks:
        return looks_of([shape_of(plan).drawing for _, plan in self._good_plans], self.first_look)

    @property
    def _good_plans(self) -> list[tuple[int, Plan]]:
        """The plans of drawings without errors that have a way in, each with the number of the
        vault."""
        if any(legend_problems(("legend",), self.legend)):
            return []
        good = (
            (number, vault.plan(self.legend))
            for number, vault in enumerate(self.vaults)
            if not any(drawing_problems((), vault.drawing, self.legend))
        )
        return [(number, plan) for number, plan in good if plan.entrance]

    @property
    def used_tiles(self) -> Mapping[str, tuple[str | int, ...]]:
        found = dict(legend_tiles(("legend",), self.legend))
        for number, vault in enumerate(self.vaults):
            path = "vaults", number, "drawing"
            found |= dict(drawing_tiles(path, vault.drawing, self.legend))
        return found

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
        return min(each, self.most_of_all * max(counts, default=0))

    @property
    def most_locks(self) -> int:
        return self._most([int(vault.door == "locked") for vault in self.vaults])

    @property
    def most_entities(self) -> int:
        inhabited = {path[0] for path, _ in legend_entities(self.legend)}
        drawn = ["".join(vault.drawing) for vault in self.vaults]
        return self._most(
            [
                sum(text.count(str(mark)) for mark in inhabited) + 2 * (vault.door == "locked")
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
    def own_headers(self) -> Sequence[str]:
        return ("common.h",) if self.is_transparent else ()

    @property
    def hides(self) -> bool:
        """Whether something of the vaults can be reached by secret paths only."""
        drawn = "secret_path" in self.used_tiles
        return drawn or any(vault.door == "secret" for vault in self.vaults)

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
    def shared_numbers(self) -> Mapping[str, tuple[int, str]]:
        return shared_numbers([shape.drawing for shape in self.shapes])

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
    def made_things(self) -> Sequence[str]:
        return [vault.name for vault in self.vaults]

    @property
    def most_made(self) -> int:
        return self.most_of_all

    def forced(self, what: str, name: str) -> Mapping[str, str] | None:
        names = [vault.name for vault in self.vaults]
        if what != "vault" or name not in names:
            return None
        found = {"least": "0", "most": "1"}
        for number, vault in enumerate(self.vaults):
            found[f"vaults.{number}.least"] = str(int(vault.name == name))
            found[f"vaults.{number}.weight"] = str(int(vault.name == name))
            found |= {f"vaults.{number}.{key}": "null" for key in ("once", "floors")}
        return found

    @property
    def listed_kinds(self) -> Mapping[tuple[str | int, ...], str]:
        return {("legend", *path): kind for path, kind in legend_entities(self.legend)}

    def with_kinds(self, numbers: Mapping[str, int]) -> Self:
        kinds = set(self.listed_kinds.values())
        if not kinds:
            return self
        known = self.model_copy()
        known._numbers = {name: number for name, number in numbers.items() if name in kinds}
        return known

    def once_stream(self, vault: Vault) -> int:
        """The key of the stream that chooses the floor of a vault."""
        return stream_number(once_stream(f"{self.id} {vault.name}"))

    @property
    def _inhabited(self) -> list[tuple[tuple[str | int, ...], Thing]]:
        """The things of the legend that have an entity, each with its path."""
        return [
            (("legend", mark, *inner), thing)
            for mark, meaning in self.legend.items()
            for inner, thing in things_of(meaning)
            if entity_of(thing)
        ]

    def constants(self) -> Constants:
        shapes = self.shapes
        drawings = [shape.drawing for shape in shapes]
        looks = look_numbers(drawings, self.first_look)
        things = [thing for drawing in drawings for thing in drawing.things]
        pairs = list(dict.fromkeys((tile_of(thing), self.number_of(thing)) for thing in things))
        data: list[int] = []
        begins = []
        for shape in shapes:
            begins.append(len(data))
            data += drawing_bytes(
                shape.drawing,
                (),
                looks,
                lambda thing: pairs.index((tile_of(thing), self.number_of(thing))),
            )
        once = [one for vault in self.vaults for one in self._once(vault)]
        return {
            "DRAWINGS": len(self.vaults),
            "CHOICES": self.most - self.least + 1,
            "EACH_WEIGHT": [vault.weight for vault in self.vaults],
            "EACH_LEAST": [vault.least_on_floor for vault in self.vaults],
            "EACH_MOST": [vault.most_on_floor for vault in self.vaults],
            "EACH_ZONE": [
                1 + ZONES.index(vault.distance) if vault.distance else 0 for vault in self.vaults
            ],
            "EACH_FLAGS": [vault.flags for vault in self.vaults],
            "EACH_ENTRANCE": [shape.entrance for shape in shapes],
            "EACH_SIDE": [shape.side for shape in shapes],
            "BEGIN_LOW": [begin & 0xFF for begin in begins],
            "BEGIN_HIGH": [begin >> 8 for begin in begins],
            "BYTES": data,
            "TILES": tile_table([tile for tile, _ in pairs]),
            "KINDS": [kind for _, kind in pairs],
            "ONCE": once if self.has_once else [0],
            "HAS_ONCE": int(self.has_once),
            "NEEDED": int(any(vault.least_on_floor for vault in self.vaults)),
            "KEEP_SIDES": int(any(vault.no_rotate for vault in self.vaults)),
            "KEEP_HANDS": int(any(vault.no_mirror for vault in self.vaults)),
            "IN_ROOMS": int(self.has_rooms),
            "IN_ROCK": int(any(vault.place == "rock" for vault in self.vaults)),
            "LOCKED": int(self.most_locks > 0),
            "TRANSPARENT": int(self.is_transparent),
            "ZONED": int(self.looks_at_zones),
            "PLACES_ENTITIES": int(any(kind for _, kind in pairs)),
        }

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[Vaults]) -> Constants:
        return {"MOST_DRAWINGS": max(len(use.vaults) for use in uses)}

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
        expected = "a tile, a look, an entity, or several of these"
        yield from legend_problems(("legend",), self.legend, expected)
        names = [vault.name for vault in self.vaults]
        for number, vault in enumerate(self.vaults):
            path = "vaults", number
            if vault.name in names[:number]:
                wrong = f"there is another vault called `{vault.name}`"
                yield BrokenRule((*path, "name"), wrong, "choose another name")
            if vault.once and "most" in vault.model_fields_set:
                wrong = "`most` has no effect with `once`"
                yield BrokenRule((*path, "most"), wrong, "delete one of both")
            yield from vault_problems(path, vault, self.legend)
        if not self.vaults:
            right = "expected `vaults`, a list of drawings with names"
            yield BrokenRule((), "there are no vaults", right)
        elif not any(vault.weight or vault.least or vault.once for vault in self.vaults):
            yield BrokenRule(("vaults",), "all weights are 0", "expected a weight above 0")
        if sum(vault.weight for vault in self.vaults) > 255:
            wrong = f"the sum of the weights is {sum(vault.weight for vault in self.vaults)}"
            yield BrokenRule(("vaults",), wrong, "expected at most 255")
        if self.most_entities > 200:
            wrong = f"the vaults of a floor may have {self.most_entities} entities together"
            yield BrokenRule(("most",), wrong, "expected at most 200: fewer vaults, or entities")

    def broken_tile_rules(self, walkable: Collection[str]) -> list[BrokenRule]:
        broken = []
        for place, thing in self._inhabited:
            if tile_of(thing) not in walkable:
                wrong = f"no entity can be on `{tile_of(thing)}`, which cannot be walked on"
                broken.append(BrokenRule(place, wrong, "name another tile, or no entity"))
        for number, plan in self._good_plans:
            path = "vaults", number, "drawing"
            for (x, y), mark in plan.cells():
                if plan.sides_of((x, y)) and (x, y) not in plan.openings:
                    for tile in sorted(plan.tiles_of(mark) & set(walkable))[:1]:
                        wrong = f"`{tile}` in column {x + 1} may be an opening of the outer ring"
                        right = (
                            "expected floor, a door or a secret path there, or nothing to walk on"
                        )
                        broken.append(BrokenRule((*path, y), wrong, right))
            cut_off = None if broken else plan.cut_off(walkable)
            if cut_off:
                x, y = cut_off
                wrong = f"column {x + 1} is cut off from the entrance, at least sometimes"
                right = "expected a way on foot from the outer ring to all that can be walked on"
                broken.append(BrokenRule((*path, y), wrong, right))
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


def vault_problems(
    path: tuple[str | int, ...], vault: Vault, legend: Mapping[str, Meaning]
) -> Iterator[BrokenRule]:
    """What is wrong with a vault by itself; `path` is its path."""
    drawing = (*path, "drawing")
    broken = list(drawing_problems(drawing, vault.drawing, legend))
    yield from broken
    if broken:
        return
    plan = vault.plan(legend)
    if plan.entrance is None:
        wrong = "there is no way in"
        yield BrokenRule(drawing, wrong, "expected + ? or . in its outer ring, not in a corner")
        return
    marks = len({mark for _, mark in plan.cells()} - {BLANK})
    if marks > MOST_MARKS:
        wrong = f"the drawing has {marks} different marks, with those of its door and walls"
        yield BrokenRule(drawing, wrong, f"expected at most {MOST_MARKS}")
    fillings = read_drawing(plan.rows, plan.legend).fillings_count
    if fillings > MOST_FILLINGS:
        wrong = f"there are {fillings:,} ways to fill the drawing"
        yield BrokenRule(drawing, wrong, f"expected at most {MOST_FILLINGS:,}: all are tested")
    needs_one = vault.place == "rock" and not vault.transparent
    if (needs_one or vault.door != "drawn") and len(plan.openings) > 1:
        places = ", ".join(f"column {x + 1} of row {y + 1}" for x, y in plan.openings)
        right = "expected walls and blanks besides one of them"
        if needs_one and vault.door == "drawn":
            right += ", or `transparent: true`"
        yield BrokenRule(drawing, f"there is more than one way in ({places})", right)
    if vault.transparent and vault.place == "room":
        wrong = "`transparent` is for vaults in rock"
        right = "delete it: in a room there may be several ways in"
        yield BrokenRule((*path, "transparent"), wrong, right)
