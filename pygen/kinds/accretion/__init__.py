"""A dungeon that grows: new features are added through the walls of existing ones.

Source: the random-walk article and the article that it follows (docs/sources.md). One file for each
part; the twins are in `c64src/kinds/accretion/`.
"""

from pygen.engine.definition.features import HIDDEN_ROOMS, SECRET_ROOMS, TREASURES, Features
from pygen.engine.generator.kind import OWN_CONNECTIONS, Kind, Phase, connected_and_recorded
from pygen.kinds.accretion.features_phase import build_features
from pygen.kinds.accretion.figures import FIGURES, columns, lines
from pygen.kinds.accretion.notes import notes
from pygen.kinds.accretion.parameters import FEATURE_STRUCTS, FEATURES_TABLE, Accretion
from pygen.kinds.accretion.secrets import place_secrets
from pygen.kinds.accretion.stairs import place_stairs


def given(dungeon: Accretion) -> Features:
    """The features of the kind's dungeons, without the parts that a dungeon leaves out."""
    found = set(connected_and_recorded(dungeon))
    hides = any("?" in "".join(vault.drawing) for vault in dungeon.vaults)
    if "secrets" not in dungeon.without:
        found |= {SECRET_ROOMS, TREASURES}
        hides = hides or dungeon.secrets.room_chance > 0
    return frozenset(found | {HIDDEN_ROOMS} if hides else found)


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
    tiles=("door", "secret_path", "treasure"),
    filled=("wall", "floor"),
    optional=("secrets", "stairs"),
    # Dead ends without stairs are hidden.
    needs_stairs=("secrets",),
    inseparable={OWN_CONNECTIONS: "a feature is made through an opening in another one"},
    gives=given,
)
