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


PIECES, EXACT = "_pieces", "exact_"
"""How the number of pieces of a stage ends in the schedule, and how it begins for exact mode."""


@cache
def pieces_of_stages(*, is_exact: bool) -> dict[str, str]:
    """The stages of a mode in the order of the schedule, each with the name in the schedule of how
    many pieces of the stage one step does at most."""
    found = {}
    for key in PACE:
        if key.endswith(PIECES):
            stage = key.removeprefix(EXACT).removesuffix(PIECES)
            if is_exact or not key.startswith(EXACT):
                found[stage] = key
    return found


@cache
def pieces_at_once(stage: str, is_exact: bool) -> int:
    """How many pieces of a stage one step does at most."""
    return PACE[pieces_of_stages(is_exact=is_exact)[stage.replace(" ", "_")]]
