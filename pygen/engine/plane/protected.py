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

_ROWS: WeakKeyDictionary[Generation[Any], Sequence[int]] = WeakKeyDictionary()


def protect(g: Generation[Any], rows: Sequence[int]) -> None:
    """Protect these tiles of a dungeon, and no others: a number for each row of the map."""
    _ROWS[g] = rows


def protected_rows(g: Generation[Any]) -> Sequence[int] | None:
    """The protected tiles of a dungeon; None if its kind protects none in any dungeon."""
    return _ROWS.get(g)
