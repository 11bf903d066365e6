"""The constants of game calls that an export gives to programs: one list for all its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygen.calls.constants import (
    CALL_FINDS_NOTHING,
    CALL_GOES_ON,
    CALL_IS_DONE,
    CALL_IS_FULL,
    CALL_IS_LEFT_OUT,
    CALL_IS_REFUSED,
    CALL_IS_UNREACHED,
    CONNECTION_INFO_BYTES,
    MAP_HAS_OPEN_EDGE,
    MAP_HAS_OTHER_CODES,
    MAP_HAS_OTHER_STAIRS,
    NO_ENTITY_AT,
    PAIR_NOT_REACHED,
    ROOM_INFO_BYTES,
    STEPS_NOT_REACHED,
    WAY_AWAY,
    WAY_FLEEING,
    WAY_IN_PAIRS,
    WAY_TOWARDS,
    WAYS_FARTHEST,
    WITHOUT_DOORS,
    WITHOUT_SECRETS,
)
from pygen.engine.definition.map_size import MapSize
from pygen.spec.game_calls import GameCall

WINDOW_RADIUS = 8
"""How far the window of `field_of_view` reaches to each side of the tile in its middle."""

WINDOW_ROW = 2 * WINDOW_RADIUS + 1
NOT_SEEN = 128
"""The bit of a tile in the window that is not seen."""

STEPS = ("left", "right", "up", "down")
"""The steps of `next_step`, in the order of their numbers."""


@dataclass(frozen=True)
class Constant:
    """A number with a name, such as `status_done`, to which files add the dungeon's."""

    name: str
    value: int
    meaning: str


def call_constants(
    calls: Sequence[GameCall], properties: Sequence[str], size: MapSize
) -> list[Constant]:
    """The constants that programs with these calls need; none without calls.

    `properties` are those of tiles, in the order of their bits; `size` is that of the map.
    """
    names = {call.name for call in calls}
    families = {call.family for call in calls}
    found: list[Constant] = []

    def add(is_needed: bool, *constants: tuple[str, int, str]) -> None:
        if is_needed:
            found.extend(Constant(*one) for one in constants)

    add(
        bool(calls),
        ("status_done", CALL_IS_DONE, "what calls answer in A: done"),
        ("status_refused", CALL_IS_REFUSED, "an argument is out of range, or the map too large"),
        ("status_nothing", CALL_FINDS_NOTHING, "nothing found, no step that is better"),
        ("status_more", CALL_GOES_ON, "more to do: call the step again with this in A"),
        ("status_full", CALL_IS_FULL, "no room for what has to wait"),
        ("status_no_way", CALL_IS_UNREACHED, "no way leads to this tile"),
        ("status_left_out", CALL_IS_LEFT_OUT, "the module does not have this call"),
    )
    add(
        bool(families & {"ways", "tiles"}),
        *(
            (f"is_{name}", 1 << bit, f"a bit of `call_properties`: tiles that are {name}")
            for bit, name in enumerate(properties)
        ),
    )
    add(
        "ways" in families,
        ("without_doors", WITHOUT_DOORS, "a bit of `call_properties`: doors do not count"),
        ("without_secrets", WITHOUT_SECRETS, "the same: secret tiles do not count"),
        ("way_towards", WAY_TOWARDS, "for `call_way`"),
        ("way_away", WAY_AWAY, "for `call_way` of next_step"),
        ("way_fleeing", WAY_FLEEING, "for `call_way`"),
        ("way_in_pairs", WAY_IN_PAIRS, "a bit of `call_way`: two bits a tile"),
        ("steps_farthest", WAYS_FARTHEST, "at `call_to`: so many steps, or more"),
        ("steps_not_reached", STEPS_NOT_REACHED, "at `call_to`: no way leads there"),
        ("pairs_not_reached", PAIR_NOT_REACHED, "the same with two bits a tile"),
        ("pairs_row", (size.width + 3) // 4, "bytes of a row with two bits a tile"),
        ("pairs_bytes", (size.width + 3) // 4 * size.height, "and of all rows"),
    )
    add(
        "next_step" in names,
        *((f"step_{name}", at, "what next_step answers in X") for at, name in enumerate(STEPS)),
    )
    add(
        bool({"unpack_map", "unpack_map_step"} & names) or bool(families & {"ways", "sight"}),
        ("tiles", size.width * size.height, "bytes of a map or a field with a byte a tile"),
    )
    add(
        "sight" in families,
        ("window_row", WINDOW_ROW, "bytes of a row of the window of field_of_view"),
        ("window_bytes", WINDOW_ROW * WINDOW_ROW, "and of all its rows"),
        ("window_radius", WINDOW_RADIUS, "the largest `call_radius`; the middle of the window"),
        ("window_centre", WINDOW_RADIUS * (WINDOW_ROW + 1), "the byte of the tile in the middle"),
        ("window_not_seen", NOT_SEEN, "the bit of tiles in the window that are not seen"),
        ("seen_row", (size.width + 7) // 8, "bytes of a row of the plane of what was seen"),
        ("seen_bytes", (size.width + 7) // 8 * size.height, "and of all its rows"),
    )
    add(
        bool({"validate", "validate_step"} & names),
        ("wrong_codes", MAP_HAS_OTHER_CODES, "a bit of validate: codes that are of no tile"),
        ("wrong_edge", MAP_HAS_OPEN_EDGE, "walkable tiles at the edge, or beside empty ones"),
        ("wrong_stairs", MAP_HAS_OTHER_STAIRS, "stairs other than the summary says"),
    )
    add("room_info" in names, ("room_info_bytes", ROOM_INFO_BYTES, "what room_info writes"))
    add(
        "connection_info" in names,
        ("connection_info_bytes", CONNECTION_INFO_BYTES, "what connection_info writes"),
    )
    add("entity_at" in names, ("no_entity", NO_ENTITY_AT, "what entity_at answers in X for none"))
    return found
