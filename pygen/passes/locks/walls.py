"""The passages whose doors may divide the map, found by flooding the walls once.

A closed door divides the map, for diagonal steps too, exactly if the walls on its two sides are one
wall, connected left, right, above and below: with the door they form a closed curve then, and floor
that is connected on 8 sides cannot cross a curve of walls that is connected on 4 sides (A.
Rosenfeld, "Connectivity in Digital Pictures", Journal of the ACM 17, 1970). The locks that are
there already make no difference, because each of them divides the map itself. Small walls are not
told apart: what is between two of them may be left, and is found out when its door is tried.

The bits of rows are described in `pygen.engine.plane.plane`, what a `yield` means in
`pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import (
    Flood,
    Search,
    copy_plane,
    fill_region,
    find_region,
    flood_from,
    push_entry,
)
from pygen.passes.locks.constants import LEAST_WALL
from pygen.passes.locks.passages import passages_of_row
from pygen.passes.locks.reaching import PACE, Reach, reach_from

EDGE = Piece("edge", PACE["edges_at_once"])


def some_rows(plane: Plane, step: str, most_bytes: str) -> Piece:
    """The piece for a row, of as many rows as have so many bytes."""
    return Piece(step, max(1, PACE[most_bytes] // plane.row_bytes))


def take_passages(reach: Reach) -> Work:
    """Take all passages of the map."""
    row = some_rows(reach.plane, "take", "passage_bytes")
    for y in range(1, reach.plane.height - 1):
        yield row
        reach.passages[y] = passages_of_row(reach.plane, y)


def turn_over(plane: Plane) -> Work:
    """Exchange solid and open tiles, so that a flood takes walls. The edge stays solid."""
    row = some_rows(plane, "turn", "turned_bytes")
    for y in range(1, plane.height - 1):
        yield row
        plane.solid[y] = plane.all & (~plane.solid[y] | plane.ring)


def drop_passages(reach: Reach) -> Work:
    """Drop the passages that have walls of those that were taken last on one side only.

    The other two sides of a passage are floor, which counts as taken: so an odd number of its sides
    was taken. Passages between two walls that were both taken before are one wall's: those of
    different walls were dropped when the first of these had been taken.
    """
    taken = reach.plane.taken
    row = some_rows(reach.plane, "drop", "wall_bytes")
    for y in range(1, reach.plane.height - 1):
        yield row
        odd = taken[y] << 1 ^ taken[y] >> 1 ^ taken[y - 1] ^ taken[y + 1]
        reach.passages[y] &= ~odd


def take_edge(reach: Reach) -> Work:
    """Take all walls that are connected with the edge of the map. Most of them are connected with
    the upper or the lower edge."""
    plane = reach.plane
    right = plane.width - 2
    reach.flood = Flood(plane.taken)
    push_entry(reach.flood, 1, right, 1, 1)
    push_entry(reach.flood, 1, right, plane.height - 2, -1)
    yield from fill_region(plane, reach.flood)
    yield "fill"
    for y in range(2, plane.height - 2):
        for x in (1, right):
            yield EDGE
            if not (plane.taken[y] >> x) & 1:
                reach_from(reach, (x, y))
                yield "edge"
                yield from fill_region(plane, reach.flood)
                yield "fill"


def keep_dividing(reach: Reach) -> Work:
    """Find the passages at which a closed door may divide the map: `reach.passages` afterwards."""
    plane = reach.plane
    yield from take_passages(reach)
    yield "take"
    yield from turn_over(plane)
    yield "turn"
    yield from copy_plane(plane)
    yield "copy"
    yield from take_edge(reach)
    yield "edge"
    yield from drop_passages(reach)
    yield "drop"
    search = Search()
    while (yield from find_region(plane, search)):
        yield "find"
        flood = flood_from(plane.taken, search.x, search.y)
        yield from fill_region(plane, flood)
        yield "fill"
        if flood.size >= LEAST_WALL:
            yield from drop_passages(reach)
            yield "drop"
    yield "find"
    yield from turn_over(plane)
