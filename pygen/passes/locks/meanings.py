"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "REWARD_KIND": "the number of the kind of the reward; 0 if there is none",
}
