"""Which dungeons of a spec are built together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Selection:
    """Dungeons that are built together, in this order, and the name of their program."""

    program: str
    dungeons: tuple[str, ...]
