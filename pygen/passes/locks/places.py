"""The tiles of a sort, from a byte of the plane on.

The bits of rows are described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pygen.engine.definition.pace import Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.passes.locks.reaching import PACE, Reach, reached_in_row

PLACE = Piece("places", PACE["places_at_once"])

BytePlace = tuple[int, int]
"""A byte of the plane: its number in its row (the column of its first tile is 8 times as much), and
the row."""


def tiles_from(
    reach: Reach, place: BytePlace, bits_of_byte: Callable[[Reach, int, int], int]
) -> Iterator[Tile | None]:
    """The tiles whose bits `bits_of_byte` finds, given the row and the number of a byte in it. The
    search goes once through all bytes of the plane, from the one at `place` on. Before the tiles of
    each byte comes None, because looking at a byte is a piece of work, even if nothing is found.
    """
    plane = reach.plane
    at, y = place
    for _ in range((plane.height - 2) * plane.row_bytes):
        yield None
        bits = bits_of_byte(reach, y, at)
        while bits:
            yield 8 * at + (bits & -bits).bit_length() - 1, y
            bits &= bits - 1
        at += 1
        if at == plane.row_bytes:
            y, at = y % (plane.height - 2) + 1, 0


def random_place(g: Generation[Any], reach: Reach) -> BytePlace:
    """A random byte of the plane."""
    y, at = 1 + g.random.below(reach.plane.height - 2), g.random.below(reach.plane.row_bytes)
    return at, y


def reached_in_byte(reach: Reach, y: int, at: int) -> int:
    """The tiles in a byte of the plane that were reached, as eight bits."""
    return (reached_in_row(reach, y) >> (8 * at)) & 0xFF
