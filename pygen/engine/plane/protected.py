"""Protected tiles: those of places that a kind's drawings close on purpose. No tunnel leads there.

The kind says which they are when it draws its map. They keep their places whatever passes make of
the tiles. The twin is `c64src/core/plane/protected.h`: a plane in work memory from the kind to the
last pass that reads it. The bits of rows are described in `pygen.engine.plane.plane`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import row_bytes

_ROWS: WeakKeyDictionary[Generation[Any], Sequence[int]] = WeakKeyDictionary()


def protect(g: Generation[Any], rows: Sequence[int]) -> None:
    """Protect these tiles of a dungeon, and no others: a number for each row of the map, with those
    of `edge_tiles`."""
    _ROWS[g] = rows


def edge_tiles(g: Generation[Any], y: int) -> int:
    """The tiles of a row at the edge of the map, and the bits behind its right end, up to a whole
    byte. A kind protects them, too."""
    width, height = g.tiles.width, g.tiles.height
    whole = (1 << 8 * row_bytes(width)) - 1
    return whole if y in (0, height - 1) else whole ^ ((1 << (width - 1)) - 2)


def protected_rows(g: Generation[Any]) -> Sequence[int] | None:
    """The protected tiles of a dungeon; None if its kind protects none in any dungeon."""
    return _ROWS.get(g)
