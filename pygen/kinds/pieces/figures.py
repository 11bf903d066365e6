"""The figures of the kind: their largest values in the summary, and how people see them.

The C has no twin of this file: it writes the emitted struct of these figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.definition.tables import Figures, LargestValue
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.pieces.parameters import Pieces


def largest_figures(name: str, dungeon: Pieces) -> Iterator[LargestValue]:
    """The largest values of the figures, and why."""
    struct, solving = FIGURES.struct, dungeon.solving
    most = solving.repairs * solving.attempts
    yield LargestValue(most, f"dungeon `{name}`, {most} repairs", struct, ("repairs",))
    cells = dungeon.columns * dungeon.rows
    why = f"dungeon `{name}`, {cells} cells"
    yield LargestValue(cells, why, struct, ("joints", "dropped"))
    yield LargestValue(1, "a flag", struct, ("fallback",))


FIGURES = Figures(
    "pieces_figures",
    {"repairs": 1, "fallback": 1, "joints": 2, "dropped": 2},
    largest_figures,
)


def lines(g: Generation[Pieces]) -> list[tuple[str, str]]:
    """Pieces and repairs in words."""
    parameters, figures = g.parameters, g.figures
    model = parameters.model
    count = len(parameters.options)
    words = f"{count} patterns" if parameters.is_learned else f"{count} pieces, turned and mirrored"
    return [
        ("cells", f"{model.columns} x {model.rows}, of {words}"),
        ("repairs", str(figures["repairs"])),
        ("joined, dropped", f"{figures['joints']} borders, {figures['dropped']} cells"),
    ]
