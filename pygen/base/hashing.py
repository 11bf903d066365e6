"""Short names for bytes."""

from __future__ import annotations

import hashlib


def digest(data: bytes) -> str:
    """A short name for some bytes: the first 16 hex digits of their SHA-256."""
    return hashlib.sha256(data).hexdigest()[:16]
