"""Writing a corridor into the records of the rooms that it joins.

The twin is `c64src/core/write_corridor.h`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Connection


@dataclass(frozen=True)
class Opening:
    """An end of a corridor: a tile in the wall `wall` of a room, with a door or without."""

    room: int
    x: int
    y: int
    wall: int


def most_connections(g: Generation[Any]) -> int:
    """The most corridors of one room."""
    most: int = g.parameters.record_needs().connections
    return most


def has_free_slot(g: Generation[Any], room: int) -> bool:
    """Whether a room's record can hold another corridor."""
    return len(g.rooms[room].connections) < most_connections(g)


def write_corridor(
    g: Generation[Any], first: Opening, second: Opening, kind: int, corners: Sequence[Tile]
) -> None:
    """Write a corridor of a type into the records of both rooms, each of which has a free slot. The
    corners are in the order from the first room on."""
    for end, other, turns in ((first, second, corners), (second, first, corners[::-1])):
        connection = Connection(other.room, kind, end.x, end.y, end.wall, list(turns))
        g.rooms[end.room].connections.append(connection)
