"""The tiles of a sort, from a byte of the plane on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pygen.engine.definition.pace import Piece
from pygen.engine.definition.sides import Tile
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane import places, reaching
from pygen.engine.plane.places import BytePlace
from pygen.passes.locks.reaching import PACE, Reach

PLACE = Piece("places", PACE["places_at_once"])


def tiles_from(
    reach: Reach, place: BytePlace, bits_of_byte: Callable[[Reach, int, int], int]
) -> Iterator[Tile | None]:
    """The tiles whose bits `bits_of_byte` finds, as `pygen.engine.plane.places` has them."""
    return places.tiles_from(reach.plane, place, partial(bits_of_byte, reach))


def random_place(g: Generation[Any], reach: Reach) -> BytePlace:
    """A random byte of the plane."""
    return places.random_place(g, reach.plane)


def reached_in_byte(reach: Reach, y: int, at: int) -> int:
    """The tiles in a byte of the plane that were reached, as eight bits."""
    return reaching.reached_in_byte(reach.plane, y, at)
