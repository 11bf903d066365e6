"""The kinds of dungeons: one folder each, which are found automatically.

A kind is a folder here whose `__init__.py` defines `KIND`, and its twin in `c64src/kinds/`.
docs/adding-a-kind.md lists everything that belongs to it.
"""

from pygen.kinds.catalogue import (
    KINDS,
    KNOWN_TILES,
    Step,
    advance,
    begin,
    figures_of,
    figures_required,
    generate,
    measured_figures,
    pass_figures_of,
    phase_names,
    phases_of,
    phases_of_kind,
    possible_values,
    structs_of,
    tables_of,
    tiles_of,
    unmeasured_figures,
)

__all__ = [
    "KINDS",
    "KNOWN_TILES",
    "Step",
    "advance",
    "begin",
    "figures_of",
    "figures_required",
    "generate",
    "measured_figures",
    "pass_figures_of",
    "phase_names",
    "phases_of",
    "phases_of_kind",
    "possible_values",
    "structs_of",
    "tables_of",
    "tiles_of",
    "unmeasured_figures",
]
