"""The parameters of the kind `terrain`: what its section of the YAML may say."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field

from pygen.engine.constants import MOST_ENTRIES
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.noise.octaves import MOST_HEIGHT, Octaves
from pygen.engine.noise.sample import count_heights
from pygen.engine.plane.plane import plane_bytes
from pygen.engine.plane.rules import map_rules
from pygen.engine.sections import BrokenRule, NotEmitted, Section, whole_number
from pygen.kinds.terrain.constants import MOST_CLASSES
from pygen.kinds.terrain.meanings import MEANINGS

Tile = Literal["water", "grass", "forest", "mountain", "floor"]
"""The tiles that a class may have; the C has them in this order."""

MOST_BYTES = 2160
"""The most bytes of a plane: 8 KB of work memory hold three planes."""

MOST_KEPT = 6650
"""Heights are kept if they and three planes take no more bytes, else they are computed twice."""


LEAST_SPACING_OF_LINES = 8
"""The least spacing of a noise with rivers: with less, they would be everywhere."""


class TerrainMap(MapSize):
    """The size of the map."""

    width: Annotated[int, Field(ge=8, le=240)] = Field(default=56, description="tiles across")
    height: Annotated[int, Field(ge=8, le=240)] = Field(default=32, description="tiles down")
    bits_per_tile: Annotated[Literal[4, 8], BeforeValidator(whole_number)] = Field(
        default=4, description="bits a tile takes in the packed map"
    )


class Class(Section):
    """A part of the heights that has a tile of its own."""

    tile: Tile = Field(description="its tile; `tiles` says whether that is walkable")
    percent: int = Field(ge=1, le=99, description="its share of the map, in percent")


class Parts(Section):
    """What becomes of walkable parts that cannot be reached from each other."""

    least_size: int = Field(
        default=8,
        ge=1,
        le=MOST_ENTRIES,
        description="smaller walkable parts become the nearest class that is not walkable",
    )
    join: bool = Field(
        default=True,
        description="true: paths join all parts; false: they stay apart, and both stairs are in "
        "the largest one",
    )


class Falloff(Section):
    """Lower heights near the edge of the map."""

    width: NotEmitted[int] = Field(
        default=0,
        ge=0,
        le=60,
        description="within so many tiles of the edge heights are lowered, so that water surrounds "
        "the land; 0: nowhere",
    )
    depth: NotEmitted[int] = Field(
        default=96,
        ge=1,
        le=255,
        description="by how much they are lowered at the edge itself; the heights are 0 to 255",
    )

    def falls(self, side: int) -> list[int]:
        """By how much heights are lowered, for each place on a side of the map: 0 to `depth`."""
        away = (min(at, side - 1 - at) for at in range(side))
        return [-(self.depth * min(at - self.width, 0) // max(self.width, 1)) for at in away]


class Rivers(Section):
    """Rivers: in a map they run down to water, in a world they run from chunk to chunk."""

    count: int = Field(
        default=0, ge=0, le=8, description="how many rivers there are at most; not for worlds"
    )
    least_length: int = Field(
        default=12,
        ge=1,
        le=100,
        description="tiles of a river at least; if none is found after some tries, it is left out",
    )
    width: int = Field(
        default=0,
        ge=0,
        le=32,
        description="for worlds: rivers are where another noise is at most so far from the middle "
        "of its heights; 0: no rivers",
    )


class Roads(Section):
    """Roads across the map."""

    sites: int = Field(
        default=0,
        ge=0,
        le=8,
        description="how many sites roads of `floor` lead to, one after the other: the first one "
        "at the left edge, the last one at the right edge, the others anywhere; 0: no roads",
    )


STANDARD_CLASSES = [
    Class(tile="water", percent=11),
    Class(tile="grass", percent=39),
    Class(tile="forest", percent=39),
    Class(tile="mountain", percent=11),
]
"""The classes if the YAML says nothing of them."""


class Terrain(KindParameters):
    """A landscape by value noise."""

    meanings = MEANINGS

    # Kernels are compiled for these, or have their tables.
    same_on_all_floors = (
        *KindParameters.same_on_all_floors,
        ("noise",),
        ("falloff",),
        ("rivers", "width"),
    )

    kind: Literal["terrain"] = Field(description="a landscape, by value noise")
    map: TerrainMap = Field(default=TerrainMap(), description="the size of the map")
    noise: Octaves = Field(default=Octaves(), description="the heights")
    classes: Annotated[list[Class], Field(min_length=2, max_length=MOST_CLASSES)] = Field(
        default=STANDARD_CLASSES,
        description="what the heights are, from the lowest to the highest",
    )
    falloff: Falloff = Field(default=Falloff(), description="lower heights near the edge")
    rivers: Rivers = Field(default=Rivers(), description="rivers that run down to water")
    roads: Roads = Field(default=Roads(), description="roads from site to site")
    parts: Parts = Field(default=Parts(), description="what becomes of parts that are cut off")

    def shares_of(self, tiles: int) -> list[int]:
        """For each class, its share of a number of tiles and the shares of all lower classes
        together."""
        percents = accumulate(one.percent for one in self.classes)
        return [(tiles * percent + 50) // 100 for percent in percents]

    @property
    def class_ends(self) -> list[int]:
        """For each class, the fewest tiles of this class and all classes below it together."""
        return self.shares_of(self.map.width * self.map.height)

    @cached_property
    def height_ends(self) -> list[int]:
        """For each class of a world, the first height above it, computed as for a map as large as
        the sample of `count_heights`."""
        below = list(accumulate(count_heights(self.noise)))
        shares = self.shares_of(below[-1])
        return [bisect_left(below, share) + 1 for share in shares[:-1]] + [MOST_HEIGHT + 1]

    @property
    def has_line(self) -> bool:
        """Whether rivers are lines of a noise."""
        return self.rivers.width > 0

    @property
    def keeps_heights(self) -> bool:
        """Whether the heights of all tiles are kept: if they are needed twice, and there is memory
        for them."""
        return (
            not self.world
            and self.map.width * self.map.height + 3 * plane_bytes(self.map) <= MOST_KEPT
        )

    def broken_rules(self) -> list[BrokenRule]:
        broken = [rule.below("noise") for rule in self.noise.broken_rules(self.map)]
        whole = sum(one.percent for one in self.classes)
        if whole != 100:
            wrong = f"all classes together have {whole} percent of the map"
            broken.append(BrokenRule(("classes",), wrong, "expected 100"))
        if self.world and self.noise.wraps:
            wrong = "the noise of a world goes on from chunk to chunk, so it cannot wrap in each"
            broken.append(BrokenRule(("noise", "wraps"), wrong, "expected false"))
        for key, count in (("rivers", self.rivers.count), ("roads", self.roads.sites)):
            name = {"rivers": "count", "roads": "sites"}[key]
            if count and self.world:
                wrong = f"{key} of a world would have to go on from chunk to chunk"
                right = "expected 0" + "; take `width` instead" * (key == "rivers")
                broken.append(BrokenRule((key, name), wrong, right))
            elif count and not self.keeps_heights:
                wrong = f"{key} need the heights of all tiles, for which this map is too large"
                right = f"expected 0, or a map of at most some {MOST_KEPT * 8 // 11:,} tiles"
                broken.append(BrokenRule((key, name), wrong, right))
        broken += self._broken_courses()
        if self.roads.sites == 1:
            wrong = "a road leads from one site to another"
            broken.append(BrokenRule(("roads", "sites"), wrong, "expected 0, or 2 to 8"))
        return broken + map_rules(self.map, MOST_BYTES, "128 x 135")

    def _broken_courses(self) -> Iterator[BrokenRule]:
        if self.rivers.width and not self.world:
            wrong = "rivers as lines of a noise are for worlds"
            yield BrokenRule(("rivers", "width"), wrong, "expected 0; take `count` instead")
        elif self.rivers.width and self.noise.spacing < LEAST_SPACING_OF_LINES:
            wrong = "rivers are as close together as the points of the first lattice"
            right = f"expected 0, or noise.spacing: {LEAST_SPACING_OF_LINES} or more"
            yield BrokenRule(("rivers", "width"), wrong, right)
        if self.falloff.width and self.world:
            wrong = "a world has no edge to which heights could fall"
            yield BrokenRule(("falloff", "width"), wrong, "expected 0")
        most = (min(self.map.width, self.map.height) - 1) // 2
        if self.falloff.width > most:
            wrong = "the falloffs of both sides would meet"
            yield BrokenRule(("falloff", "width"), wrong, f"expected {most} at most")

    def broken_tile_rules(self, walkable: Collection[str]) -> list[BrokenRule]:
        states = {one.tile in walkable for one in self.classes}
        if len(states) == 2:
            return []
        wrong, right = "none of them is walkable", "add one that is"
        if True in states:
            wrong, right = "all of them are walkable", "add one that is not: it closes the edge"
        return [BrokenRule(("classes",), wrong, right)]

    def constants(self) -> Constants:
        return {
            **self.noise.constants(has_line=self.has_line),
            "NOISE_HAS_PAGES": int(self.world is not None),
            "CLASS_COUNT": len(self.classes),
            "CLASS_TILES": [get_args(Tile).index(one.tile) for one in self.classes],
            "CLASS_ENDS": self.height_ends if self.world else self.class_ends,
            "DROPS_PARTS": int(self.parts.least_size > 1),
            "RIVER_HEIGHT": self.noise.middle,
        }

    def constants_of_all_floors(self) -> Constants:
        falls: Constants = {"HAS_FALLOFF": int(self.falloff.width > 0)}
        if self.falloff.width:
            falls["FALLS_OF_COLUMNS"] = self.falloff.falls(self.map.width)
            falls["FALLS_OF_ROWS"] = self.falloff.falls(self.map.height)
        return {"KEEPS_HEIGHTS": int(self.keeps_heights), **falls}
