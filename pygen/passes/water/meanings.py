"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "LAKE_ROWS": "by row of a lake, from its middle: half its width, in tiles",
    "WREATH_ROWS": "the same of a lake with its wreath",
    "SPOT_ROWS": "by row of a spot, from its middle: half its width, in tiles",
    "ON_FLOOR": "the water that floor becomes: DEEP, SHALLOW or CUTTING; 0: none",
    "ON_ROCK": "whether walls and empty tiles become water",
    "SOME_BROAD": "whether some use has a least width, so that its water comes in squares",
    "SOME_DEEP": "whether some use makes deep water of floor",
    "SOME_CUTS": "whether some use may cut parts off",
    "SOME_SHALLOW": "whether some use makes shallow water of floor, or wreaths",
}
