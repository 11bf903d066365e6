"""The numbers of a dungeon that conditions can name, and where each of them is.

They are its seed, the fields of its summary, how many tiles of each kind its map has
(`tiles.floor`), and the distances between its stairs: `stairs_steps` on foot, secret paths
included, and `stairs_apart` as the sum of columns and rows between them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pygen.builders.native import NO_WAY
from pygen.emit.regions import Regions, all_regions
from pygen.engine.generation import Generation
from pygen.pictures.data import stairs
from pygen.spec import Spec
from pygen.spec.record_layout import SUMMARY

SEED, STEPS, APART = "seed", "stairs_steps", "stairs_apart"
TILES = "tiles."

Reader = Callable[[bytes, int], int | None]
"""Reads a number of a dungeon from its bytes; the second argument is its seed."""

MEANINGS = {
    SEED: "the seed",
    "status": "the bits of requirements that were not met; 0 if all were",
    "draws": "how many random numbers were drawn",
    STEPS: "the steps from the up stairs to the down stairs",
    APART: "the columns and rows between the stairs, added",
}
"""What those of the numbers mean whose names do not say it."""


def regions_read(spec: Spec, dungeon: str) -> Regions:
    """The regions of the C64's memory that hold the numbers: summary and statistics."""
    regions = all_regions(spec, dungeon)
    return {name: regions[name] for name in (SUMMARY, "statistics")}


@dataclass(frozen=True)
class NumberReader:
    """Reads the numbers of a dungeon from its summary, statistics and steps, in `size` bytes."""

    readers: Mapping[str, Reader]
    size: int

    @property
    def names(self) -> Collection[str]:
        """The names of all numbers, in the order of the summary."""
        return self.readers.keys()

    def read(
        self, data: bytes, seed: int, names: Collection[str] | None = None
    ) -> dict[str, int | None]:
        """The numbers of these names (default: all) of the dungeon with these bytes."""
        chosen = self.readers if names is None else names
        return {name: self.readers[name](data, seed) for name in chosen}


def number_reader(spec: Spec, dungeon: str) -> NumberReader:
    """What reads the numbers of a dungeon."""
    regions = regions_read(spec, dungeon)
    readers: dict[str, Reader] = {SEED: lambda _, seed: seed}
    at = 0
    structs = [SUMMARY, *(figures.struct for figures in spec.figures(dungeon))]
    for layout in (spec.layouts[struct] for struct in structs):
        for path, offset, member in layout.fields():
            readers[path] = _field(at + offset, member.bits, member.shift, member.mask)
        at += layout.size
    start = regions[SUMMARY][1]
    counts = {
        name: _field(start + 2 * number, 16, 0, 0xFFFF)
        for number, name in enumerate(spec.codes_of(dungeon))
    }
    size = start + regions["statistics"][1] + 2
    readers[STEPS] = _steps(size - 2)
    readers[APART] = _apart(readers, counts)
    readers |= {TILES + name: reader for name, reader in counts.items()}
    return NumberReader(readers, size)


def _field(at: int, bits: int, shift: int, mask: int) -> Reader:
    if bits == 16:
        return lambda data, _: data[at] | data[at + 1] << 8
    return lambda data, _: data[at] >> shift & mask


def _steps(at: int) -> Reader:
    def steps(data: bytes, _: int) -> int | None:
        number = data[at] | data[at + 1] << 8
        return None if number == NO_WAY else number

    return steps


def _apart(readers: Mapping[str, Reader], counts: Mapping[str, Reader]) -> Reader:
    ends = [(readers[f"up_{side}"], readers[f"down_{side}"]) for side in ("x", "y")]
    tiles = [counts["up_stairs"], counts["down_stairs"]]

    def apart(data: bytes, seed: int) -> int | None:
        if not all(count(data, seed) for count in tiles):
            return None
        return sum(abs((up(data, seed) or 0) - (down(data, seed) or 0)) for up, down in ends)

    return apart


def numbers_of(spec: Spec, generation: Generation[Any], seed: int) -> dict[str, int | None]:
    """The same numbers of a dungeon of the reference."""
    places = stairs(spec, generation)
    counts = generation.tile_counts()
    return {
        SEED: seed,
        **generation.summary_values(),
        STEPS: places["steps"],
        APART: places["distance"],
        **{TILES + name: count for name, count in counts.items()},
    }
