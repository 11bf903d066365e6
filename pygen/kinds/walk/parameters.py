"""The parameters of the kind `walk`: what its section of the YAML may say."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import cached_property
from itertools import accumulate, product
from typing import Any, Literal

from pydantic import Field, model_validator

from pygen.engine.definition.map_size import HEIGHT_WORDS, WIDTH_WORDS, MapSize, Side
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.sections import BrokenRule, NotEmitted, Percent, Section
from pygen.kinds.walk.meanings import MEANINGS
from pygen.kinds.walk.pace import moves_at_once


class WalkMap(MapSize):
    """The size of the map of a walk."""

    width: Side = Field(default=48, description=WIDTH_WORDS)
    height: Side = Field(default=40, description=HEIGHT_WORDS)


MOST_WEIGHED_TILES = 2048
"""The largest map with a table of the weights of all its tiles, in tiles."""
MOST_WEIGHED_COLUMNS = 126
"""The widest such map: its kernel reaches the tile below the walker by an offset of a byte."""

EDGE_STRIP = 3
"""How many tiles of the map beside each edge weigh less if walks are pulled inward."""

MOST_SECTIONS = 255
"""The most sections of a map that is to be covered: the C counts them in a byte."""

PRESETS: dict[Any, dict[str, Any]] = {
    # There all four directions have the weight of the walker's own tile: they are equally likely.
    "original": {"steps": 700, "pull": "uniform"}
}
"""The values of presets by their names."""


class WalkSteps(Section):
    """The walker."""

    steps: int = Field(default=700, ge=1, le=65535, description="steps of each walker, at most")
    walkers: int = Field(default=1, ge=1, le=255, description="how many walk, one after the other")
    begin: Literal["start", "farthest"] = Field(
        default="start",
        description="where all but the first walker begin; start: where that one did; farthest: at "
        "the tile that is farthest from there so far",
    )
    share: NotEmitted[int] = Field(
        default=0,
        ge=0,
        le=100,
        description="percent of the tiles within the map's edge after which the walk ends; "
        "0: it ends after its steps",
    )
    pull: Literal["uniform", "centre", "away", "inward"] = Field(
        default="centre",
        description="uniform: all directions are equally likely; centre: steps towards the centre "
        "are likelier; away: those away from it; inward: near the edge of the map those away from "
        "the edge are likelier, elsewhere all are equally likely",
    )
    weight_steepness: NotEmitted[int] = Field(
        default=8,
        ge=1,
        le=64,
        description="pull: not for uniform: how quickly the weight of a tile falls, or rises, "
        "with its distance from the centre (8: to 61 % at a sixth of the map's side); inward: how "
        "quickly it falls near the edge (8: to 61 % from tile to tile)",
    )
    preset: NotEmitted[Literal["original"] | None] = Field(
        default=None,
        description="original: other values of the keys that are not given, those of the article's "
        "program: 700 steps, uniform",
    )

    @model_validator(mode="before")
    @classmethod
    def _of_preset(cls, data: Any) -> Any:
        """Fill in the keys that are not given with the values of a preset."""
        if not isinstance(data, dict) or data.get("preset") not in PRESETS:
            return data
        return {**PRESETS[data["preset"]], **data}


class Coverage(Section):
    """Further walks, to the sections of the map that have no floor."""

    percent: NotEmitted[int] = Field(
        default=0,
        ge=0,
        le=100,
        description="percent of the sections that have floor at least; 0: no further walks",
    )
    section: NotEmitted[int] = Field(
        default=8,
        ge=4,
        le=16,
        description="tiles a side of a section; the last ones of a row and of a column are larger "
        "if the map's sides are no multiples",
    )
    steps: int = Field(default=40, ge=1, le=255, description="steps of each further walk")
    straying: Percent = Field(
        default=50,
        description="percent of the steps that are drawn like those of other walks; the others "
        "lead towards the section",
    )


class Walk(KindParameters):
    """A random walk through solid ground."""

    meanings = MEANINGS

    # The kernel that weighs the directions is compiled only into the walks that are pulled.
    same_on_all_floors = (*KindParameters.same_on_all_floors, ("walk", "pull"))

    kind: Literal["walk"] = Field(description="a random walk through solid ground")
    map: WalkMap = Field(default=WalkMap(), description="the size of the map")
    walk: WalkSteps = Field(default=WalkSteps(), description="the walker")
    coverage: Coverage = Field(
        default=Coverage(), description="further walks, to sections of the map without floor"
    )

    @property
    def share_tiles(self) -> int:
        """The number of tiles with which the walk ends, 2 or more; 0 if it ends after its steps."""
        tiles = (self.map.width - 2) * (self.map.height - 2)
        return max(2, tiles * self.walk.share // 100) if self.walk.share else 0

    def broken_rules(self) -> list[BrokenRule]:
        broken = []
        count = len(self.sections_across) * len(self.sections_down)
        if self.coverage.percent and count > MOST_SECTIONS:
            size, sides = self.coverage.section, (self.map.width, self.map.height)
            least = next(
                side
                for side in range(size, 17)
                if (sides[0] // side) * (sides[1] // side) <= MOST_SECTIONS
            )
            broken.append(
                BrokenRule(
                    ("coverage", "section"),
                    f"sections of {size} tiles a side divide the map into {count} sections, more "
                    f"than {MOST_SECTIONS}",
                    f"expected at least {least}",
                )
            )
        if self.coverage.percent and self.walk.share:
            broken.append(
                BrokenRule(
                    ("coverage", "percent"),
                    "a walk with a share ends when it is dug, not when its sections have floor",
                    "expected 0, or no `share` below `walk`",
                )
            )
        return [*super().broken_rules(), *broken]

    def sections_of(self, side: int) -> list[tuple[int, int]]:
        """The first and the last place of each section along an axis of `side` tiles; places in
        the map's outermost ring belong to none."""
        count = max(1, side // self.coverage.section)
        first = [max(1, self.coverage.section * n) for n in range(count)]
        return list(zip(first, [*(n - 1 for n in first[1:]), side - 2], strict=True))

    @property
    def sections_across(self) -> list[tuple[int, int]]:
        """The first and the last column of each section of a row of sections."""
        return self.sections_of(self.map.width)

    @property
    def sections_down(self) -> list[tuple[int, int]]:
        """The first and the last row of each section of a column of sections."""
        return self.sections_of(self.map.height)

    @property
    def wanted_sections(self) -> int:
        """How many sections have floor at least when the walks are done; 0: any number."""
        sections = len(self.sections_across) * len(self.sections_down)
        return -(-sections * self.coverage.percent // 100)

    def distance_terms(self, side: int) -> list[int]:
        """For each place along an axis of `side` tiles, its term of the index of a weight.

        The index of a tile's weight is (term of its column + term of its row) / 16, at most 63. A
        term grows with the square of the distance from the centre. It is at most 1023, so that the
        sum fits 16 bits. If walks are pulled inward, it grows with how far the place is in the
        strip along the edge.
        """
        if self.walk.pull == "inward":
            step = 16 * self.walk.weight_steepness
            depths = [max(0, EDGE_STRIP - min(at, side - 1 - at)) for at in range(side)]
            return [min(1023, depth * step) for depth in depths]
        steepness = self.walk.weight_steepness * 9 * 16
        distances = [abs(place - side // 2) for place in range(side)]
        return [min(1023, d * d * steepness // (side * side)) for d in distances]

    @cached_property
    def tables(self) -> tuple[list[int], list[int], list[int]]:
        """The terms of all columns and of all rows, and the weights by index."""
        columns, rows = self.distance_terms(self.map.width), self.distance_terms(self.map.height)
        weights = [max(1, round(255 * math.exp(-i / 16))) for i in range(64)]
        if self.walk.pull == "away":
            # The corners have the weight 255, not the centre.
            last = min(63, (max(columns) + max(rows)) // 16)
            weights = weights[last::-1] + [255] * (63 - last)
        return columns, rows, weights

    @cached_property
    def weight_map(self) -> list[int]:
        """The weights of all tiles, 1..255, row by row."""
        columns, rows, weights = self.tables
        return [weights[min(63, (column + row) >> 4)] for row in rows for column in columns]

    @cached_property
    def weight_sums(self) -> list[list[int]]:
        """For each tile, row by row, the sums of the weights of its first neighbours: of the tile
        to the left, of this one and the one to the right, of these and the one above, and of all
        four. The tiles in the outermost ring have no sums."""
        weights, (width, height) = self.weight_map, (self.map.width, self.map.height)
        sums: list[list[int]] = [[] for _ in weights]
        for y, x in product(range(1, height - 1), range(1, width - 1)):
            at = y * width + x
            beside = weights[at - 1], weights[at + 1], weights[at - width], weights[at + width]
            sums[at] = list(accumulate(beside))
        return sums

    def constants(self) -> Constants:
        constants: Constants = {
            "MOVES_AT_ONCE": moves_at_once(self.map, self.walk.pull),
            "IS_PULLED": int(self.walk.pull != "uniform"),
            "SHARE_TILES": self.share_tiles,
            "WANTED_SECTIONS": self.wanted_sections,
            **self.section_tables(),
        }
        if self.walk.pull != "uniform":
            columns, rows, weights = self.tables
            # By column and by row, in 256ths of an index, so that its upper byte is the index.
            for name, terms in (("COLUMN_TERMS", columns), ("ROW_TERMS", rows)):
                constants[f"{name}_LOW"] = [(16 * term) & 0xFF for term in terms]
                constants[f"{name}_HIGH"] = [(16 * term) >> 8 for term in terms]
            most = (max(columns) + max(rows)) // 16
            constants["WEIGHTS"] = [weights[min(63, index)] for index in range(most + 1)]
        return constants

    def section_tables(self) -> Constants:
        """Where the sections are."""
        across, down = self.sections_across, self.sections_down
        bits = self.map.bits_per_tile
        bytes_of_rows: Constants = {
            "SECTION_FIRST_BYTE": [first * bits // 8 for first, _ in across],
            "SECTION_LAST_BYTE": [((last + 1) * bits - 1) // 8 for _, last in across],
        }
        return {
            **(bytes_of_rows if self.map.rows_are_aligned else {}),
            "SECTIONS_ACROSS": len(across),
            "SECTIONS_DOWN": len(down),
            "SECTION_LEFT": [first for first, _ in across],
            "SECTION_RIGHT": [last for _, last in across],
            "SECTION_TOP": [first for first, _ in down],
            "SECTION_BOTTOM": [last for _, last in down],
        }

    @property
    def has_weight_map(self) -> bool:
        """Whether the C has a table of the weights of all tiles."""
        width, height = self.map.width, self.map.height
        steepness = {row.parameters.walk.weight_steepness for row in self.floor_rows}
        return (
            self.walk.pull != "uniform"
            and self.map.rows_are_aligned
            and width <= MOST_WEIGHED_COLUMNS
            and width * height <= MOST_WEIGHED_TILES
            and len(steepness) == 1
        )

    @property
    def unread_constants(self) -> Collection[str]:
        rows = [row.parameters for row in self.floor_rows]
        unread = [] if any(row.wanted_sections for row in rows) else list(self.section_tables())
        if not self.has_weight_map:
            return unread
        terms = [f"{side}_TERMS_{half}" for side in ("COLUMN", "ROW") for half in ("LOW", "HIGH")]
        return (*unread, *terms, "WEIGHTS")

    def constants_of_all_floors(self) -> Constants:
        rows = [row.parameters for row in self.floor_rows]
        constants: Constants = {
            "SOME_HAVE_WALKERS": int(any(row.walk.walkers > 1 for row in rows)),
            "MOVES_BY_KERNEL": int(self.map.rows_are_aligned),
            "MOST_SECTIONS": max(len(p.sections_across) * len(p.sections_down) for p in rows),
        }
        if self.map.rows_are_aligned:
            constants |= self.kernel_constants()
        return constants

    def kernel_constants(self) -> Constants:
        """Further constants, besides `constants`, that the kernel of the moves reads."""
        width, height = self.map.width, self.map.height
        constants: Constants = {
            "ROW_LENGTH": width * self.map.bits_per_tile // 8,
            "LAST_COLUMN": width - 2,
            "LAST_ROW": height - 2,
            "HAS_LONG_DISTANCES": int(width + height > 256),
            **self.map.tile_tables(),
        }
        # Tiles of 4 and 8 bits lie in one byte.
        if self.map.bits_per_tile != 3:
            del constants["DIG_HIGH_MASK"]
        if self.walk.pull != "uniform":
            # The upper bytes of quarters of squares. The entry of a sum minus the entry of the
            # difference is the upper byte of a product, or one more.
            constants["SQUARES"] = [(n * n // 4) >> 8 for n in range(511)]
        if self.walk.pull == "inward":
            for first, last, side in (("LEFT", "RIGHT", width), ("TOP", "BOTTOM", height)):
                constants[f"INNER_{first}"] = EDGE_STRIP + 1
                constants[f"INNER_{last}"] = side - 2 - EDGE_STRIP
        if self.has_weight_map:
            constants["WEIGHT_MAP"] = self.weight_map
            constants["WEIGHT_MAP_WIDTH"] = width
        return constants
