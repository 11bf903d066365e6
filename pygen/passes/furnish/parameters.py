"""The parameters of the pass `furnish`: what its section of the YAML may say."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Literal

from pydantic import Field

from pygen.base.words import listed
from pygen.engine.definition.looks import Looks
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.pace import schedule
from pygen.engine.definition.passes import PassParameters
from pygen.engine.definition.places import SHAPES, ZONE_NAMES
from pygen.engine.drawings.legend import MOST_WEIGHT, Legend, legend_problems
from pygen.engine.drawings.marks import DOOR, FLOOR, TREASURE, WALL, WATER
from pygen.engine.drawings.naming import drawing_tiles, legend_tiles
from pygen.engine.drawings.reading import (
    MOST_SIDE,
    Drawing,
    Path,
    drawing_problems,
    look_numbers,
    looks_of,
    read_drawing,
)
from pygen.engine.drawings.tables import (
    MIRRORED,
    TURNED,
    drawing_bytes,
    shared_numbers,
    tile_table,
    tiles_used,
)
from pygen.engine.sections import (
    BrokenRule,
    Constants,
    EntityName,
    NotEmitted,
    Percent,
    Section,
)
from pygen.passes.furnish.meanings import MEANINGS
from pygen.passes.furnish.safety import cut_off

MARKS = (WALL, FLOOR, DOOR, TREASURE, WATER)
"""The marks that mean something without a legend."""

REFUSED = ("empty", "up_stairs", "down_stairs", "secret_path")
"""The tiles that no drawing may have: a room's contents hide nothing and lead nowhere."""

ANY_ZONE = 15

PLACES = ("centre", "corners", "walls", "tiled")

PACE = schedule("passes/furnish")

MOST_DRAWINGS = 24
"""The most drawings of a use."""

MOST_WEIGHTS = 255
"""The greatest sum of the weights of a use: one random byte chooses."""

MOST_FILLINGS = 4096
"""In how many ways the places of a drawing may be filled, at most: each is checked."""

MOST_BYTES = 8192
"""The most bytes of all drawings of a dungeon."""

Side = Annotated[int, Field(ge=1, le=255)]


class RoomSize(Section):
    """How large the floor of a room is."""

    min_width: Side = Field(default=1, description="tiles across, at least")
    max_width: Side = Field(default=255, description="tiles across, at most")
    min_height: Side = Field(default=1, description="tiles down, at least")
    max_height: Side = Field(default=255, description="tiles down, at most")


class Furniture(Section):
    """A drawing, and the rooms for which it is meant."""

    name: EntityName = Field(description="its name, up to 24 lowercase letters, digits and _")
    drawing: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MOST_SIDE)]],
        Field(min_length=1, max_length=MOST_SIDE),
    ] = Field(
        description="its rows: # wall, . floor, + door, $ treasure, ~ water, marks of the legend; "
        "a blank leaves what is there"
    )
    legend: Legend = Field(
        default_factory=dict,
        description="what its own marks stand for, before those of the legend of all (default: "
        "none)",
    )
    weight: Annotated[int, Field(ge=1, le=MOST_WEIGHT)] = Field(
        default=1, description="how often it is chosen, beside the other weights"
    )
    most: Annotated[int, Field(ge=1, le=255)] = Field(
        default=255, description="in how many rooms of a floor it is, at most"
    )
    place: Literal["centre", "corners", "walls", "tiled"] = Field(
        default="centre",
        description="centre: in the middle; corners: its first mark in a corner; walls: its first "
        "row along a wall; tiled: again and again, as often as it fits",
    )
    copies: Annotated[int, Field(ge=1, le=8)] | None = Field(
        default=None,
        description="for corners and walls: how many of them there are in a room, at most "
        "(default: 4 in corners, 1 at walls)",
    )
    gap: Annotated[int, Field(ge=0, le=8)] = Field(
        default=1, description="for tiled: the tiles between two of them"
    )
    rooms: RoomSize = Field(
        default=RoomSize(), description="the size of its rooms (default: any in which it fits)"
    )
    shapes: list[
        Literal["rectangle", "cut", "round", "cross", "l", "cave", "pillared", "other"]
    ] = Field(
        default_factory=list,
        description="the shapes of its rooms: `rectangle`, `cut`, `round`, `cross`, `l`, `cave`, "
        "`pillared`, `other` (default: any)",
    )
    purposes: Annotated[list[EntityName], Field(max_length=16)] = Field(
        default_factory=list,
        description="the purposes of its rooms, which the pass `purposes` has given; plain is none "
        "(default: any)",
    )
    distance: list[Literal["near", "middle", "far"]] = Field(
        default_factory=list,
        description="how far from the start its rooms are: `near`, `middle`, `far`, by thirds of "
        "the steps to the farthest tile (default: any)",
    )
    turned: bool = Field(default=True, description="whether it is also turned by quarters")
    mirrored: bool = Field(default=True, description="whether it is also mirrored")

    @property
    def place_number(self) -> int:
        """The number of the place."""
        return PLACES.index(self.place)

    @property
    def most_copies(self) -> int:
        """How many of it there are in a room, at most, in corners or at walls."""
        if self.copies is not None:
            return self.copies
        return 4 if self.place == "corners" else 1

    @property
    def shape_bits(self) -> int:
        """The shapes of its rooms, a bit each."""
        return sum(1 << SHAPES.index(shape) for shape in set(self.shapes)) or 255

    @property
    def zone_bits(self) -> int:
        """The zones of its rooms, a bit each."""
        return sum(1 << ZONE_NAMES.index(zone) for zone in set(self.distance)) or ANY_ZONE


FLOWERS = {"glyph": "crops", "colour": "green"}

DEFAULT_DRAWINGS = [
    Furniture(name="pillars", drawing=["#"], place="tiled", gap=2, rooms=RoomSize(min_width=7)),
    Furniture(name="columns", drawing=["#.#", "...", "#.#"]),
    Furniture(name="block", drawing=["##", "##"], rooms=RoomSize(min_width=6, min_height=6)),
    Furniture(name="corners", drawing=["#"], place="corners"),
]
"""Pillars, the drawings of a use that has none."""


class Furnish(PassParameters):
    """Contents of rooms, from drawings."""

    meanings = MEANINGS

    name: Literal["furnish"] = Field(description="contents of rooms, from drawings")
    chance: Percent = Field(default=100, description="whether a room is furnished, in percent")
    per_room: Annotated[int, Field(ge=1, le=8)] = Field(
        default=1, description="how many drawings are in a room, at most"
    )
    first_look: NotEmitted[Annotated[int, Field(ge=1, le=255)]] = Field(
        default=1, description="number of its first look; the others follow"
    )
    legend: NotEmitted[Legend] = Field(
        default_factory=dict,
        description="what the marks of all drawings stand for (default: only # . + $ ~ mean "
        "something)",
    )
    drawings: Annotated[list[Furniture], Field(max_length=MOST_DRAWINGS)] = Field(
        default_factory=list, description="the drawings (default: pillars)"
    )

    @property
    def furniture(self) -> list[Furniture]:
        """The drawings with their rooms; the default ones if the YAML has none."""
        return self.drawings or DEFAULT_DRAWINGS

    def legend_of(self, one: Furniture) -> Legend:
        """The legend that counts for a drawing."""
        return {**self.legend, **one.legend}

    @cached_property
    def read(self) -> tuple[Drawing, ...]:
        """The drawings, read; they must be valid."""
        return tuple(
            read_drawing(one.drawing, self.legend_of(one), one.turned, one.mirrored)
            for one in self.furniture
        )

    @property
    def shared_numbers(self) -> Mapping[str, tuple[int, str]]:
        return shared_numbers(self.read)

    @property
    def given_looks(self) -> Looks:
        return looks_of(self.read, self.first_look) if not list(self._drawing_rules()) else {}

    @property
    def used_tiles(self) -> Mapping[str, Path]:
        found: dict[str, Path] = {}
        for tile, path in self._named_tiles():
            found.setdefault(tile, path)
        return found

    def _named_tiles(self) -> Iterator[tuple[str, Path]]:
        """The tiles that the legends and the drawings name, with the paths of their names."""
        yield from legend_tiles(("legend",), self.legend)
        for number, one in enumerate(self.drawings):
            path = ("drawings", number)
            yield from legend_tiles((*path, "legend"), one.legend)
            yield from drawing_tiles((*path, "drawing"), one.drawing, self.legend_of(one))

    @property
    def purposes_before(self) -> Sequence[str]:
        return list(dict.fromkeys(name for one in self.drawings for name in one.purposes))

    @property
    def made_things(self) -> Sequence[str]:
        return [one.name for one in self.furniture]

    @property
    def uses_places(self) -> bool:
        return True

    @property
    def looks_at_zones(self) -> bool:
        return any(one.distance for one in self.furniture)

    @cached_property
    def key(self) -> int:
        """A key of two bytes that tells these drawings from others."""
        keys = {"first_look", "legend", "drawings"}
        crc = zlib.crc32(self.model_dump_json(include=keys).encode())
        return crc >> 16 ^ crc & 0xFFFF

    # ------------------------------------------------------------------ errors

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        broken = list(legend_problems(("legend",), self.legend))
        for number, one in enumerate(self.drawings):
            broken += legend_problems(("drawings", number, "legend"), one.legend)
        broken = broken or [*self._drawing_rules(), *self._refused_tiles()]
        return broken or list(self._other_rules())

    def _drawing_rules(self) -> Iterator[BrokenRule]:
        for number, one in enumerate(self.drawings):
            path = ("drawings", number, "drawing")
            yield from drawing_problems(path, one.drawing, self.legend_of(one), MARKS)

    def _refused_tiles(self) -> Iterator[BrokenRule]:
        for tile, path in self._named_tiles():
            if tile in REFUSED:
                wrong = f"`{tile}` is no contents of a room"
                yield BrokenRule(path, wrong, "expected another tile")

    def _other_rules(self) -> Iterator[BrokenRule]:
        names = [one.name for one in self.drawings]
        for number, one in enumerate(self.drawings):
            path = ("drawings", number)
            drawing = self.read[number]
            if one.name in names[:number]:
                wrong = f"`{one.name}` is the name of an earlier drawing"
                yield BrokenRule((*path, "name"), wrong, "expected another one")
            if one.name == "placed":
                wrong = "the figure `placed` counts all drawings"
                yield BrokenRule((*path, "name"), wrong, "choose another name")
            if one.copies is not None and one.place not in ("corners", "walls"):
                wrong = f"`copies` is for corners and walls, and the place is {one.place}"
                yield BrokenRule((*path, "copies"), wrong, "leave it out")
            if one.gap != 1 and one.place != "tiled":
                wrong = f"`gap` is for tiled drawings, and the place is {one.place}"
                yield BrokenRule((*path, "gap"), wrong, "leave it out, or write place: tiled")
            if one.place == "tiled" and not one.gap and changes_tiles(drawing):
                wrong = "without a gap the tiles of a drawing could cut off those between them"
                right = "expected gap: 1 or more; 0 is for drawings that only give looks"
                yield BrokenRule((*path, "gap"), wrong, right)
            for least, most in (("min_width", "max_width"), ("min_height", "max_height")):
                low, high = getattr(one.rooms, least), getattr(one.rooms, most)
                if high < low:
                    wrong = f"{most} {high} is below {least} {low}"
                    yield BrokenRule((*path, "rooms", most), wrong, f"expected {low} or more")
            if drawing.fillings_count > MOST_FILLINGS:
                wrong = f"its marks may become {drawing.fillings_count:,} different things"
                right = f"expected at most {MOST_FILLINGS:,}, so that all can be checked: fewer "
                right += "choices, or another number in `exactly`"
                yield BrokenRule((*path, "drawing"), wrong, right)
        total = sum(one.weight for one in self.drawings)
        if total > MOST_WEIGHTS:
            wrong = f"the weights are {total} in all"
            yield BrokenRule(("drawings",), wrong, f"expected at most {MOST_WEIGHTS}")

    def broken_tile_rules(self, walkable: Collection[str]) -> list[BrokenRule]:
        size = MapSize()
        if self.broken_rules(size):
            return []
        found = (self._cut_off(number, walkable) for number in range(len(self.drawings)))
        return [broken for broken in found if broken is not None]

    def _cut_off(self, number: int, walkable: Collection[str]) -> BrokenRule | None:
        """The error of a drawing part of whose floor cannot be reached."""
        one, drawing = self.drawings[number], self.read[number]
        if not changes_tiles(drawing):
            return None
        sides = {"walls": "at the sides and below", "corners": "on the right and below"}
        for filling in drawing.fillings():
            place = cut_off(filling, walkable, one.place_number)
            if place is None:
                continue
            column, row = place
            marks = [
                f"`{substitution.mark}` is {thing.tile or 'floor'}"
                for substitution in drawing.substitutions
                if len(substitution.choices) > 1 and not substitution.exactly
                for thing in (_thing_of(filling, drawing, substitution.mark),)
            ]
            when = f" if {listed(marks)}" if marks else ""
            wrong = f"column {column + 1} of row {row + 1} is cut off{when}"
            right = "expected a way from each walkable place to the floor around the drawing"
            if one.place in sides:
                right += f", which is {sides[one.place]}"
            return BrokenRule(("drawings", number, "drawing", row), wrong, right)
        return None

    @classmethod
    def broken_rules_of_all_uses(cls, uses: Sequence[Furnish]) -> list[BrokenRule]:
        sound = [use for use in uses if not use.broken_rules(MapSize())]
        lists = {use.key: use for use in sound}.values()
        count = sum(len(use.furniture) for use in lists)
        if count > 255:
            return [BrokenRule((), f"the dungeon has {count} drawings", "expected at most 255")]
        named = sum(len(one.purposes) for use in lists for one in use.furniture)
        if named > 255:
            wrong = f"the drawings of the dungeon name {named} purposes"
            return [BrokenRule((), wrong, "expected at most 255")]
        size = sum(len(data) for use in lists for data in bytes_of(use))
        if size > MOST_BYTES:
            wrong = f"the drawings of the dungeon take {size:,} bytes"
            return [BrokenRule((), wrong, f"expected at most {MOST_BYTES:,}")]
        return []

    # ------------------------------------------------------------------ what the C has

    def constants(self) -> Constants:
        return {"KEY": self.key, "SEES_ZONES": int(self.looks_at_zones)}

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[Furnish]) -> Constants:
        lists = list({use.key: use for use in uses}.values())
        tables, counts = tables_of(lists)
        starts = list(accumulate(counts, initial=0))
        return {
            **tables,
            "KEYS": [use.key for use in lists],
            "FIRST": starts[:-1],
            "BEHIND": starts[1:],
            "LISTS": len(lists),
            "DRAWINGS": starts[-1],
            "LOOKS_AT_SHAPES": int(any(one.shapes for use in lists for one in use.furniture)),
            "LOOKS_AT_PURPOSES": int(any(use.purposes_before for use in lists)),
            "LOOKS_AT_ZONES": int(any(one.distance for use in lists for one in use.furniture)),
        }


def _thing_of(filling, drawing: Drawing, mark: str):  # type: ignore[no-untyped-def]
    """What the places of a mark become in a filling."""
    for row, things in zip(drawing.rows, filling):
        for one, thing in zip(row, things):
            if one == mark:
                return thing
    return None


def changes_tiles(drawing: Drawing) -> bool:
    """Whether a drawing may make anything but floor."""
    return any((thing.tile or "floor") != "floor" for thing in drawing.things)


def needs(one: Furniture, drawing: Drawing) -> tuple[int, int]:
    """The fewest columns and rows of a room in which a drawing fits as it is drawn. Around one that
    changes tiles there is floor, but not where it is at a wall."""
    margin = int(changes_tiles(drawing))
    across = drawing.width + margin * (1 if one.place == "corners" else 2)
    down = drawing.height + margin * (1 if one.place in ("corners", "walls") else 2)
    return across, down


def fill_effort(drawing: Drawing) -> int:
    """The effort of choosing what its marks become."""
    choices = sum(len(one.choices) for one in drawing.substitutions)
    found = PACE["filling_effort"] + PACE["mark_filling_effort"] * len(drawing.substitutions)
    return min(found + PACE["choice_filling_effort"] * choices, PACE["furnish_effort"])


def bytes_of(use: Furnish, tiles: Sequence[str] = ()) -> list[list[int]]:
    """The bytes of the drawings of a use; `tiles` are those of the table of tiles."""
    looks = look_numbers(use.read, use.first_look)
    return [drawing_bytes(one, tiles or tiles_used(use.read), looks) for one in use.read]


def tables_of(lists: Sequence[Furnish]) -> tuple[Constants, list[int]]:
    """The tables of the drawings of several uses, and the number of the drawings of each."""
    every = [drawing for use in lists for drawing in use.read]
    furniture = [one for use in lists for one in use.furniture]
    tiles = tiles_used(every)
    data = [one for use in lists for one in bytes_of(use, tiles)]
    purposes = [
        [use.purpose_number(name) for name in one.purposes]
        for use in lists
        for one in use.furniture
    ]
    both = list(zip(furniture, every, strict=True))
    return {
        "BYTES": [byte for one in data for byte in one],
        "AT": list(accumulate((len(one) for one in data[:-1]), initial=0)),
        "TILES": tile_table(tiles),
        "WEIGHT": [one.weight for one in furniture],
        "MOST": [one.most for one in furniture],
        "PLACE": [one.place_number for one in furniture],
        "GAP": [one.gap for one in furniture],
        "COPIES": [one.most_copies for one in furniture],
        "MARGIN": [int(changes_tiles(drawing)) for drawing in every],
        "NEED_ACROSS": [needs(*pair)[0] for pair in both],
        "NEED_DOWN": [needs(*pair)[1] for pair in both],
        "LEAST_WIDTH": [one.rooms.min_width for one in furniture],
        "MOST_WIDTH": [one.rooms.max_width for one in furniture],
        "LEAST_HEIGHT": [one.rooms.min_height for one in furniture],
        "MOST_HEIGHT": [one.rooms.max_height for one in furniture],
        "SHAPES": [one.shape_bits for one in furniture],
        "ZONES": [one.zone_bits for one in furniture],
        "PURPOSES": [number for numbers in purposes for number in numbers] or [0],
        "PURPOSES_AT": list(accumulate(map(len, purposes[:-1]), initial=0)),
        "PURPOSE_COUNT": [len(numbers) for numbers in purposes],
        "FILL_EFFORT": [fill_effort(drawing) for drawing in every],
        "TURNS": [TURNED * one.turned + MIRRORED * one.mirrored for one in furniture],
    }, [len(use.furniture) for use in lists]
