"""The number of steps of a dungeon, for progress bars."""

from __future__ import annotations

from pygen.engine.random.request import Request
from pygen.kinds import advance, begin
from pygen.spec import Spec

CHUNKS_SEEN = 3
"""How many chunks of a world are usually visible in the window at its start."""

TYPICAL_SEED = 2
"""The seed that is used to estimate the number of steps, which depends on the seed."""


def typical_steps(spec: Spec, dungeon: str) -> int:
    """The steps of a typical dungeon, in its last try; in a world, those of all chunks that are
    usually visible."""
    generation = begin(spec, Request(dungeon, TYPICAL_SEED))
    attempts = [step.attempt for step in advance(generation)]
    steps = attempts.count(generation.tries)
    return CHUNKS_SEEN * steps if spec.dungeons[dungeon].world else steps
