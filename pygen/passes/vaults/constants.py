"""Facts that Python and C share: the C gets them as emitted constants (pygen/emit/facts.py)."""

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
