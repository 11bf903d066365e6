"""Places: what is known of each room besides its rectangle, a row of the table `places`.

A dungeon has the table only if one of its passes uses it (`uses_places`). The records of rooms stay
as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pygen.engine.definition.tables import BYTE, Fields, Structs, Table

PLACES = "places"
"""The name of the table, of its region, and of the phase that begins it."""

ZONE_NAMES = ("near", "middle", "far")
"""The zones of a level; the number of each is its place in this list."""

NEAR, MIDDLE, FAR, NOT_KNOWN = 0, 1, 2, 255
"""What `distance` may be: a zone, or that nobody has looked or that it is in none."""

PLAIN = "plain"
"""The name that stands for no purpose, which is number 0."""

SHAPES = ("rectangle", "cut", "round", "cross", "l", "cave", "pillared", "other")
"""The shapes of rooms; the number of each is its place in this list. The last one stands for all
behind it."""


@dataclass
class Place:
    """What is known of a room: the numbers of its `shape` (0: a rectangle), of its `purpose` and of
    the `vault` that lies in it (0: none), and the zone in which it is."""

    shape: int = 0
    purpose: int = 0
    vault: int = 0
    distance: int = NOT_KNOWN


def place_structs(_: Sequence[Any]) -> dict[str, Fields]:
    """The struct of places. A blank record is a new place."""
    distance = {"bytes": 1, "unused": NOT_KNOWN}
    return {"place": {"shape": BYTE, "purpose": BYTE, "vault": BYTE, "distance": distance}}


PLACE_STRUCTS = Structs(place_structs)
"""The struct of places, for dungeons that have the table."""


def place_values(values: dict[str, Any], place: Place) -> dict[str, Any]:
    """The values of a place's record; `values` are those of an unused one."""
    return values | asdict(place)


def no_rows(_: Any) -> int:
    """The rows of a table to which nobody has added any yet."""
    return 0


PLACES_TABLE = Table(
    PLACES, "place", no_rows, "camera", "what passes make of each room", place_values
)
"""The table of a dungeon of which nothing is known: as it is, it has no rows."""
