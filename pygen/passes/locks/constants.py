"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

ENTITIES_PASSED = 24
"""At how many entities one step looks."""

PASSAGES_AT_ONCE = 10
"""At how many bytes of the plane one step looks for passages; a tile counts as one."""

CONTACTS_AT_ONCE, CONTACT_WORK = 20, 3
"""In how many bytes of the plane one step looks for contact; one in which a tile was not reached
counts as so many more."""

KEYS_AT_ONCE = 6
"""How many tiles one step tries for a key."""

KEYS_TRIED = 150
"""How many tiles are tried for a key before another place is tried for its door."""

LOCKS_AT_ONCE = 3
"""At how many locks one step looks."""
