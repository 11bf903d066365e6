"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "DROPS": "whether regions may be dropped",
    "LEAST_SIZE": "tiles of the smallest region that is kept; 0: only the largest one is",
    "JOINS": "whether several regions may be left, and are joined",
}
