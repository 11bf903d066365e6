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

NO_ENTITY_AT = 255
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

CALL_IS_FULL = 4
"""The status of a call that found no room for what it has to remember."""

CALL_IS_UNREACHED = 5
"""The status of a call about a tile to which no way leads."""

STEPS_NOT_REACHED = 255
"""In a byte for each tile: no way leads there."""

WAYS_FARTHEST = 254
"""In a byte for each tile: so many steps, or more."""

PAIR_NOT_REACHED = 3
"""In two bits for each tile: no way leads there. The others have their distance modulo 3."""

WITHOUT_DOORS = 32
"""The bit of `properties` with which doors do not count. The lower bits are those of the properties
of tiles: a tile counts if it has one of them."""

WITHOUT_SECRETS = 64
"""The bit of `properties` with which secret tiles do not count."""

WAYS_MOST_WAITING = 255
"""How many tiles may wait at a time while ways go on from others."""

WAYS_MOST_ENDS = 255
"""How many dead ends a safety map may begin from."""

WAY_TOWARDS = 0
"""The way of a step to less."""

WAY_AWAY = 1
"""The way of a step to more."""

WAY_FLEEING = 2
"""The way of a safety map, and of a step to less on it."""

WAY_IN_PAIRS = 128
"""The bit of `way` with which distances are two bits for each tile."""
