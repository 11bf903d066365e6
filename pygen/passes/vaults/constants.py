"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

VAULT_RECORD_BYTES = 9
"""The bytes of a vault's record in the table of vaults."""

VAULT_AT_WEIGHT, VAULT_AT_LEAST, VAULT_AT_MOST, VAULT_AT_ZONE, VAULT_AT_FLAGS = range(5)
"""Where in the record each byte is: how often it is chosen; the fewest and the most on a floor; the
zone of its entrance; and its flags."""

VAULT_AT_ENTRANCE, VAULT_AT_SIDE, VAULT_AT_DRAWING_LOW, VAULT_AT_DRAWING_HIGH = range(5, 9)
"""Where in the record each byte is: the column of the entrance in the drawing's first row; at which
side of the entrance it is if it is not turned; and where its drawing begins."""

VAULT_IN_ROOM, VAULT_IS_TURNED, VAULT_IS_MIRRORED, VAULT_IS_TRANSPARENT, VAULT_IS_LOCKED = (
    1,
    2,
    4,
    8,
    16,
)
"""The flags of a vault: it is within a room; it may be turned; it may be mirrored; corridors may
end at it; its entrance has a locked door."""

MOST_VAULTS = 16
"""The most drawings of a use."""
