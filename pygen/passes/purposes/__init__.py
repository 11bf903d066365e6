"""What rooms are for: a library, barracks, a shrine.

The twin is in `c64src/passes/purposes/`.
"""

from pygen.engine.definition.pass_figures import Change, PassFigure, left_out
from pygen.engine.definition.passes import Pass
from pygen.passes.purposes.choosing import give_purposes
from pygen.passes.purposes.parameters import Purposes, needed

GIVEN = ("given", "purpose")
"""The name of the figure that counts the rooms with a purpose, and what each has."""


def rooms_with_any(change: Change) -> int:
    """How many rooms have any purpose."""
    return sum(purpose != 0 for purpose in change.purposes)


PASS = Pass(
    "purposes",
    Purposes,
    give_purposes,
    needs=needed,
    changes_tiles=False,
    figures=(PassFigure(*GIVEN, rooms_with_any), left_out("room")),
)
