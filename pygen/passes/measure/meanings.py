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
    "LOOKS_AT_ROWS": "whether one of the last three is wanted",
}
