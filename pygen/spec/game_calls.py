"""The calls of a module with which a game plays in a dungeon: which there are, and their arguments.

The table of game calls has an entry for each of `GAME_CALLS`, at an offset that never changes: new
ones are added at the end. A call that is left out answers `CALL_IS_LEFT_OUT`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class GameCall:
    """A call: its name, the family whose C has it (a folder of c64src/calls), and what it does, in
    the words of an export.

    `arguments` are those that a program in C passes, in their order: names of `GAME_REQUEST`, or
    `X` and `A` for the registers, each with the parameter's name behind it. `is_light` says that
    the call changes little of zero page, and puts only that back. `tables` are tables of which a
    dungeon must have one for the call; the others leave it out. `answers_word` says that A and X
    are a number, instead of a status in A.
    """

    name: str
    family: str
    meaning: str
    arguments: tuple[str, ...] = ()
    is_light: bool = False
    tables: tuple[str, ...] = ()
    answers_word: bool = False


ROOM_TABLES = ("rooms", "chambers", "features")
"""The tables whose records are rooms for `room_at` and `room_info`: a dungeon has at most one."""

GAME_CALLS = (
    GameCall(
        "unpack_map", "maps", "all tiles of the map, a byte each, row by row, to `to`", ("to",)
    ),
    GameCall(
        "distances",
        "ways",
        "the steps to the nearest source from each tile, to `to`",
        ("map", "to", "sources", "source_count", "properties", "way"),
    ),
    GameCall(
        "next_step",
        "ways",
        "X: the next step from a tile by what is at `to`: 0 left, 1 right, 2 up, 3 down",
        ("to", "x", "y", "way"),
        is_light=True,
    ),
    GameCall(
        "field_of_view", "sight", "what is seen from a tile", ("map", "to", "x", "y", "radius")
    ),
    GameCall(
        "line_of_sight",
        "sight",
        "whether a tile is seen from another",
        ("map", "x", "y", "x2", "y2"),
    ),
    GameCall(
        "room_at", "rooms", "X: the room whose floor has a tile", ("X x", "A y"), tables=ROOM_TABLES
    ),
    GameCall("room_info", "rooms", "what a room is, to `to`", ("A room", "to"), tables=ROOM_TABLES),
    GameCall(
        "connection_info",
        "rooms",
        "how a room is connected to another, to `to`",
        ("X room", "A target", "to"),
        tables=("rooms",),
    ),
    GameCall("validate", "maps", "A: what is wrong with the map, as bits"),
    GameCall(
        "entity_at",
        "entities",
        "X: the first entity at a tile",
        ("X x", "A y"),
        tables=("entities",),
    ),
    GameCall(
        "tile_is",
        "tiles",
        "A: those of `properties` that a tile has",
        ("X x", "A y", "properties"),
        is_light=True,
    ),
    GameCall("random", "chance", "a random number in A and X", is_light=True, answers_word=True),
    GameCall("random_below", "chance", "A: a random number below A", ("A count",), is_light=True),
    GameCall(
        "distances_step",
        "ways",
        "a step of `distances`, of at most 10,000 cycles",
        ("map", "to", "sources", "source_count", "properties", "way", "A before"),
    ),
    GameCall(
        "field_of_view_octant",
        "sight",
        "a part of `field_of_view`: 0 writes the window, 1 to 8 mark an octant",
        ("map", "to", "x", "y", "radius", "A part"),
    ),
    GameCall(
        "mark_seen",
        "sight",
        "note what is seen in a window in the plane `seen`",
        ("to", "seen", "x", "y", "radius"),
    ),
    GameCall(
        "unpack_map_step",
        "maps",
        "a step of `unpack_map`, of some 5,500 cycles",
        ("to", "A before"),
    ),
    GameCall(
        "validate_step",
        "maps",
        "a step of `validate`, of some 7,500 cycles. X: the bits at the end",
        ("A before",),
    ),
)
"""All calls in the order of their entries. Each takes three bytes."""

GAME_TABLE_OFFSET = 64
"""The offset of the table, behind the header of every module."""

GAME_ENTRIES = 24
"""The number of entries that the table has room for; those of calls to come answer as if they were
left out."""

GAME_REQUEST_OFFSET = GAME_TABLE_OFFSET + 3 * GAME_ENTRIES
GAME_REQUEST = {
    "map": 0, "to": 2, "x": 4, "y": 5, "x2": 6, "y2": 7, "radius": 8, "properties": 9, "way": 10,
    "sources": 11, "source_count": 13, "random_state": 14, "seen": 16,
}  # fmt: skip
"""The offset of each argument in the request block of game calls."""

GAME_ADDRESSES = ("map", "to", "sources", "seen")
GAME_WORDS = (*GAME_ADDRESSES, "random_state")
"""The arguments that take two bytes, low byte first: addresses, and a number."""

GAME_MEANINGS = {
    "map": "the address of an unpacked map", "to": "the address where results go",
    "x": "a tile's column", "y": "and its row", "x2": "another tile's column", "y2": "and its row",
    "radius": "how far is seen, 1 to 8", "properties": "which properties of tiles count, as bits",
    "way": "0 towards, 1 away, 2 fleeing; + 128: in two bits a tile",
    "sources": "the address of columns and rows of tiles",
    "source_count": "how many they are; 0: x and y are the source",
    "random_state": "the state of the game's random numbers, 1 to 65535",
    "seen": "the address of the plane of what was ever seen",
}  # fmt: skip
"""What each argument is, for exports."""

GAME_REQUEST_BYTES = 24
GAME_HEADER_BYTES = GAME_REQUEST_OFFSET + GAME_REQUEST_BYTES
"""The bytes of the header of a module with game calls, with both tables and request blocks."""

GAME_VERSION = 3
"""The version of the table of such a module."""

CALL_NAMES = tuple(call.name for call in GAME_CALLS)


def families_of(calls: Sequence[GameCall]) -> list[str]:
    """The families of some calls, each once, in their order."""
    return list(dict.fromkeys(call.family for call in calls))
