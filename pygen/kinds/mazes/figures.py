"""The figures of the kind: their largest values in the summary, and how people see them.

The C has no twin of this file: it writes the emitted struct of these figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.definition.tables import Figures, LargestValue
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.mazes.parameters import Mazes


def largest_figures(name: str, dungeon: Mazes) -> Iterator[LargestValue]:
    """The largest values of the figures, and why."""
    cells = dungeon.cells_across * dungeon.cells_down
    why = f"dungeon `{name}`, {cells} cells"
    yield LargestValue(cells, why, FIGURES.struct, tuple(FIGURES.fields))


FIGURES = Figures(
    "mazes_figures",
    dict.fromkeys(("cells", "dead_ends", "loops", "way_length"), 2),
    largest_figures,
)


def lines(g: Generation[Mazes]) -> list[tuple[str, str]]:
    """Cells, dead ends, loops and the way between the stairs in words. The way is known only if the
    kind places the stairs."""
    figures, parameters = g.figures, g.parameters
    columns, rows = parameters.cells_across, parameters.cells_down
    found = [
        ("cells", f"{figures['cells']} of {columns} x {rows}"),
        ("dead ends", str(figures["dead_ends"])),
        ("loops", str(figures["loops"])),
    ]
    if "stairs" not in parameters.without:
        way = f"{figures['way_length']} cells from the up stairs to the down stairs"
        found.append(("way", way))
    return found
