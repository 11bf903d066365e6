"""Tiles of a sort, from a random byte of a plane on.

The bits of rows are described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane

BytePlace = tuple[int, int]
"""A byte of a plane: its number in its row (the column of its first tile is 8 times as much), and
the row."""


def tiles_from(
    plane: Plane, place: BytePlace, bits_of_byte: Callable[[int, int], int]
) -> Iterator[Tile | None]:
    """The tiles whose bits `bits_of_byte` finds, given the row and the number of a byte in it. The
    search goes once through all bytes of the plane, from the one at `place` on. Before the tiles of
    each byte comes None, because looking at a byte is a piece of work, even if nothing is found.
    """
    at, y = place
    for _ in range((plane.height - 2) * plane.row_bytes):
        yield None
        bits = bits_of_byte(y, at)
        while bits:
            yield 8 * at + (bits & -bits).bit_length() - 1, y
            bits &= bits - 1
        at += 1
        if at == plane.row_bytes:
            y, at = y % (plane.height - 2) + 1, 0


def random_place(g: Generation[Any], plane: Plane) -> BytePlace:
    """A random byte of a plane, of a row that is not at the edge; two draws, first its row."""
    y, at = 1 + g.random.below(plane.height - 2), g.random.below(plane.row_bytes)
    return at, y
