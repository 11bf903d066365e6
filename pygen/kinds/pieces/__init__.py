"""Wave function collapse: pieces that fit are put side by side. They are drawn, or learned from a
drawing.

The twins of its parts are in `c64src/kinds/pieces/`.
"""

from pygen.engine.generator.kind import OWN_CONNECTIONS, Kind, Phase
from pygen.kinds.pieces.figures import FIGURES, lines
from pygen.kinds.pieces.notes import notes
from pygen.kinds.pieces.parameters import Pieces, given
from pygen.kinds.pieces.pieces_phase import build_pieces

KIND = Kind(
    "pieces",
    Pieces,
    (Phase("pieces", build_pieces),),
    notes=notes,
    lines=lines,
    figures=FIGURES,
    tiles=("door", "secret_path", "treasure"),
    places_stairs=False,
    inseparable={
        OWN_CONNECTIONS: "the ways from piece to piece are drawn in the pieces",
        **dict.fromkeys(("secrets", "treasures"), "they are drawn in the pieces"),
    },
    gives=given,
)
