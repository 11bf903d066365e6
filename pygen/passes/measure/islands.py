"""Loops: ways of floor round islands.

The tiles that were not reached fall into parts; tiles that touch each other, at a side or at a
corner, belong to one part. The part at the edge of the map is what is outside. Each other one is an
island, round which a loop of floor goes, unless it has less than LEAST_ISLAND tiles: then it is a
pillar.

Pillars are filled in with floor. All floor is connected, so the number of islands that are left
follows from Euler's formula: it is 1, less the runs of floor in all rows, plus the runs that two
rows have in common. (S. B. Gray, "Local properties of binary images in two dimensions", 1971.)

The bits of rows are described in `pygen.engine.plane.plane`, a `yield` in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.plane.plane import Plane
from pygen.passes.measure.constants import LEAST_ISLAND, MOST_LOOPS

PACE = schedule("passes/measure")
SEARCHED = Piece("pillars", PACE["pillar_work"], is_divisible=True)
PART = Piece("pillars", PACE["pillar_work"], PACE["part_work"])
COUNTED = Piece("loops", PACE["loop_bytes"], is_divisible=True)


def first_tiles(rows: list[int], y: int) -> Iterator[int]:
    """The columns of the tiles in a row that may be the first ones of a part, from left to right:
    neither the three tiles above nor the one on the left belong to a part. Each part has one."""
    above, row = rows[y - 1], rows[y]
    found = row & ~(row << 1) & ~(above | above << 1 | above >> 1)
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest


def tiles_of_pillar(plane: Plane, first: Tile) -> list[Tile]:
    """The tiles of the pillar with this tile; none if its part is an island, or is outside."""
    found = [first]
    for x, y in found:
        for beside in product((x - 1, x, x + 1), (y - 1, y, y + 1)):
            if plane.solid[beside[1]] >> beside[0] & 1 and beside not in found:
                found.append(beside)
                is_edge = beside[0] in (0, plane.width - 1) or beside[1] in (0, plane.height - 1)
                if is_edge or len(found) == LEAST_ISLAND:
                    return []
    return found


def fill_pillars(plane: Plane) -> Work:
    """Open the tiles of all pillars."""
    rows = plane.solid
    for y in range(1, plane.height - 1):
        done = 0
        for x in first_tiles(rows, y):
            if not rows[y] >> x & 1:
                continue  # a pillar that was filled by another one of its first tiles
            behind = x // 8 + 1
            yield SEARCHED.weighing(behind - done)
            done = behind
            yield PART
            for filled_x, filled_y in tiles_of_pillar(plane, (x, y)):
                rows[filled_y] &= ~(1 << filled_x)
        yield SEARCHED.weighing(plane.row_bytes - done)


def count_runs(row: int) -> int:
    """The number of runs of tiles in a row."""
    return (row & ~(row << 1)).bit_count()


def count_islands(plane: Plane) -> Finding[int]:
    """The number of islands, at most MOST_LOOPS."""
    yield COUNTED.weighing(plane.row_bytes * (plane.height - 2))
    count = 1
    for row, below in zip(plane.solid[1:-1], plane.solid[2:], strict=True):
        count += count_runs(plane.all & ~(row | below)) - count_runs(plane.all & ~row)
    return min(count, MOST_LOOPS)
