"""The octaves of a noise: their section of the YAML, and the values that follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.noise.directions import DIRECTIONS, MIDDLE, direction_rows, greatest_slope
from pygen.engine.sections import BrokenRule, Constants, NotEmitted, Section, whole_number

MOST_HEIGHT = 255
"""The greatest height, which is a byte: the sum of the octaves is never greater."""

Spacing = Annotated[Literal[1, 2, 4, 8, 16, 32], BeforeValidator(whole_number)]


MEANINGS: Mapping[str, str] = {
    "NOISE_SPACINGS": "by octave: tiles from one point of its lattice to the next",
    "NOISE_SHIFTS": "by octave: by how many bits a place is shifted down to its point",
    "NOISE_MASKS": "by octave: the bits of a random byte that are a height or a direction",
    "NOISE_FADE_BYTES": "bytes of a row of NOISE_FADES: one for each difference of two heights",
    "NOISE_FADES": "by place between two points, and by their difference: how far a height is",
    "NOISE_FADES_AT": "by place: where its row of NOISE_FADES begins, if it has a row for place 0",
    "NOISE_BY_TILES": "whether rows are computed tile by tile: gradients, or moved lattices",
    "NOISE_LEVEL": "the height with which each tile begins, before octaves are added",
    "NOISE_DIRECTIONS": "by octave, place below a point, and direction: the height there",
    "NOISE_SLOPES": "by octave and direction: the height at the next point on the right",
    "NOISE_DIRECTIONS_AT": "by octave: where its rows of NOISE_DIRECTIONS begin",
    "NOISE_TABLE": "a permutation of all bytes, which mixes coordinates",
    "NOISE_HAS_POINTS": "whether a lattice has a point at each tile",
    "NOISE_HAS_PAGES": "whether coordinates need more than a byte",
    "NOISE_HAS_LINE": "whether a lattice like the first one, with a key of its own, has a line",
}
"""What the computed constants of a noise mean."""


class Octaves(Section):
    """Noise: random heights, or gradients, in a lattice, and heights between them; finer lattices,
    whose heights are less, are added."""

    form: Literal["value", "gradient"] = Field(
        default="value",
        description="what a point of a lattice has: value: a height; gradient: a direction in "
        "which heights rise, as in Perlin's noise",
    )
    offsets: bool = Field(
        default=False,
        description="whether each lattice is moved by an offset of its own, which follows from the "
        "seed; otherwise all of them begin in the corner of the map",
    )
    spacing: Spacing = Field(
        default=8, description="tiles from one point of the first lattice to the next"
    )
    octaves: int = Field(default=4, ge=1, le=6, description="how many lattices there are")
    lacunarity: NotEmitted[int] = Field(
        default=1,
        ge=1,
        le=3,
        description="by how many bits the spacing is shifted down from each lattice to the next: "
        "1 halves it",
    )
    persistence: NotEmitted[int] = Field(
        default=1,
        ge=0,
        le=3,
        description="by how many bits heights are shifted down from each lattice to the next: "
        "1 halves them, 0 leaves them as they are",
    )
    fade: NotEmitted[Literal["smooth", "linear"]] = Field(
        default="smooth", description="how heights change from one point to the next"
    )
    wraps: bool = Field(
        default=False, description="whether the right edge fits the left one, the lower the upper"
    )

    @cached_property
    def spacings(self) -> list[int]:
        """The spacing of each octave in tiles; 0 if that would be less than one."""
        return [self.spacing >> self.lacunarity * n for n in range(self.octaves)]

    @cached_property
    def masks(self) -> list[int]:
        """The greatest height of each octave, all ones in binary; their sum is at most
        MOST_HEIGHT."""
        first = MOST_HEIGHT
        while sum(self._masks(first)) > MOST_HEIGHT:
            first >>= 1
        return self._masks(first)

    def _masks(self, first: int) -> list[int]:
        return [first >> self.persistence * n for n in range(self.octaves)]

    @property
    def by_tiles(self) -> bool:
        """Whether rows are computed tile by tile (gradients.py), not cell by cell (noise.py)."""
        return self.form == "gradient" or self.offsets

    @cached_property
    def slopes(self) -> list[int]:
        """By how much the gradients of each octave rise from one point to the next."""
        first = greatest_slope(self.persistence, self.octaves)
        return [first >> self.persistence * n for n in range(self.octaves)]

    @property
    def numbers(self) -> list[int]:
        """The bits of a random byte that a point of each octave has: a height or a direction."""
        return [DIRECTIONS - 1] * self.octaves if self.form == "gradient" else self.masks

    @cached_property
    def most_difference(self) -> int:
        """The greatest difference of two heights of the first octave that are blended."""
        return 2 * self.slopes[0] if self.form == "gradient" else self.masks[0]

    @cached_property
    def fades(self) -> list[list[int]]:
        """The tables for heights between two points of the first lattice: one for each tile behind
        a point, up to the middle. A table has the change of the height at that tile for each
        difference of the heights of both points."""
        whole = self.spacing
        return [
            [
                _faded(difference, place, whole, self.fade)
                for difference in range(self.most_difference + 1)
            ]
            for place in range(1, whole // 2 + 1)
        ]

    @property
    def middle(self) -> int:
        """The height in the middle of those that the first octave may have."""
        return MIDDLE if self.form == "gradient" else (self.masks[0] + 1) // 2

    def constants(self, has_line: bool = False) -> Constants:
        """The constants of a noise in C besides those of its keys; `has_line` is whether there is a
        line (`noise.py`), whose lattice is like that of the first octave."""
        fades = [number for row in self.fades for number in row]
        directions: list[int] = []
        slopes: list[int] = []
        starts: list[int] = []
        if self.form == "gradient":
            for slope, spacing in zip(self.slopes, self.spacings):
                starts.append(len(directions))
                rows = direction_rows(slope, spacing)
                directions += [n for row in rows[:-1] for n in row]
                slopes += rows[-1]
        lattices = [*range(self.octaves), *([0] if has_line else [])]
        if self.by_tiles:
            # Tile by tile, the place of a point itself has a row, too.
            fades = [0] * (self.most_difference + 1) + fades
        return {
            "NOISE_SPACINGS": [self.spacings[n] for n in lattices],
            "NOISE_SHIFTS": [self.spacings[n].bit_length() - 1 for n in lattices],
            "NOISE_MASKS": [self.numbers[n] for n in lattices],
            "NOISE_FADE_BYTES": self.most_difference + 1,
            "NOISE_FADES": fades or [0],
            "NOISE_FADES_AT": [
                place * (self.most_difference + 1) for place in range(self.spacing // 2 + 1)
            ],
            "NOISE_BY_TILES": int(self.by_tiles),
            "NOISE_LEVEL": MIDDLE if self.form == "gradient" else 0,
            "NOISE_DIRECTIONS": directions or [0],
            "NOISE_SLOPES": slopes + slopes[:DIRECTIONS] * has_line or [0],
            "NOISE_DIRECTIONS_AT": starts + starts[:1] * has_line or [0],
            "NOISE_HAS_LINE": int(has_line),
            "NOISE_TABLE": list(NOISE_TABLE),
            "NOISE_HAS_POINTS": int(1 in self.spacings),
            # A world has more than one page.
            "NOISE_HAS_PAGES": 0,
        }

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        """The rules that are broken in a map of this size, with paths below the noise."""
        broken = []
        has_gradients = self.form == "gradient"
        if 0 in self.spacings and not (has_gradients and 1 in self.spacings):
            most = self.spacings.index(0)
            wrong = f"octave {most + 1} would have less than a tile from one point to the next"
            right = f"expected at most {most}, or a larger spacing"
            broken.append(BrokenRule(("octaves",), wrong, right))
        elif has_gradients and 1 in self.spacings:
            most = self.spacings.index(1)
            wrong = (
                f"octave {most + 1} would have a point at each tile: gradients have no height there"
            )
            if most:
                right = f"expected at most {most}, or a larger spacing"
                broken.append(BrokenRule(("octaves",), wrong, right))
            else:
                broken.append(BrokenRule(("spacing",), wrong, "expected 2 or more"))
        elif 0 in (self.slopes if has_gradients else self.masks):
            most = (self.slopes if has_gradients else self.masks).index(0)
            wrong = f"octave {most + 1} would have no heights but 0"
            right = f"expected at most {most}, or a lower persistence"
            broken.append(BrokenRule(("octaves",), wrong, right))
        for name, side in (("width", size.width), ("height", size.height)):
            if self.wraps and side % self.spacing:
                wrong = (
                    f"a {name} of {side} is no multiple of the spacing, so the noise cannot wrap"
                )
                right = f"expected a {name} such as {-(-side // self.spacing) * self.spacing}"
                broken.append(BrokenRule(("wraps",), wrong, f"{right}, or false"))
        return broken


def _faded(difference: int, place: int, whole: int, fade: str) -> int:
    """The part of a difference that is due after `place` of `whole` tiles, rounded. The fade is the
    polynomial 3 t^2 - 2 t^3, or t."""
    part = 3 * place**2 * whole - 2 * place**3 if fade == "smooth" else place * whole**2
    return (2 * difference * part + whole**3) // (2 * whole**3)


def _shuffled_bytes() -> tuple[int, ...]:
    """All bytes in an order that is always the same: shuffled (R. Durstenfeld, 1964) by a linear
    congruential generator, whose factor is that of D. Knuth's MMIX."""
    order = list(range(256))
    state = 1
    for last in range(255, 0, -1):
        state = (6364136223846793005 * state + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        other = (state >> 32) * (last + 1) >> 32
        order[last], order[other] = order[other], order[last]
    return tuple(order)


NOISE_TABLE = _shuffled_bytes()
"""All bytes in a random order, by which the points of a lattice get their heights."""
