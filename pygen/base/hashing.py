"""Short digests of bytes."""

from __future__ import annotations

import hashlib


def digest(data: bytes) -> str:
    """The first 16 hex digits of the SHA-256 of `data`."""
    return hashlib.sha256(data).hexdigest()[:16]
