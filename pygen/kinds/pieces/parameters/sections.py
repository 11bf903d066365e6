"""The sections inside a dungeon's section of the kind `pieces`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.sections import EntityName, NotEmitted, Section

Line = Annotated[str, Field(max_length=32)]
Weight = Annotated[int, Field(ge=1, le=50)]
Count = Annotated[int, Field(ge=0, le=16)]
PieceNames = Annotated[list[EntityName], Field(max_length=40)]


class NeighbourLists(Section):
    """The pieces that may be beside a piece, as it is drawn; `outside` is the side of the map."""

    left: PieceNames = Field(
        default_factory=list,
        description="pieces that may be on its left, and `outside` (default: all that fit)",
    )
    right: PieceNames = Field(
        default_factory=list, description="the same on its right (default: all that fit)"
    )
    above: PieceNames = Field(
        default_factory=list, description="the same above it (default: all that fit)"
    )
    below: PieceNames = Field(
        default_factory=list, description="the same below it (default: all that fit)"
    )


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
    name: EntityName | None = Field(
        default=None, description="its name, for lists of neighbours and fixed pieces"
    )
    neighbours: NeighbourLists = Field(
        default=NeighbourLists(),
        description="which pieces may be beside it, where edges are equal; it turns with the piece",
    )
    at_least: Count = Field(
        default=0, description="so many cells at least are this piece: they are placed first"
    )
    at_most: Count | None = Field(
        default=None,
        description="so many cells at most are this piece: all of them are placed first, a random "
        "number from at_least on (default: any number)",
    )
    protected: bool = Field(
        default=False,
        description="whether the pass regions digs no tunnel through it, nor from it or to it; "
        "with regions.keep: all",
    )


class FixedPiece(Section):
    """A cell with a piece of its own."""

    piece: EntityName = Field(description="the name of the piece, in any of its orientations")
    x: int = Field(ge=0, le=47, description="the column of the cell, from 0")
    y: int = Field(ge=0, le=47, description="the row of the cell, from 0")


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
    order: Literal["fewest", "rows"] = Field(
        default="fewest",
        description="which cell is next: fewest: one with the fewest pieces left; rows: one of the "
        "first row that is not complete",
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
    least_floor: NotEmitted[int] = Field(
        default=0,
        ge=0,
        le=60,
        description="largest: the least share of the map that is walkable, in percent; with less, "
        "another attempt begins",
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
