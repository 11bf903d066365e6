"""The parameters of the pass `measure`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.definition.tables import Figures, LargestValue
from pygen.engine.plane.rules import map_rules
from pygen.engine.sections import BrokenRule, Constants, NotEmitted, refused
from pygen.passes.measure.meanings import MEANINGS

FigureName = Literal[
    "stairs_steps", "longest_way", "open_share", "off_path_share", "floor_loops",
    "floor_dead_ends", "empty_square",
]  # fmt: skip

STRUCT = "measure_figures"

FIELDS: dict[FigureName, int] = {
    "stairs_steps": 2,
    "longest_way": 2,
    "open_share": 1,
    "off_path_share": 1,
    "floor_loops": 1,
    "floor_dead_ends": 2,
    "empty_square": 1,
}
"""The figures, in the order of the summary, and the bytes of each."""


def largest_figures(name: str, dungeon: Any) -> Iterator[LargestValue]:
    """The largest values of the figures, and why."""
    size: MapSize = dungeon.map
    tiles, why = size.width * size.height, f"dungeon `{name}`, {size.width} x {size.height} tiles"
    yield LargestValue(tiles - 1, why, STRUCT, ("stairs_steps", "longest_way", "floor_dead_ends"))
    yield LargestValue(min(size.width, size.height), why, STRUCT, ("empty_square",))
    yield LargestValue(100, "percent", STRUCT, ("open_share", "off_path_share"))


FIGURES = Figures(
    STRUCT,
    {str(name): size for name, size in FIELDS.items()},
    largest_figures,
    meanings={
        "stairs_steps": "the steps from the start to the down stairs; 0 if there is no way",
        "longest_way": "the steps from the start to the farthest tile",
        "open_share": "percent of the map that can be reached",
        "off_path_share": "percent of what can be reached that is on no shortest way to the stairs",
        "floor_loops": "the ways of floor round islands of at least 9 tiles",
        "floor_dead_ends": "the tiles with a single tile beside them that can be reached",
        "empty_square": "the side of the largest square of tiles that cannot be reached",
    },
)

_OF_ROWS = {"floor_loops", "floor_dead_ends", "empty_square"}

MOST_BYTES = 2500
"""The most bytes of a plane: work memory holds three."""


def _each_once(names: list[FigureName]) -> list[FigureName]:
    """Reject a figure that is named twice."""
    for name in names:
        if names.count(name) > 1:
            raise refused(f"`{name}` stands there twice", "name each figure once")
    return names


class Measure(PassParameters):
    """Figures of the level as a player finds it."""

    meanings = MEANINGS

    name: Literal["measure"] = Field(description="figures of the finished level, in the summary")
    figures: NotEmitted[Annotated[list[FigureName], AfterValidator(_each_once)]] = Field(
        default_factory=lambda: list(FIELDS),
        min_length=1,
        description="which are measured: `stairs_steps`, `longest_way`, `open_share`, "
        "`off_path_share`, `floor_loops`, `floor_dead_ends`, `empty_square`; the others are 0 "
        "(default: all)",
    )

    @property
    def walks(self) -> bool:
        """Whether a figure needs the distances of tiles."""
        return not _OF_ROWS.issuperset(self.figures)

    @property
    def looks_at_rows(self) -> bool:
        """Whether a figure needs the rows of what was not reached."""
        return not _OF_ROWS.isdisjoint(self.figures)

    @property
    def keeps_level(self) -> bool:
        """Whether a figure needs the level as it was before the walk."""
        return self.looks_at_rows or "off_path_share" in self.figures

    def constants(self) -> Constants:
        wanted = {name.upper(): int(name in self.figures) for name in FIELDS}
        return {
            **wanted,
            "WALKS": int(self.walks),
            "LOOKS_AT_ROWS": int(self.looks_at_rows),
            "KEEPS_LEVEL": int(self.keeps_level),
        }

    @classmethod
    def broken_rules_of_all_uses(cls, uses: Sequence[Measure]) -> list[BrokenRule]:
        if len({use.id for use in uses}) == 1:
            return []
        wrong = "it has two passes `measure`, whose figures are the same fields of the summary"
        return [BrokenRule((), wrong, "leave one out")]

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        return map_rules(size, MOST_BYTES, "160 x 125")
