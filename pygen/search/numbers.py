"""The numbers of a dungeon that conditions can name, and where each of them is.

They are its seed, the fields of its summary, how many tiles of each kind its map has
(`tiles.floor`), the distances between its stairs (`stairs_steps` on foot, secret paths included,
and `stairs_apart` as the sum of columns and rows between them; a world has neither), and the
figures of its passes by their ids (`passes.enemies.placed`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pygen.builders.native import pass_marks
from pygen.emit.memory_regions import Regions, all_regions, summary_structs
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pass_figures import Change, PassFigure
from pygen.engine.dungeon.generation import Generation
from pygen.kinds import pass_figures_of
from pygen.pictures.data import pass_values, stairs
from pygen.spec import Spec
from pygen.spec.program_facts import NO_WAY
from pygen.spec.record_layout import SUMMARY

SEED, STEPS, APART = "seed", "stairs_steps", "stairs_apart"
TILES = "tiles."
PASSES = "passes."

Reader = Callable[[bytes, int], int | None]
"""Reads a number of a dungeon from its bytes; the second argument is its seed."""

MEANINGS = {
    SEED: "the seed",
    "status": "the bits of requirements that were not met; 0 if all were",
    "draws": "how many random numbers were drawn",
    STEPS: "the steps from the up stairs to the down stairs",
    APART: "the columns and rows between the stairs, added",
}
"""The meanings of the numbers whose names do not say it."""


def regions_read(spec: Spec, dungeon: str) -> Regions:
    """The regions of the C64's memory that hold the numbers: summary, statistics and entities."""
    regions = all_regions(spec, dungeon)
    return {name: regions[name] for name in (SUMMARY, "statistics", ENTITIES) if name in regions}


def meaning(spec: Spec, dungeon: str, name: str) -> str:
    """The meaning of a number; empty if its name says it."""
    if not name.startswith(PASSES):
        return MEANINGS.get(name, "")
    _, use, figure = name.split(".")
    found = pass_figures_of(spec.dungeons[dungeon])[use][figure]
    return f"{found.nouns} that found no place" if found.is_left_out else found.nouns


@dataclass(frozen=True)
class NumberReader:
    """Reads the numbers of a dungeon.

    The data are the regions of `regions_read`, then the output of `survey`: `size` bytes in all.
    """

    readers: Mapping[str, Reader]
    size: int

    @property
    def names(self) -> Collection[str]:
        """The names of all numbers, in the order of the summary."""
        return self.readers.keys()

    def read(
        self, data: bytes, seed: int, names: Collection[str] | None = None
    ) -> dict[str, int | None]:
        """Read the numbers with these names (default: all) from the data of a dungeon."""
        chosen = self.readers if names is None else names
        return {name: self.readers[name](data, seed) for name in chosen}


def number_reader(spec: Spec, dungeon: str) -> NumberReader:
    """The reader for the numbers of a dungeon."""
    regions = regions_read(spec, dungeon)
    readers: dict[str, Reader] = {SEED: lambda _, seed: seed}
    for at, layout in summary_structs(spec, dungeon):
        for path, offset, member in layout.fields():
            readers[path] = _field(at + offset, member.bits, member.shift, member.mask)
    start = regions[SUMMARY][1]
    counts = _counts(spec, dungeon, start)
    end = sum(length for _, length in regions.values())
    if not spec.dungeons[dungeon].world:
        readers[STEPS] = _steps(end)
        readers[APART] = _apart(readers, counts)
    readers |= {TILES + name: reader for name, reader in counts.items()}
    marks = pass_marks(spec, dungeon)
    uses = [use.id for use in spec.dungeons[dungeon].passes]
    for use, figures in pass_figures_of(spec.dungeons[dungeon]).items():
        at = end + 2 + uses.index(use) * marks.size
        change = _change(spec, dungeon, at, start + regions["statistics"][1])
        for name, figure in figures.items():
            readers[f"{PASSES}{use}.{name}"] = _of_pass(change, figure)
    return NumberReader(readers, end + 2 + marks.bytes)


def _counts(spec: Spec, dungeon: str, at: int) -> dict[str, Reader]:
    """The readers of the counts of tiles, by tile name. The counts are words that begin at `at`."""
    names = enumerate(spec.codes_of(dungeon))
    return {name: _field(at + 2 * number, 16, 0, 0xFFFF) for number, name in names}


def _change(spec: Spec, dungeon: str, at: int, entities: int) -> Callable[[bytes], Change]:
    """A function that reads the change by a pass: the difference of the marks before and after it.

    `at` is the offset of the mark before the pass, `entities` that of the table of entities.
    """
    size = pass_marks(spec, dungeon).size
    before, after = _counts(spec, dungeon, at), _counts(spec, dungeon, at + size)
    rows = at + size - 3
    record = spec.layouts["entity"] if ENTITIES in all_regions(spec, dungeon) else None

    def change(data: bytes) -> Change:
        tiles = {name: (after[name](data, 0) or 0) - (count(data, 0) or 0)
                 for name, count in before.items()}  # fmt: skip
        kinds = tuple(
            record.unpack(data, entities + number * record.size)["kind"]
            for number in range(data[rows], data[rows + size])
        ) if record else ()  # fmt: skip
        left = [data[row + 1] | data[row + 2] << 8 for row in (rows, rows + size)]
        return Change(tiles, kinds, left[1] - left[0])

    return change


def _of_pass(change: Callable[[bytes], Change], figure: PassFigure) -> Reader:
    return lambda data, _: figure.count(change(data))


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
    """The same numbers for a dungeon that the reference has generated."""
    counts = generation.tile_counts()
    apart = {}
    if not generation.parameters.world:
        places = stairs(spec, generation)
        apart = {STEPS: places["steps"], APART: places["distance"]}
    return {
        SEED: seed,
        **generation.summary_values(),
        **apart,
        **{TILES + name: count for name, count in counts.items()},
        **{
            f"{PASSES}{use}.{name}": number
            for use, values in pass_values(generation).items()
            for name, number in values.items()
        },
    }
