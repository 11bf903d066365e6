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
