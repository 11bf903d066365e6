"""The wishes of the parameters that a dungeon does not meet.

They are only for people who look at a dungeon, so the C has no twin of this file.
"""

from __future__ import annotations

from pygen.engine.dungeon.generation import Generation
from pygen.kinds.pieces.parameters import Pieces


def notes(g: Generation[Pieces]) -> list[str]:
    """The wishes that were not met, a sentence each; empty if all were met."""
    if not g.figures["fallback"]:
        return []
    attempts = g.parameters.solving.attempts
    return [f"no attempt of {attempts} succeeded: this is the dungeon of the fallback"]
