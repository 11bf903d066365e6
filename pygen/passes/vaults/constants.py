"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

VAULT_BYTES = 12
"""The bytes of a vault's record in the table of vaults."""

VAULT_WEIGHT, VAULT_LEAST, VAULT_MOST, VAULT_ZONE, VAULT_FLAGS = range(5)
VAULT_DOWN, VAULT_ACROSS, VAULT_ENTRANCE, VAULT_SIDE = range(5, 9)
VAULT_MARKS_LOW, VAULT_MARKS_HIGH = 9, 10
"""Where in the record each byte is: how often it is chosen; the fewest and the most on a floor; the
zone of its entrance; its flags; the rows and the columns of its drawing, and the column of the
entrance; at which side of its entrance it is if it is not turned; and its first mark."""

IN_ROOM, IS_TURNED, IS_MIRRORED, IS_TRANSPARENT, IS_LOCKED = 1, 2, 4, 8, 16
"""The flags of a vault: it is within a room; it may be turned; it may be mirrored; corridors may
end at it; its entrance has a locked door."""

LEFT_AS_IS = 0
"""The mark of a tile that stays as it is."""

OPENING = 128
"""Added to a mark in the outer ring of a drawing that can be walked on."""

MOST_VAULTS = 16
"""The most drawings of a use."""
