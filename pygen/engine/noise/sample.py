"""The frequency of each height in worlds of noise, counted in a sample that never changes."""

from __future__ import annotations

from collections import Counter
from functools import cache

from pygen.engine.constants import CHUNK_SIDE
from pygen.engine.noise.lattices import Noise
from pygen.engine.noise.noise import compute_row
from pygen.engine.noise.octaves import MOST_HEIGHT, Octaves
from pygen.engine.random.random16 import Random16, RandomGenerator

SAMPLES = 64
"""The number of sampled chunks, each of another world. With twice as many chunks, the heights with
which the classes of the default terrain begin would differ by two at most."""


@cache
def count_heights(octaves: Octaves) -> tuple[int, ...]:
    """How often each height (0..255) occurs in the sample."""
    random = Random16(RandomGenerator(), 1)
    found: Counter[int] = Counter()
    for _ in range(SAMPLES):
        keys = [random.draw() for _ in octaves.spacings]
        noise = Noise(CHUNK_SIDE, CHUNK_SIDE, octaves, keys)
        for y in range(CHUNK_SIDE):
            row: list[int] = []
            for _ in compute_row(noise, row, y):
                pass
            found.update(row)
    return tuple(found[height] for height in range(MOST_HEIGHT + 1))
