"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "STAIRS_STEPS": "whether the steps to the down stairs are measured",
    "LONGEST_WAY": "whether the steps to the farthest tile are measured",
    "OPEN_SHARE": "whether the share of the map that can be reached is measured",
    "OFF_PATH_SHARE": "whether the share that is off the critical path is measured",
    "FLOOR_LOOPS": "whether loops are counted",
    "FLOOR_DEAD_ENDS": "whether dead ends are counted",
    "EMPTY_SQUARE": "whether the largest empty square is measured",
    "WALKS": "whether a figure needs the distances of tiles",
    "LOOKS_AT_ROWS": "whether a figure needs the rows of what was not reached",
    "KEEPS_LEVEL": "whether a figure needs the level as it was before the walk",
}
