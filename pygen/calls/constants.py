"""Constants that the game calls share with their C."""

CALL_IS_DONE = 0
"""The status of a call that has done what was asked."""

CALL_IS_REFUSED = 1
"""The status of a call whose arguments are out of range, or whose map is too large."""

CALL_FINDS_NOTHING = 2
"""The status of a call that has found nothing: no room, no entity, no way."""

CALL_GOES_ON = 3
"""The status of a call that has done a step, and has more to do."""

CALL_IS_LEFT_OUT = 255
"""The status of a call that the module does not have."""

MOST_UNPACKED = 16384
"""The most tiles of a map that is unpacked, a byte each."""

NO_ENTITY = 255
"""The number of no entity."""

ROOM_INFO_BYTES = 8
"""The number of bytes that `room_info` writes."""

CONNECTION_INFO_BYTES = 4
"""The number of bytes that `connection_info` writes."""

MAP_HAS_OTHER_CODES = 1
"""A bit of what is wrong with a map: some codes are of no tile."""

MAP_HAS_OPEN_EDGE = 2
"""Some walkable tiles are beside an empty one or, except in worlds, at the map's edge."""

MAP_HAS_OTHER_STAIRS = 4
"""The stairs are not as the summary says."""

CLASS_WALKABLE = 1
CLASS_EMPTY = 2
"""What a tile is while a map is checked; 0: neither."""
