"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "REWARD_KIND": "the number of the kind of the reward; 0 if there is none",
    "TRIES_ALL_TILES": "whether a key whose random tiles do not suit gets any tile that does",
    "OWN_REWARDS": "whether rewards are directly behind their own doors",
}
