"""The sections inside a dungeon's section of the kind `pieces`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.sections import Section

Line = Annotated[str, Field(max_length=32)]
Weight = Annotated[int, Field(ge=1, le=50)]


class DrawnPiece(Section):
    """A piece that is drawn: # or a blank is solid, . floor, + door, ? secret path, $ treasure.

    The outermost ring is shared with the pieces beside it.
    """

    drawing: Annotated[list[Line], Field(min_length=3, max_length=9)] = Field(
        description="the rows of the drawing, as many as columns, 3 to 9; in all pieces the same"
    )
    weight: Weight = Field(
        default=1, description="how often it is chosen, and each of its turned ones"
    )
    turned: bool = Field(default=True, description="whether it is also turned by quarters")
    mirrored: bool = Field(default=True, description="whether it is also mirrored")


class Sample(Section):
    """A drawing from which patterns are learned, with the marks of pieces."""

    size: Literal[2, 3] = Field(default=2, description="the side of a pattern, in tiles")
    drawing: Annotated[list[Line], Field(max_length=32)] = Field(
        default_factory=list, description="the rows of the drawing, up to 32 x 32 (default: none)"
    )
    turned: bool = Field(default=False, description="whether patterns are also turned by quarters")
    mirrored: bool = Field(default=False, description="whether patterns are also mirrored")


class Solving(Section):
    """What is done when no piece fits in a cell."""

    repairs: int = Field(
        default=40, ge=0, le=60, description="how often the cells around it are chosen again"
    )
    radius: int = Field(
        default=2, ge=1, le=4, description="how many cells in each direction are around it"
    )
    attempts: int = Field(
        default=4, ge=1, le=4, description="how often all begins anew, before the fallback is taken"
    )


class Regions(Section):
    """What becomes of parts of the map that cannot be reached from each other."""

    keep: Literal["largest", "all"] = Field(
        default="largest", description="largest: the others are dropped; all: none is"
    )
    join: bool = Field(
        default=True,
        description="largest: whether parts are joined before that, where two pieces side by side "
        "can be exchanged for others that are open to each other",
    )


DEFAULT_PIECES = [
    DrawnPiece(drawing=["#####", "#####", "#####", "#####", "#####"], weight=3),
    DrawnPiece(drawing=["#####", "#####", ".....", "#####", "#####"], weight=3),
    DrawnPiece(drawing=["#####", "#####", "##...", "##.##", "##.##"]),
    DrawnPiece(drawing=["#####", "#####", ".....", "##.##", "##.##"]),
    DrawnPiece(drawing=["##+##", "#...#", "#...#", "#...#", "#####"]),
    DrawnPiece(drawing=["##+##", "##.##", "##.##", "##.##", "##.##"]),
    DrawnPiece(drawing=["#####", "#....", "#....", "#....", "#...."], weight=3),
    DrawnPiece(drawing=["#####", ".....", ".....", ".....", "....."], weight=2),
    DrawnPiece(drawing=["##+##", ".....", ".....", ".....", "....."], weight=2),
    DrawnPiece(drawing=[".....", ".....", ".....", ".....", "....."], weight=2),
]
"""Corridors, doors and rectangular rooms."""


class PiecesMap(MapSize):
    """The size of the map."""

    width: Annotated[int, Field(ge=8, le=160)] = Field(
        default=73, description="tiles across; a step writes a row"
    )
    height: Annotated[int, Field(ge=8, le=240)] = Field(default=73, description="tiles down")
