"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "CUT_LEAST": "by the side of a part, in tiles: the least distance of a cut from its beginning",
    "CUT_CHOICES": (
        "by the side of a part: how many cuts are possible from there on; 0: it cannot be cut"
    ),
    "NEAR_MARGIN": "least tiles from the left or upper edge of a part to the floor of its room",
    "MARGINS": "tiles of a side of a part that its room cannot have",
    "ROOM_LEAST": "by the side of a part, in tiles: the shortest side of its room",
    "ROOM_CHOICES": "by the side of a part: how many sides are possible from there on",
    "CORRIDORS_LOOP_CHANCE": (
        "the chance of a loop: 100 percent for connect: adjacent; of the random numbers from "
        "1 to 65535, those up to this are hits"
    ),
    "ROWS_AT_ONCE": "rows of a rectangle that one slice draws, by its width less 1, in eighths",
    "SLICES_AT_ONCE": "slices of rectangles that one step draws",
    "RATIO_LIMIT": (
        "by the side of a part: the longest other side that does not decide the direction"
    ),
    "MOST_DEPTH": "split.depth, the most of all floors",
    "MOST_PAIRS": "the most pairs of neighbouring parts",
    "MOST_CORRIDORS": "the most corridors",
}
