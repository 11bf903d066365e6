"""How the work on a floor is cut: into stages, and these into pieces.

An algorithm yields after each piece but its last one. How many pieces of a stage fit one step
stands in the schedule beside the C.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import cache
from typing import TypeVar

from pygen.engine.pace import Piece, schedule

PACE = schedule("kinds/mystery")

PIECE, LONG = False, True
"""What ends a piece of work. After a long one nothing else should be done in its step."""

Pieces = Iterator[bool]
"""Work in pieces, as a generator function yields them."""

Result = TypeVar("Result")
Finding = Generator[bool, None, Result]
"""Work in pieces that returns a result."""

Item = TypeVar("Item")


def in_groups(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """The items in groups of `size`; the last group may be smaller."""
    for first in range(0, len(items), size):
        yield items[first : first + size]


@cache
def pieces_of(stage: str, step: str, is_exact: bool) -> dict[bool, Piece]:
    """What a PIECE of a stage weighs, and a LONG one; `step` says what its steps have done."""
    key = f"{stage.replace(' ', '_')}_pieces"
    most = PACE.get(f"exact_{key}", PACE[key]) if is_exact else PACE[key]
    piece = Piece(step, most, is_done=True)
    return {PIECE: piece, LONG: piece.weighing(most)}
