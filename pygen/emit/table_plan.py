"""A dungeon's tables, and how they and the map are cleared, for the templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pygen.emit.memory_regions import all_regions, summary_structs
from pygen.engine.definition.blueprint import Blueprint
from pygen.engine.definition.tables import Table
from pygen.engine.generator.pipeline import clearing_parts
from pygen.spec import Spec

MOST_STORES = 64
"""The most rows of a table that are made blank by one store each."""


@dataclass(frozen=True)
class TablePlan:
    """A table of a dungeon.

    `struct` is the struct of its records, of `size` bytes each, and `start` is its address.
    `figures` names the struct of the figures that count its rows, and the number of bytes of
    figures before them. `blank` are the bytes of an unused record. `is_small` says that few bytes
    of code matter more than cycles.
    """

    name: str
    struct: str
    size: int
    capacity: int
    start: int
    figures: tuple[str, int]
    blank: list[int]
    is_small: bool

    @property
    def is_unrolled(self) -> bool:
        """Whether each row is made blank by its own store."""
        return self.capacity <= MOST_STORES and not self.is_small

    @property
    def block(self) -> int:
        """The number of bytes that one indexed store reaches: one row if the loop is unrolled, else
        as many whole rows as a byte can index from any byte of the first row."""
        if self.is_unrolled:
            return self.size
        return max(1, min(self.capacity, 256 // self.size - 1)) * self.size


@dataclass(frozen=True)
class ClearingJob:
    """The clearing of one table, of the looks or of the map: its address, and the offsets at which
    the loop of a step stores. `steps` is the number of steps of this job and all before it. `table`
    and `block` are only for a table."""

    name: str
    table: TablePlan | None
    start: int
    block: int
    offsets: list[int]
    steps: int


@dataclass(frozen=True)
class Clearing:
    """How the tables and the map are cleared, in steps. Each step runs a loop whose counter counts
    down from one of `begins` to one of `ends`."""

    begins: list[int]
    ends: list[int]
    jobs: list[ClearingJob]


def table_plan(spec: Spec, dungeon: str, table: Table, is_small: bool) -> TablePlan:
    """The plan of one of a dungeon's tables; `is_small` is as there."""
    layout = spec.layouts[table.struct]
    return TablePlan(
        table.name,
        table.struct,
        layout.size,
        table.most_rows(spec.dungeons[dungeon]),
        spec.memory[table.name].start,
        figures_counting(spec, dungeon, table),
        list(layout.unused),
        is_small,
    )


def figures_counting(spec: Spec, dungeon: str, table: Table) -> tuple[str, int]:
    """The struct of the figures that count the rows of a table of a dungeon, and the number of
    bytes of figures before them."""
    counting = next(one.struct for one in spec.figures(dungeon) if table.name in one.fields)
    (_, head), *figures = summary_structs(spec, dungeon)
    return next((one.name, at - head.size) for at, one in figures if one.name == counting)


def clearing(
    spec: Spec, blueprint: Blueprint[Any], tables: Sequence[TablePlan], is_small: bool
) -> Clearing:
    """How a dungeon's tables, looks and map are cleared. `is_small` says that few bytes of code
    matter more than cycles."""
    by_name = {table.name: table for table in tables}
    regions = all_regions(spec, blueprint.name)
    begins: list[int] = []
    ends: list[int] = []
    jobs = []
    for name, parts in clearing_parts(blueprint):
        table, (start, total) = by_name.get(name), regions[name]
        if table:
            count, block = table.size, table.block
            offsets = [min(n * block, total - block) for n in range(-(-total // block))]
        else:
            # For speed twice as many stores as a counter of one byte requires: this halves the
            # turns of the loop, each of which takes about ten cycles besides its stores.
            stores = (1 if is_small else 2) * -(-total // 255)
            count, block = -(-total // stores), 0
            offsets = [min(n * count, total - count) for n in range(stores)]
        bounds = [count * left // parts for left in range(parts, -1, -1)]
        begins += bounds[:-1]
        ends += bounds[1:]
        jobs.append(ClearingJob(name, table, start, block, offsets, len(ends)))
    return Clearing(begins, ends, jobs)
