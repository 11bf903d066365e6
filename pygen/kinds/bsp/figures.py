"""The figures of the kind: their largest values in the summary, and how people see them.

The C has no twin of this file: it writes the emitted struct of these figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.definition.tables import Figures, LargestValue
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import CORRIDOR_TYPES
from pygen.engine.generator.kind import OWN_CONNECTIONS
from pygen.kinds.bsp.parameters import Bsp

CORRIDOR_FIGURES = ("corridors_straight", "corridors_l_shaped", "corridors_z_shaped")
"""The figures that count the corridors of each type, by the type's number."""


def largest_figures(name: str, dungeon: Bsp) -> Iterator[LargestValue]:
    """The largest values of the figures, and why."""
    struct, rooms = FIGURES.struct, dungeon.record_count()
    why = f"dungeon `{name}`, up to {rooms} rooms"
    yield LargestValue(rooms, why, struct, ("rooms", "way_length"))
    most = max(dungeon.most_corridors, dungeon.most_pairs)
    why = f"dungeon `{name}`, up to {most} corridors"
    yield LargestValue(most, why, struct, (*CORRIDOR_FIGURES, "loops", "dropped"))


FIGURES = Figures(
    "bsp_figures",
    dict.fromkeys(("rooms", *CORRIDOR_FIGURES, "loops", "dropped", "way_length"), 1),
    largest_figures,
)


def columns(g: Generation[Bsp]) -> dict[str, int]:
    """Rooms, corridors of all types, loops, and the way between the stairs."""
    return {
        "rooms": len(g.rooms),
        "corridors": sum(g.figures[name] for name in CORRIDOR_FIGURES),
        "loops": g.figures["loops"],
        "way": g.figures["way_length"],
    }


def lines(g: Generation[Bsp]) -> list[tuple[str, str]]:
    """Rooms, corridors and the way between the stairs in words."""
    counts = [g.figures[name] for name in CORRIDOR_FIGURES]
    parts = [f"{count} {words}" for words, count in zip(CORRIDOR_TYPES, counts) if count]
    way = g.figures["way_length"]
    absent = g.parameters.without
    found = [("rooms", str(len(g.rooms)))]
    if OWN_CONNECTIONS not in absent:
        found.append(("corridors", f"{sum(counts)}: {', '.join(parts) or 'none'}"))
        found.append(("loops", str(g.figures["loops"])))
    if "stairs" not in absent:
        words = f"{way} corridor{'s' * (way != 1)} from the up stairs to the down stairs"
        found.append(("way", words))
    return found
