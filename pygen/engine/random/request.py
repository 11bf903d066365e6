"""What is to be built: one value that every builder, report and file name takes."""

from __future__ import annotations

from dataclasses import dataclass

from pygen.engine.random.floors import floor_seed
from pygen.engine.random.random16 import RandomGenerator
from pygen.engine.random.worlds import Chunk


@dataclass(frozen=True, order=True)
class Request:
    """A dungeon to be built: its name in the spec, the seed (0..65535), and the floor (1..256).

    The seed is the seed of the whole dungeon; each floor has its own seed, which follows from it.
    Of a world only one chunk is built, given by its column and row (0..2047 each).
    """

    dungeon: str
    seed: int
    floor: int = 1
    chunk: Chunk = (0, 0)

    def own_seed(self, random: RandomGenerator) -> int:
        """The seed of the floor itself. Raises UsageError for a floor that does not exist."""
        return floor_seed(random, self.seed, self.floor)

    def __str__(self) -> str:
        floor = f", floor {self.floor}" if self.floor != 1 else ""
        chunk = f", chunk {self.chunk[0]},{self.chunk[1]}" if self.chunk != (0, 0) else ""
        return f"{self.dungeon}, seed {self.seed}{floor}{chunk}"
