"""Features: properties of a dungeon's map that a kind or a pass gives, and that a pass needs.

A pass is possible if the map has what it needs after all that comes before the pass. Each feature
is a name, which the errors of a spec show, and `MEANINGS` says what the name stands for.
"""

from __future__ import annotations

Features = frozenset[str]

NONE: Features = frozenset()

CONNECTED = "connected"
STAIRS = "stairs"
RECORDED_ROOMS = "recorded rooms"
RECORDED_CORRIDORS = "recorded corridors"
ROOMS = "rooms"
PLACES = "places"
ROOMS_APART = "rooms apart"
TREASURES = "treasures"
SECRET_ROOMS = "secret rooms"
HIDDEN_ROOMS = "hidden rooms"
LOCKED_PARTS = "locked parts"
WORLD = "world"
GATES = "gates"

MEANINGS = {
    CONNECTED: "every walkable tile can be reached on foot from every other",
    STAIRS: "the stairs have their places",
    PLACES: "a table says where rooms or features are",
    ROOMS: "a table says where rooms are, as rectangles",
    ROOMS_APART: "nothing joins the rooms of a table yet, and each of them is all floor",
    TREASURES: "the kind has placed its treasures",
    SECRET_ROOMS: "the kind has hidden some of its rooms",
    HIDDEN_ROOMS: "some rooms can be reached by secret paths only",
    LOCKED_PARTS: "some parts can be reached with keys only",
    WORLD: "the map is a chunk of a world",
    GATES: "the gates of the chunk are open on its inside",
    RECORDED_ROOMS: "a table says where the map has its rooms, doors and corridors",
    RECORDED_CORRIDORS: "the records of rooms have all corridors that join the rooms",
}
"""The features, and what each means."""
