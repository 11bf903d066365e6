"""The pass `gates`: finds the gates of a chunk, and opens the tile inside each of them.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import CHUNK_EDGES
from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.edges import find_gates, open_side
from pygen.passes.gates.parameters import Gates


def open_gates(g: Generation[Any], _: Gates) -> Work:
    """Find the gates of each side, and open the tile inside each gate."""
    for side in range(CHUNK_EDGES):
        if side:
            yield "open"
        find_gates(g, side)
        yield "find"
        open_side(g, side, 1)
