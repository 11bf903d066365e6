"""The wishes of the parameters that a dungeon does not meet.

They are only for people who look at a dungeon, so the C has no twin of this file.
"""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS, STATUS_FEWER_TREASURES
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.accretion.parameters import Accretion


def notes(g: Generation[Accretion]) -> list[str]:
    """The wishes that were not met, a sentence each; empty if all were met."""
    found = []
    if g.status & STATUS_FEWER_PARTS:
        found.append(
            f"{len(g.tables['features'])} of {g.parameters.features.most} features were placed: "
            "no other one fitted where it was tried"
        )
    if g.status & STATUS_FEWER_TREASURES and "secrets" not in g.parameters.without:
        found.append(
            f"{g.figures['treasures']} treasures: there were not enough dead ends for "
            f"{g.parameters.secrets.treasures} more than in vaults"
        )
    return found
