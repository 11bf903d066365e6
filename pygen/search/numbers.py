"""The numbers of a dungeon that conditions can name, and where each of them is.

They are its seed, the fields of its summary, how many tiles of each kind its map has
(`tiles.floor`), `stairs_steps` as the pass `measure` counts them, `stairs_apart`, the columns and
rows between the stairs (a world has neither), and the figures of its passes by their ids
(`passes.enemies.placed`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from pygen.builders.pass_marks import pass_marks
from pygen.emit.memory_regions import Regions
from pygen.emit.plan import Plan
from pygen.engine.constants import MOST_MADE
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pass_figures import Change, PassFigure
from pygen.engine.definition.places import PLACES
from pygen.engine.dungeon.generation import Generation
from pygen.kinds import figures_of, pass_figures_of, unmeasured_figures
from pygen.passes.measure.parameters import FIGURES
from pygen.pictures.data import pass_values, stairs
from pygen.spec import Spec
from pygen.spec.program_facts import NO_WAY
from pygen.spec.record_layout import SUMMARY

SEED, STATUS, STEPS, APART = "seed", "status", "stairs_steps", "stairs_apart"
TILES = "tiles."
PASSES = "passes."

Reader = Callable[[bytes, int], int | None]
"""Reads a number of a dungeon from its bytes; the second argument is its seed."""

MEANINGS = {
    SEED: "the seed",
    STATUS: "the bits of requirements that were not met; 0 if all were",
    "draws": "how many random numbers were drawn",
    STEPS: FIGURES.meanings[STEPS],
    APART: "the columns and rows between the stairs, added",
}
"""The meanings of the numbers whose names do not say it."""


def regions_read(plan: Plan) -> Regions:
    """The regions of the C64's memory that hold the numbers: summary, statistics, entities and
    places."""
    names = (SUMMARY, "statistics", ENTITIES, PLACES)
    return {name: plan.regions[name] for name in names if name in plan.regions}


def meaning(plan: Plan, name: str) -> str:
    """The meaning of a number; empty if its name says it."""
    if not name.startswith(PASSES):
        meanings = dict(MEANINGS)
        for figures in figures_of(plan.parameters):
            meanings |= figures.meanings
        return meanings.get(name, "")
    _, use, figure = name.split(".")
    found = pass_figures_of(plan.parameters)[use][figure]
    return f"{found.nouns} that found no place" if found.is_left_out else found.nouns


def is_of_module(plan: Plan, name: str) -> bool:
    """Whether the dungeon's module on the C64 has a number, in the summary."""
    fields = {path for _, layout in plan.summary for path, _, _ in layout.fields()}
    return name in fields - unmeasured_figures(plan.parameters)


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


def number_reader(plan: Plan) -> NumberReader:
    """The reader for the numbers of a dungeon."""
    regions = regions_read(plan)
    readers: dict[str, Reader] = {SEED: lambda _, seed: seed}
    unmeasured = unmeasured_figures(plan.parameters)
    for at, layout in plan.summary:
        for path, offset, member in layout.fields():
            if path not in unmeasured:
                readers[path] = _field(at + offset, member.bits, member.shift, member.mask)
    start = regions[SUMMARY][1]
    counts = _counts(plan, start)
    end = sum(length for _, length in regions.values())
    if not plan.parameters.world:
        # Without the pass `measure` the host counts them.
        readers.setdefault(STEPS, _steps(end))
        readers[APART] = _apart(readers, counts)
    readers |= {TILES + name: reader for name, reader in counts.items()}
    marks = pass_marks(plan)
    uses = [use.id for use in plan.parameters.passes]
    for use, figures in pass_figures_of(plan.parameters).items():
        at = end + 2 + uses.index(use) * marks.size
        change = _change(plan, at, marks.size, regions)
        for name, figure in figures.items():
            readers[f"{PASSES}{use}.{name}"] = _of_pass(change, figure)
    return NumberReader(readers, end + 2 + marks.bytes)


def _counts(plan: Plan, at: int) -> dict[str, Reader]:
    """The readers of the counts of tiles, by tile name. The counts are words that begin at `at`."""
    return {name: _word(at + 2 * number) for number, name in enumerate(plan.tiles)}


def _change(plan: Plan, at: int, size: int, regions: Regions) -> Callable[[bytes], Change]:
    """A function that reads the change by a pass: the difference of the marks before and after it,
    which have `size` bytes.

    `at` is the offset of the mark before the pass; `regions` come first in the data.
    """
    lengths = [length for _, length in regions.values()]
    starts = dict(zip(regions, accumulate(lengths, initial=0)))
    entities = starts.get(ENTITIES, 0)
    place = plan.blueprint.layouts["place"] if PLACES in regions else None
    places = range(starts[PLACES], sum(lengths), place.size) if place else ()
    before, after = _counts(plan, at), _counts(plan, at + size)
    rows = at + size - 3 - MOST_MADE
    record = plan.blueprint.layouts["entity"] if ENTITIES in plan.regions else None

    def change(data: bytes) -> Change:
        tiles = {name: (after[name](data, 0) or 0) - (count(data, 0) or 0)
                 for name, count in before.items()}  # fmt: skip
        kinds = tuple(
            record.unpack(data, entities + number * record.size)["kind"]
            for number in range(data[rows], data[rows + size])
        ) if record else ()  # fmt: skip
        purposes = tuple(place.unpack(data, row)["purpose"] for row in places) if place else ()
        left = [data[row + 1] | data[row + 2] << 8 for row in (rows, rows + size)]
        done = [data[row + 3 : row + 3 + MOST_MADE] for row in (rows, rows + size)]
        made = tuple(new - old for old, new in zip(*done, strict=True))
        return Change(tiles, kinds, left[1] - left[0], purposes, made)

    return change


def _of_pass(change: Callable[[bytes], Change], figure: PassFigure) -> Reader:
    return lambda data, _: figure.count(change(data))


def _word(at: int) -> Reader:
    return lambda data, _: data[at] | data[at + 1] << 8


def _field(at: int, bits: int, shift: int, mask: int) -> Reader:
    return _word(at) if bits == 16 else lambda data, _: data[at] >> shift & mask


def _steps(at: int) -> Reader:
    word = _word(at)
    return lambda data, seed: 0 if (steps := word(data, seed)) == NO_WAY else steps


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
    unmeasured = unmeasured_figures(generation.blueprint.dungeon)
    summary: dict[str, int | None] = {
        name: value for name, value in generation.summary_values().items() if name not in unmeasured
    }
    if not generation.parameters.world:
        places = stairs(spec, generation)
        summary.setdefault(STEPS, places["steps"] or 0)
        summary[APART] = places["distance"]
    return {
        SEED: seed,
        **summary,
        **{TILES + name: count for name, count in counts.items()},
        **{
            f"{PASSES}{use}.{name}": number
            for use, values in pass_values(generation).items()
            for name, number in values.items()
        },
    }
