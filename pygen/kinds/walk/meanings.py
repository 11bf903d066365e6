"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

from pygen.engine.definition.map_size import TILE_TABLES

MEANINGS: Mapping[str, str] = {
    **TILE_TABLES,
    "MOVES_AT_ONCE": "moves of a step: moves_of_... of schedule.toml",
    "IS_PULLED": "whether walk.pull is another one than uniform",
    "SHARE_TILES": (
        "tiles of floor with which the walk ends: walk.share percent of those within the "
        "edge; 0: only after its steps"
    ),
    "WANTED_SECTIONS": "how many sections have floor at least; 0: any number",
    "SECTIONS_ACROSS": "sections of a row of sections",
    "SECTIONS_DOWN": "sections of a column of sections",
    "SECTION_LEFT": "by place of a section in its row: its first column of tiles",
    "SECTION_RIGHT": "the same: its last column",
    "SECTION_FIRST_BYTE": "the same: the byte of a row of the map where its tiles begin",
    "SECTION_LAST_BYTE": "the same: the byte where they end",
    "SECTION_TOP": "by place of a section in its column: its first row of tiles",
    "SECTION_BOTTOM": "the same: its last row",
    "MOST_SECTIONS": "sections of the map, on the floor that has the most",
    "COLUMN_TERMS_LOW": "by column: its term of the index of WEIGHTS, in 256ths, lower byte",
    "COLUMN_TERMS_HIGH": "the same, upper byte",
    "ROW_TERMS_LOW": "by row: its term of the index of WEIGHTS, in 256ths, lower byte",
    "ROW_TERMS_HIGH": "the same, upper byte",
    "WEIGHTS": "the weight of a tile, 1 to 255, by the sum of its terms",
    "SOME_HAVE_WALKERS": "whether there is more than one walker on some floors",
    "MOVES_BY_KERNEL": "whether the moves are made by the kernel: all rows begin with whole bytes",
    "ROW_LENGTH": "bytes of a row of the map",
    "LAST_COLUMN": "the last column of tiles that a walker may enter",
    "LAST_ROW": "the last row of tiles that a walker may enter",
    "HAS_LONG_DISTANCES": "whether distances across the map need more than a byte",
    "SQUARES": (
        "upper bytes of n * n / 4, from 0 to 510: a product is the entry of the sum less "
        "that of the difference"
    ),
    "INNER_LEFT": "pull: inward: the first column where all directions are equally likely",
    "INNER_RIGHT": "the last one",
    "INNER_TOP": "the first row where they are",
    "INNER_BOTTOM": "the last one",
    "WEIGHT_MAP": "the weights of all tiles, 1 to 255, row by row",
    "WEIGHT_MAP_WIDTH": "tiles of a row of WEIGHT_MAP",
}
