"""The sections inside a dungeon's section of the kind `accretion`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.sections import NotEmitted, Percent, Section
from pygen.kinds.accretion.constants import MOST_GAPS

MOST_SIDE = 12
"""The longest side of a feature that is no large room, in floor tiles: with more rows a step would
take too long."""

MOST_WEIGHT = 50

Weight = Annotated[int, Field(ge=0, le=MOST_WEIGHT)]
Length = Annotated[int, Field(ge=2, le=MOST_SIDE)]
LargeWidth = Annotated[int, Field(ge=2, le=20)]
LargeHeight = Annotated[int, Field(ge=2, le=16)]
CrossSide = Annotated[int, Field(ge=3, le=MOST_SIDE)]
Radius = Annotated[int, Field(ge=2, le=5)]


class Weights(Section):
    """How often each shape is chosen for a feature that is no corridor."""

    room: Weight = Field(default=8, description="of rectangular rooms")
    large_room: Weight = Field(default=0, description="of large rectangular rooms")
    small_room: Weight = Field(default=0, description="of small rectangular rooms")
    cross: Weight = Field(default=3, description="of two bars that cross")
    circle: Weight = Field(default=2, description="of round rooms")
    cave: Weight = Field(default=3, description="of caves with uneven walls")


class Features(Section):
    """How many features a dungeon gets, and which."""

    most: int = Field(
        default=100, ge=2, le=255, description="how many features are wanted, the first room too"
    )
    room_chance: Percent = Field(
        default=75,
        description="percent: how often a feature is no corridor; the corridor chance is 100 less "
        "this",
    )
    weights: NotEmitted[Weights] = Field(
        default=Weights(), description="the shapes of those that are none"
    )


class Walls(Section):
    """Through which walls features are added."""

    pick: Literal["candidates", "blind"] = Field(
        default="candidates",
        description="candidates: walls from a list that each new feature adds to; "
        "blind: any tile of the map, until it is a wall beside floor",
    )
    attempts: int = Field(
        default=3, ge=1, le=16, description="candidates only: features tried at one wall"
    )
    blind_attempts: int = Field(
        default=5000, ge=1, le=65535, description="blind only: tiles tried for one feature"
    )


class Rooms(Section):
    """The floor of a room, in tiles."""

    min_width: Length = Field(default=3, description="least floor tiles across")
    max_width: NotEmitted[Length] = Field(default=7, description="most floor tiles across")
    min_height: NotEmitted[Length] = Field(default=3, description="least floor tiles down")
    max_height: NotEmitted[Length] = Field(default=5, description="most floor tiles down")


class LargeRooms(Section):
    """The floor of a large room, in tiles."""

    min_width: LargeWidth = Field(default=10, description="least floor tiles across")
    max_width: NotEmitted[LargeWidth] = Field(default=16, description="most floor tiles across")
    min_height: NotEmitted[LargeHeight] = Field(default=7, description="least floor tiles down")
    max_height: NotEmitted[LargeHeight] = Field(default=10, description="most floor tiles down")


class SmallRooms(Section):
    """The floor of a small room, in tiles."""

    min_width: Length = Field(default=2, description="least floor tiles across")
    max_width: NotEmitted[Length] = Field(default=4, description="most floor tiles across")
    min_height: NotEmitted[Length] = Field(default=2, description="least floor tiles down")
    max_height: NotEmitted[Length] = Field(default=3, description="most floor tiles down")


class Corridors(Section):
    """How long a corridor is; it is one tile wide."""

    min_length: Length = Field(default=3, description="least floor tiles along")
    max_length: NotEmitted[Length] = Field(default=7, description="most floor tiles along")


class Crosses(Section):
    """The sides of the rectangle around a cross, in floor tiles."""

    min_size: CrossSide = Field(default=5, description="shortest side")
    max_size: NotEmitted[CrossSide] = Field(default=9, description="longest side")


class Circles(Section):
    """Round rooms: the radius is the number of floor tiles from the middle one to the wall."""

    min_radius: Radius = Field(default=2, description="smallest radius")
    max_radius: NotEmitted[Radius] = Field(default=3, description="greatest radius")


class Caves(Section):
    """The sides of the rectangle around a cave, in floor tiles."""

    min_size: CrossSide = Field(default=5, description="shortest side")
    max_size: NotEmitted[CrossSide] = Field(default=9, description="longest side")


class Doors(Section):
    """What closes the openings between features."""

    chance: Percent = Field(
        default=70,
        description="percent of the openings that get a door; between two corridors there is none",
    )


class Loops(Section):
    """Further openings between features that touch, so that there are ways round."""

    chance: Percent = Field(
        default=75, description="percent of the walls looked at that are tested"
    )
    most: int = Field(
        default=8,
        ge=1,
        le=MOST_GAPS,
        description="walls tested at most, and so the most loops; the walls between two features "
        "that were found last are tested first",
    )
    least_way: int = Field(
        default=20,
        ge=2,
        le=200,
        description="how many steps the way round is at least where a wall is opened",
    )


class Secrets(Section):
    """What a player has to look for."""

    room_chance: Percent = Field(
        default=25, description="percent of the dead ends, corridors aside, whose door is hidden"
    )
    loop_chance: Percent = Field(default=25, description="percent of the loops that are hidden")
    treasures: int = Field(
        default=5, ge=0, le=100, description="treasures in dead ends, hidden ones first"
    )
