"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "KEY": "which of the lists of drawings it uses",
    "KEYS": "by list of drawings: its key",
    "FIRST": "by list of drawings: the number of its first one",
    "BEHIND": "by list of drawings: the number behind its last one",
    "DRAWINGS": "how many drawings there are in all lists",
    "BYTES": "the drawings, byte by byte",
    "AT": "by drawing: where its bytes begin",
    "TILES": "the tiles that drawings name, by their numbers in BYTES",
    "WEIGHT": "by drawing: its weight",
    "MOST": "by drawing: how often it is used at most",
    "PLACE": "by drawing: where it is placed",
    "GAP": "by drawing: the tiles between two copies, for tiled ones",
    "COPIES": "by drawing: how many copies there are, in corners and at walls",
    "MARGIN": "by drawing: 1 if there must be floor around it; else 0",
    "NEED_ACROSS": "by drawing: the fewest columns of a room in which it fits, if it is not turned",
    "NEED_DOWN": "by drawing: the fewest rows of a room in which it fits, if it is not turned",
    "LEAST_WIDTH": "by drawing: the least width of its rooms",
    "MOST_WIDTH": "by drawing: the greatest width of its rooms",
    "LEAST_HEIGHT": "by drawing: the least height of its rooms",
    "MOST_HEIGHT": "by drawing: the greatest height of its rooms",
    "SHAPES": "by drawing: the shapes of its rooms, a bit each",
    "ZONES": "by drawing: the zones of its rooms, a bit each; bit 3 for rooms in none",
    "FILL_EFFORT": "by drawing: the effort of choosing what its marks become",
    "TURNS": "by drawing: its orientations, as in BYTES",
    "LOOKS_AT_SHAPES": "whether the shape of a room matters",
    "LOOKS_AT_ZONES": "whether the zone of a room matters",
}
