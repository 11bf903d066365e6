"""How the work on a floor is cut: into stages, and these into pieces.

An algorithm yields after each piece but its last one. How many pieces of a stage fit one step
stands in the schedule beside the C.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import cache
from typing import TypeVar

from pygen.engine.definition.pace import schedule

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


def steps_of_stage(pieces: Pieces, most: int, step: str) -> Iterator[str]:
    """Do the work of a stage, and yield after each step but the last one what it has done.

    A step ends when it has `most` pieces, or behind a long one.
    """
    left = most
    for is_long in pieces:
        left -= 1
        if is_long or left == 0:
            yield step
            left = most


@cache
def pieces_at_once(stage: str, is_exact: bool) -> int:
    """How many pieces of a stage one step does at most."""
    key = f"{stage.replace(' ', '_')}_pieces"
    return PACE.get(f"exact_{key}", PACE[key]) if is_exact else PACE[key]
