"""The parameters of the pass `start`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.features import (
    CONNECTED,
    HIDDEN_ROOMS,
    LOCKED_PARTS,
    ROOMS,
    STAIRS,
    WORLD,
    Features,
)
from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import Byte


class Start(PassParameters):
    """Where the player starts."""

    name: Literal["start"] = Field(description="where the player starts")
    at: Literal["up_stairs", "room", "away"] = Field(
        default="up_stairs",
        description="up_stairs; room: the middle of a room, or another tile of it; away: far from "
        "all enemies that have been placed",
    )
    room: Byte = Field(
        default=0, description="the number of the room, from 0; if there are fewer, the last one"
    )
    tries: Annotated[int, Field(ge=1, le=255)] = Field(
        default=30,
        description="how many tiles are tried; of those away from enemies the best is taken",
    )

    @property
    def most_entities(self) -> int:
        return 1


def needed(p: Start) -> Features:
    """The features that a dungeon needs for a start at that place."""
    return frozenset({CONNECTED, STAIRS, *([ROOMS] if p.at == "room" else [])})


def excluded(p: Start) -> Features:
    """The features that a dungeon must not have. A player who starts in a hidden room would have to
    find the way out; behind a locked door the key would be missing; and a world has many chunks,
    but one start."""
    away = [] if p.at == "up_stairs" else [HIDDEN_ROOMS, LOCKED_PARTS]
    return frozenset({WORLD, *away})
