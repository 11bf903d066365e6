"""A dungeon that grows: features are added through the walls of those that are there.

Source: the random-walk article and the article that it follows (docs/sources.md). One file for each
part; the twins, function by function, are in `c64src/kinds/accretion/`.
"""

from pygen.engine.kind import Kind, Phase, connected_and_recorded
from pygen.kinds.accretion.building import build_features
from pygen.kinds.accretion.figures import FIGURES, columns, lines
from pygen.kinds.accretion.notes import notes
from pygen.kinds.accretion.parameters import FEATURE_STRUCTS, FEATURES_TABLE, TREASURE, Accretion
from pygen.kinds.accretion.secrets import place_secrets
from pygen.kinds.accretion.stairs import place_stairs

KIND = Kind(
    "accretion",
    Accretion,
    (
        Phase("features", build_features),
        Phase("stairs", place_stairs),
        Phase("secrets", place_secrets),
    ),
    notes=notes,
    lines=lines,
    columns=columns,
    tables=(FEATURES_TABLE,),
    structs=(FEATURE_STRUCTS,),
    figures=FIGURES,
    tiles=("door", "secret_path", TREASURE),
    filled=("wall", "floor"),
    gives=connected_and_recorded,
)
