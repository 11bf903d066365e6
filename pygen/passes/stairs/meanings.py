"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "LEAST_STEPS": "steps: the fewest",
    "MOST_STEPS": "steps: the most",
    "TRIES": "how many places are tried for the up stairs; 1 for steps: farthest",
    "SOME_FARTHEST": "whether steps is farthest for some use",
    "SOME_RANGES": "whether steps is a range for some use",
}
