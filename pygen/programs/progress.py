"""How many steps a dungeon takes, for the bar that shows how far it is."""

from __future__ import annotations

from pygen.engine.random.request import Request
from pygen.kinds import advance, begin
from pygen.spec import Spec

CHUNKS_SEEN = 3
"""How many chunks of a world are in the window at its start, mostly."""

TYPICAL_SEED = 2
"""The seed whose dungeon says how many steps there will be: it depends on the seed."""


def typical_steps(spec: Spec, dungeon: str) -> int:
    """The steps of a typical dungeon; of a world, those of all chunks that are mostly seen."""
    steps = sum(1 for _ in advance(begin(spec, Request(dungeon, TYPICAL_SEED))))
    return CHUNKS_SEEN * steps if spec.dungeons[dungeon].world else steps
