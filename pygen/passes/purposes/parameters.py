"""The parameters of the pass `purposes`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from pygen.base.words import did_you_mean, listed
from pygen.engine.definition.features import CONNECTED, STAIRS, Features
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.definition.places import PLAIN, SHAPES, ZONE_NAMES
from pygen.engine.plane.rules import map_rules
from pygen.engine.population.values import MOST_WEIGHT, MOST_ZONE_BYTES
from pygen.engine.sections import (
    BrokenRule,
    Byte,
    Constants,
    EntityName,
    NotEmitted,
    Section,
)
from pygen.passes.purposes.constants import MOST_LEAST, MOST_PURPOSES
from pygen.passes.purposes.meanings import MEANINGS

MOST_NEIGHBOURS = 8
"""The most purposes beside which others may be: each has a bit of a byte."""

ANY_BITS = 255
"""Stands for any shape and any zone, also one that is not known."""

TAKEN = {
    PLAIN: f"`{PLAIN}` is the name of rooms without a purpose",
    "given": "the figure `given` counts all rooms that have a purpose",
    "left_out": "the figure `left_out` counts the rooms that are missing",
}
"""Names that no purpose may have, and why."""

Zone = Literal["near", "middle", "far"]
Shape = Literal["rectangle", "cut", "round", "cross", "l", "cave", "pillared", "other"]
Area = Annotated[int, Field(ge=0, le=65535)]


class Purpose(Section):
    """What rooms may become."""

    name: EntityName = Field(description="its name, such as library")
    least: Annotated[int, Field(ge=0, le=MOST_LEAST)] = Field(
        default=0, description="how many rooms have it, at least"
    )
    most: Annotated[int, Field(ge=1, le=255)] = Field(
        default=1, description="how many rooms have it, at most"
    )
    min_width: Byte = Field(default=0, description="only rooms of this width or more")
    max_width: Byte = Field(default=255, description="only rooms of this width or less")
    min_height: Byte = Field(default=0, description="only rooms of this height or more")
    max_height: Byte = Field(default=255, description="only rooms of this height or less")
    min_area: Area = Field(default=0, description="only rooms of so many tiles or more")
    max_area: Area = Field(default=65535, description="only rooms of so many tiles or less")
    distance: Zone | Annotated[list[Zone], Field(min_length=1)] | None = Field(
        default=None,
        description="only rooms near to the start, in the middle or far away, by thirds of the "
        "longest way, or a list of these (default: any)",
    )
    shapes: list[Shape] = Field(
        default_factory=list,
        description="only rooms of these shapes: `rectangle`, `cut` corners, `round`, `cross`, "
        "`l`, `cave`, `pillared`, `other` (default: any)",
    )
    beside: EntityName | None = Field(
        default=None,
        description="only rooms beside one of this purpose, which comes earlier in the list: "
        "those that a corridor joins to it, or without records of corridors those that stand side "
        "by side (default: any)",
    )
    weight: Annotated[int, Field(ge=0, le=50)] = Field(
        default=1,
        description="how often rooms get it that are not among the least ones; 0: never",
    )

    @property
    def zones(self) -> int:
        """The zones that it wants, as bits; 0 for any."""
        wanted = [self.distance] if isinstance(self.distance, str) else self.distance or []
        return sum({1 << ZONE_NAMES.index(zone) for zone in wanted})

    @property
    def shape_bits(self) -> int:
        """The shapes that it wants, as bits; ANY_BITS for any."""
        return sum({1 << SHAPES.index(shape) for shape in self.shapes}) or ANY_BITS

    @property
    def has_area(self) -> bool:
        """Whether it asks for an area."""
        return self.min_area > 0 or self.max_area < 65535

    @property
    def rule(self) -> list[int]:
        """The bytes from `RULE_LEAST` to `RULE_ZONES` in C."""
        low, high = self.min_area, self.max_area
        sides = [self.min_width, self.max_width, self.min_height, self.max_height]
        areas = [low & 255, low >> 8, high & 255, high >> 8]
        return [self.least, self.most, *sides, *areas, self.shape_bits, self.zones or ANY_BITS]


class Purposes(PassParameters):
    """What rooms are for."""

    meanings = MEANINGS

    name: Literal["purposes"] = Field(description="what rooms are for, such as a library")
    purposes: NotEmitted[
        Annotated[list[Purpose], Field(min_length=1, max_length=MOST_PURPOSES)]
    ] = Field(
        default_factory=lambda: [Purpose(name="library"), Purpose(name="barracks")],
        description="the purposes that rooms may have; the least ones of each are given first, in "
        "this order (default: library and barracks)",
    )
    plain: Byte = Field(
        default=1,
        description="how often a room stays as it is, beside the weights of the purposes",
    )
    secret_rooms: bool = Field(default=False, description="whether hidden rooms get purposes, too")

    @property
    def uses_places(self) -> bool:
        return True

    @property
    def looks_at_zones(self) -> bool:
        return any(one.zones for one in self.purposes)

    @property
    def given_purposes(self) -> Sequence[str]:
        return [one.name for one in self.purposes]

    @property
    def must_place(self) -> bool:
        return any(one.least for one in self.purposes)

    @property
    def required_counts(self) -> Mapping[str, str]:
        return {
            one.name: f"rooms_of_purpose[{self.purpose_number(one.name)}]" for one in self.purposes
        }

    @property
    def neighbours(self) -> list[str]:
        """The purposes beside which others want to be."""
        named = {one.beside for one in self.purposes}
        return [one.name for one in self.purposes if one.name in named]

    def mark_of(self, name: str | None) -> int:
        """The bit of rooms beside one of a purpose; 0 if no purpose wants to be there."""
        return 1 << self.neighbours.index(name) if name in self.neighbours else 0

    def constants(self) -> Constants:
        rules = [
            [
                self.purpose_number(one.name),
                one.weight,
                *one.rule,
                self.mark_of(one.beside),
                self.mark_of(one.name),
            ]
            for one in self.purposes
        ]
        return {
            "RULES": [number for rule in rules for number in rule],
            "RULES_END": sum(map(len, rules)),
            "HAVE_ZONES": int(self.looks_at_zones),
            "HAVE_SHAPES": int(any(one.shapes for one in self.purposes)),
            "HAVE_AREAS": int(any(one.has_area for one in self.purposes)),
            "HAVE_NEIGHBOURS": int(bool(self.neighbours)),
        }

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        return [*self._broken(size)]

    def _broken(self, size: MapSize) -> Iterator[BrokenRule]:
        names: list[str] = []
        for at, one in enumerate(self.purposes):
            where = ("purposes", at)
            if one.name in (*names, *TAKEN):
                wrong = f"`{one.name}` stands twice in the list"
                wrong = TAKEN.get(one.name, wrong)
                yield BrokenRule((*where, "name"), wrong, "choose another name")
            if one.beside is not None and one.beside not in names:
                wrong = f"no purpose before it is called `{one.beside}`"
                right = f"{did_you_mean(one.beside, names)}expected one of: {listed(names)}"
                right = right if names else "put it behind another purpose"
                yield BrokenRule((*where, "beside"), wrong, right)
            names.append(one.name)
            for least, most in (
                ("least", "most"),
                ("min_width", "max_width"),
                ("min_height", "max_height"),
                ("min_area", "max_area"),
            ):
                low, high = getattr(one, least), getattr(one, most)
                if low > high:
                    wrong = f"{low} is more than {high}, the value of `{most}`"
                    yield BrokenRule((*where, least), wrong, f"expected at most {high}")
        if len(self.neighbours) > MOST_NEIGHBOURS:
            wrong = f"others are beside {len(self.neighbours)} purposes"
            yield BrokenRule(("purposes",), wrong, f"expected at most {MOST_NEIGHBOURS}")
        weights = self.plain + sum(one.weight for one in self.purposes)
        if weights > MOST_WEIGHT:
            wrong = f"the sum of the weights, with `plain`, is {weights}"
            yield BrokenRule(("purposes",), wrong, f"expected at most {MOST_WEIGHT}")
        if self.looks_at_zones:
            yield from map_rules(size, MOST_ZONE_BYTES, "120 x 125")


def needed(p: Purposes) -> Features:
    """The features that a dungeon needs: a start for zones, from which all can be reached."""
    return frozenset({CONNECTED, STAIRS} if p.looks_at_zones else ())
