"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

from pygen.engine.noise.octaves import MEANINGS as OF_NOISE

MEANINGS: Mapping[str, str] = {
    **OF_NOISE,
    "NOISE_HAS_PAGES": "whether coordinates need more than a byte: in a world",
    "CLASS_COUNT": "how many classes of heights there are",
    "CLASS_TILES": (
        "by class: its tile, as its place among water, grass, forest, mountain and floor"
    ),
    "CLASS_ENDS": "by class: where its heights end, or how many tiles it and those below have",
    "HAS_FALLOFF": "whether heights are lowered near the edge of the map",
    "FALLS_OF_COLUMNS": "by column: by how much heights are lowered",
    "FALLS_OF_ROWS": "by row: by how much heights are lowered",
    "RIVER_HEIGHT": "the height of the noise of rivers in the middle of a river, in a world",
    "DROPS_PARTS": "whether parts.least_size closes small parts",
    "KEEPS_HEIGHTS": "whether the heights of all tiles fit into work memory",
}
