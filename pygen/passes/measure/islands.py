"""Islands: the solid parts of the level round which a player can walk.

Tiles that touch each other, at a side or at a corner, belong to one part. All parts that touch the
edge of the map are the same: the outside, which is no island. Each island makes one loop.

Row by row, each run of solid tiles joins the parts of the runs above that it touches. (Connected
components by runs: A. Rosenfeld and J. L. Pfaltz, "Sequential operations in digital picture
processing", 1966.) When a row is done, the parts that go on get new numbers, so that a byte is
always enough, and those that do not are complete.

The bits of rows are described in `pygen.engine.plane.plane`, a `yield` in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.passes.measure.constants import LEAST_ISLAND, MOST_LOOPS, OUTSIDE

RUN = Piece("islands", schedule("passes/measure")["runs_at_once"])


@dataclass
class Run:
    """A run of solid tiles in a row: its first and its last column, and the number of its part."""

    first: int
    last: int
    part: int


class Parts:
    """The parts that the runs of two rows belong to, by their numbers: how many tiles each has so
    far, at most LEAST_ISLAND; and for a part that has joined another one the number of that."""

    def __init__(self, sizes: list[int]) -> None:
        self.sizes = sizes
        self.joined = list(range(len(sizes)))

    def add(self) -> int:
        """The number of a new part."""
        self.sizes.append(0)
        self.joined.append(len(self.joined))
        return len(self.joined) - 1

    def number(self, part: int) -> int:
        """The number of the part to which this one belongs by now."""
        while self.joined[part] != part:
            part = self.joined[part]
        return part

    def grow(self, part: int, tiles: int) -> None:
        """Add tiles to a part."""
        self.sizes[part] = min(self.sizes[part] + tiles, LEAST_ISLAND)

    def unite(self, one: int, other: int) -> int:
        """Join two parts. The result has the lower number, so that what touches the outside belongs
        to it."""
        first, second = sorted((self.number(one), self.number(other)))
        if first != second:
            self.joined[second] = first
            self.grow(first, self.sizes[second])
        return first


def runs_of_row(row: int, width: int) -> Iterator[tuple[int, int]]:
    """The first and the last column of each run of solid tiles, from left to right."""
    x = 0
    while x < width:
        if (row >> x) & 1:
            first = x
            while x + 1 < width and (row >> (x + 1)) & 1:
                x += 1
            yield first, x
        x += 1


def find_runs(parts: Parts, above: Sequence[Run], row: int, width: int) -> Finding[list[Run]]:
    """The runs of a row, each with the number of a part to which it belongs."""
    found: list[Run] = []
    at = 0
    for first, last in runs_of_row(row, width):
        yield RUN
        while above[at].last + 1 < first:
            at += 1
        part = None
        while at < len(above) and above[at].first <= last + 1:
            yield RUN
            touched = parts.number(above[at].part)
            part = touched if part is None else parts.unite(part, touched)
            at += 1
        # The last run that was touched may touch the next run, too.
        at = max(0, at - 1)
        part = parts.add() if part is None else part
        parts.grow(part, last - first + 1)
        found.append(Run(first, last, part))
    return found


def count_islands(rows: Sequence[int], width: int) -> Finding[int]:
    """The number of islands of at least LEAST_ISLAND tiles. In the first and the last row, the
    first and the last column all tiles are solid."""
    above, parts, count = [Run(0, width - 1, OUTSIDE)], Parts([LEAST_ISLAND]), 0
    for row in rows[1:]:
        here = yield from find_runs(parts, above, row, width)
        numbers, complete = {OUTSIDE: OUTSIDE}, set[int]()
        for run in here:
            yield RUN
            run.part = numbers.setdefault(parts.number(run.part), len(numbers))
        for run in above:
            yield RUN
            part = parts.number(run.part)
            if part not in numbers and part not in complete:
                complete.add(part)
                count += parts.sizes[part] == LEAST_ISLAND
        sizes = []
        for part in sorted(numbers, key=lambda one: numbers[one]):
            yield RUN
            sizes.append(parts.sizes[part])
        above, parts = here, Parts(sizes)
    return min(count, MOST_LOOPS)
