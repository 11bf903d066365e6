"""The figures of the kind: their largest values in the summary, and how people see them.

The C has no twin of this file: it writes the emitted struct of these figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.definition.tables import Figures, LargestValue
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import CORRIDOR_TYPES
from pygen.engine.generator.kind import OWN_CONNECTIONS
from pygen.kinds.grid_rooms.parameters import GridRooms

CORRIDOR_FIGURES = (
    "corridors_straight",
    "corridors_l_shaped",
    "corridors_z_shaped",
    "corridors_winding",
    "corridors_shared",
)
"""The figures that count the corridors of each type, by the type's number."""


def largest_figures(name: str, dungeon: GridRooms) -> Iterator[LargestValue]:
    """The largest values of the figures, and why."""
    struct, rooms = FIGURES.struct, dungeon.record_count()
    why = f"dungeon `{name}`, up to {rooms} rooms"
    yield LargestValue(rooms, why, struct, ("rooms", "secret_rooms"))
    yield LargestValue(rooms - 1, why, struct, CORRIDOR_FIGURES)
    treasures = dungeon.secrets.treasures
    why = f"dungeon `{name}`, {treasures} treasures"
    yield LargestValue(treasures, why, struct, ("treasures",))


FIGURES = Figures(
    "grid_rooms_figures",
    dict.fromkeys(("rooms", *CORRIDOR_FIGURES, "secret_rooms", "treasures"), 1),
    largest_figures,
)


def columns(g: Generation[GridRooms]) -> dict[str, int]:
    """Rooms, secret rooms, corridors of all types, and treasures."""
    return {
        "rooms": len(g.rooms),
        "secret": g.figures["secret_rooms"],
        "corridors": sum(g.figures[name] for name in CORRIDOR_FIGURES),
        "treasures": g.figures["treasures"],
    }


def lines(g: Generation[GridRooms]) -> list[tuple[str, str]]:
    """Rooms, corridors and treasures in words."""
    counts = [g.figures[name] for name in CORRIDOR_FIGURES]
    parts = [f"{count} {words}" for words, count in zip(CORRIDOR_TYPES, counts) if count]
    rooms, absent = str(len(g.rooms)), g.parameters.without
    if "secret rooms" not in absent:
        rooms += f", {g.figures['secret_rooms'] or 'none'} of them secret"
    found = [("rooms", rooms)]
    if OWN_CONNECTIONS not in absent:
        found.append(("corridors", f"{sum(counts)}: {', '.join(parts) or 'none'}"))
    if "treasures" not in absent:
        found.append(("treasures", str(g.figures["treasures"])))
    return found
