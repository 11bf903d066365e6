"""Rock: what things may be hidden in."""

from __future__ import annotations

ROCK = ("empty", "wall", "mountain")
"""The names of the tiles that are rock where they cannot be walked on."""
