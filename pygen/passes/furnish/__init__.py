"""Contents of rooms: drawings that are chosen for each room among those that suit it.

The twin is in `c64src/passes/furnish/`.
"""

from pygen.engine.definition.pass_figures import Change, PassFigure
from pygen.engine.definition.passes import Pass
from pygen.engine.definition.tables import Figures
from pygen.passes.furnish.furnishing import furnish_rooms
from pygen.passes.furnish.parameters import Furnish


def drawings_placed(change: Change) -> int:
    """How often drawings were placed: each counts once in a room."""
    return sum(change.made)


PASS = Pass(
    "furnish",
    Furnish,
    furnish_rooms,
    names_tiles=True,
    writes_looks=True,
    figures=(PassFigure("placed", "drawing", drawings_placed),),
    summary=Figures(
        "furnish_figures",
        {"furnished": 1},
        meanings={"furnished": "how many rooms are furnished"},
    ),
)
