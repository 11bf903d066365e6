"""Chambers: rooms as rectangles, each with its use, in the table `chambers`.

They are for kinds whose rooms have no records of doors and connections.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pygen.engine.definition.tables import BYTE, Fields, Structs, Table


@dataclass(frozen=True)
class Use:
    """A use of a chamber. `text` is what the program says when the player enters such a chamber; if
    it is empty, the program says nothing."""

    name: str
    text: str = ""


USES = (
    Use("plain"),
    Use("shop", "you enter a shop"),
    Use("monster_house", "a monster house!"),
    Use("labyrinth"),
)
"""The uses; the number of each is its place in this list."""

PLAIN, SHOP, MONSTER_HOUSE, LABYRINTH = range(4)

CHAMBERS = "chambers"
"""The name of the table of chambers."""


def _chamber_structs(_: Sequence[Any]) -> dict[str, Fields]:
    return {"chamber": dict.fromkeys(("x", "y", "w", "h", "use"), BYTE)}


CHAMBER_STRUCTS = Structs(_chamber_structs)
"""The struct of chambers, for the kinds that have any."""


def chambers_table(
    capacity: Callable[[Any], int], final_after: str, is_optional: bool = False
) -> Table:
    """The table `chambers` of a kind, with `capacity` rows, final after the phase `final_after`."""
    return Table(CHAMBERS, "chamber", capacity, final_after, "the rooms", is_optional=is_optional)
