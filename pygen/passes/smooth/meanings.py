"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "RULE_BORN": "rule: a bit for each number of neighbouring walls with which floor becomes wall",
    "RULE_KEPT": "a bit for each number of neighbouring walls with which a wall stays",
    "OUTSIDE": "outside as eight tiles: 255 for walls, 0 for floor",
}
