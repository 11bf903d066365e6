"""The rays from the centre of a tile, in numbers: what sight reckons with, also on the 6502.

An octant has *rows* of tiles, by their distance from the tile that is looked from: row n has the
tiles 0 to n, from the axis to the diagonal. A *window* is a square of bytes, one a tile, around
that tile. The slopes of the lines between the tiles of all rows divide an octant into *intervals*.
A row's tiles take whole intervals, and rays within an interval do not differ from each other; so a
slope is the number of an interval, and comparing slopes is comparing bytes.
"""

from __future__ import annotations

MOST_RADIUS = 8
"""The farthest row that is seen."""

SIDE = 2 * MOST_RADIUS + 1
"""Rows and columns of a window."""

CENTRE = MOST_RADIUS * SIDE + MOST_RADIUS
"""The place in a window of the tile that is looked from."""

NOT_SEEN = 128
"""The bit of a window's byte that is set until its tile is seen."""

CODE = NOT_SEEN - 1
"""The bits of a byte that are the tile's code."""

UNIT = 1680
"""Slopes are counted in parts of this: it is divided by twice each row's number."""

ROWS = range(1, MOST_RADIUS + 1)
"""The rows of an octant, by their distance. Row n has the tiles 0 to n, from the axis on."""

EDGES = sorted({(2 * tile - 1) * UNIT // (2 * row) for row in ROWS for tile in range(1, row + 1)})
"""The slopes between tiles of a row, of all rows; the numbers of intervals are those of the edges
above them."""

INTERVALS = len(EDGES) + 1
"""How many intervals an octant has: 32."""

TILE_OF = [
    [
        sum((2 * tile - 1) * UNIT // (2 * row) <= start for tile in range(1, row + 1))
        for start in (0, *EDGES)
    ]
    for row in ROWS
]
"""By row less 1 and interval: which tile of the row has it."""

FIRST_OF = [
    [row.index(tile) for tile in range(number + 1)] for number, row in enumerate(TILE_OF, 1)
]
"""By row less 1 and tile: its first interval."""

BEFORE = [
    [sum(edge * row < tile * UNIT for edge in EDGES) for tile in range(row + 1)] for row in ROWS
]
"""By row less 1 and tile: the interval of the rays just before the one to the tile's centre,"""

BEHIND = [
    [sum(edge * row <= tile * UNIT for edge in EDGES) for tile in range(row + 1)] for row in ROWS
]
"""and that of the rays just behind it: another one if the ray goes between two tiles."""

OCTANTS = (
    (-SIDE, 1), (1, -SIDE), (1, SIDE), (SIDE, 1), (SIDE, -1), (-1, SIDE), (-1, -SIDE), (-SIDE, -1),
)  # fmt: skip
"""Clockwise from the north: the step from row to row, and that from tile to tile, in a window."""

HALVES = [0 if -SIDE in steps else MOST_RADIUS * SIDE for steps in OCTANTS]
"""By octant: the place in a window of the first byte of the half that has the octant, of
MOST_RADIUS + 1 rows."""

STARTS_LATE, ENDS_EARLY = 128, 64
"""Bits of a byte of `EDGE_TILES`: a sector that begins with this interval does not have the ray to
the centre of its first tile; one that ends with it does not have that of its last tile."""


def _edge_tile(row: int, interval: int) -> int:
    tile = TILE_OF[row][interval]
    late = STARTS_LATE if interval > BEHIND[row][tile] else 0
    early = ENDS_EARLY if interval < BEFORE[row][tile] else 0
    return tile | late | early


EDGE_TILES = [_edge_tile(row, n) for row in range(MOST_RADIUS) for n in range(INTERVALS)]
"""By INTERVALS times row less 1, and interval: its tile, and these bits."""

FIRST_INTERVALS = [
    INTERVALS * row + first for row, tiles in enumerate(FIRST_OF) for first in (tiles + [0] * 8)[:8]
] + [INTERVALS * (MOST_RADIUS - 1) + FIRST_OF[-1][-1]]
"""By 8 times row less 1, and tile: its first interval, in the numbers of `EDGE_TILES`. Only the
last row has nine tiles."""

TILE_STEPS = (1, -1, SIDE, -SIDE)
"""The steps from tile to tile that an octant may have."""

MULTIPLES = [step * n & 0xFF for step in TILE_STEPS for n in range(MOST_RADIUS + 1)]
"""The multiples of each of these steps, as bytes."""

OCTANT_MULTIPLES = [TILE_STEPS.index(step) * (MOST_RADIUS + 1) for _, step in OCTANTS]
"""By octant: where its steps' multiples are."""

ROW_BYTES = [step & 0xFF for step, _ in OCTANTS]
TILE_BYTES = [step & 0xFF for _, step in OCTANTS]
"""By octant: its steps as bytes."""

TABLES = {
    "edge_tiles": EDGE_TILES,
    "first_intervals": FIRST_INTERVALS,
    "multiples": MULTIPLES,
    "octant_multiples": OCTANT_MULTIPLES,
    "halves": HALVES,
    "row_steps": ROW_BYTES,
    "tile_steps": TILE_BYTES,
}
"""The tables of the 6502, by the names by which templates know them."""
