"""Pace: how pieces of work are grouped into steps.

An algorithm yields once per piece of its work, and knows nothing of how long a 6502 takes. How many
pieces fit one step stands in the schedule of each kind and pass, `schedule.toml` beside its C,
which gets the same numbers as constants. The driver here groups the pieces; the C counts them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from pygen.base.project import C_FOLDER

SCHEDULE = "schedule.toml"
"""The name of a schedule, in the folder of the C whose steps it describes."""


@dataclass(slots=True, eq=False)
class Piece:
    """A piece of work, which an algorithm yields before it does the piece.

    A step has room for `most`. A piece that weighs more than is left begins another step, unless it
    is the first one of its step. One that weighs nothing does so where nothing is left. The step
    before is reported as `step`, in a word.

    A piece of which it is not known before how much it takes weighs the most. A piece of negative
    weight gives back what is left of that.

    A piece that `is_done` is yielded when it is done, and the step ends with the piece that fills
    it, even if that is the last one of all.

    A piece that `is_divisible` begins in what is left of its step, and goes on in as many others as
    it needs.

    A piece that `is_extra` is what the piece before it takes besides, which may be more than is
    left: it never begins another step.
    """

    step: str
    most: int
    weight: int = 1
    is_done: bool = False
    is_divisible: bool = False
    is_extra: bool = False

    def weighing(self, weight: int) -> Piece:
        """Such a piece that takes as much of its step as `weight` pieces do."""
        return Piece(self.step, self.most, weight, self.is_done, self.is_divisible, self.is_extra)

    def filling_up(self, count: int) -> Piece:
        """Such a piece to be yielded before `count` others, so that the last step of them is full
        and the first one has what is left over."""
        return self.weighing(-count % self.most)


FULL = Piece("", 0, 0)
"""Yielded when nothing more fits the step: the next piece begins another one."""

ANEW = Piece("", 0, 0)
"""Yielded where pieces are counted anew, in the same step. The step must not be full."""

Work = Iterator[str | Piece]
"""Work as a generator function yields it: a piece, or where a step ends, what it has done."""

Result = TypeVar("Result")
Finding = Generator[str | Piece, None, Result]
"""Work that returns a result."""


def steps_of(work: Iterable[str | Piece]) -> Iterator[str]:
    """Do some work, and yield after each step but the last one what it has done, in a word.

    Pieces are counted while nothing else is yielded; those of another limit are counted anew, in
    the same step.
    """
    done = most = room = weight = 0
    is_full = False
    usual: Piece | None = None
    for piece in work:
        # Nearly all pieces are as the one before, and fit.
        if piece is usual and done <= room:
            done += weight
            continue
        if isinstance(piece, str):
            yield piece
            done, is_full = 0, False
            continue
        usual = None
        if piece is FULL:
            is_full = True
            continue
        if piece.most != most:
            done, most = 0, piece.most
        weight = piece.weight
        if piece.is_done:
            done += weight
            if done >= most:
                yield piece.step
                done = 0
            usual, room = piece, most - weight - 1
            continue
        if piece.is_divisible:
            done = most if is_full else done
            while done + weight > most:
                yield piece.step
                weight -= most - done
                done = 0
        else:
            if is_full or (done and not piece.is_extra and done + (weight or 1) > most):
                yield piece.step
                done = 0
            if weight > 0 and not piece.is_extra:
                usual, room = piece, most - weight
        done += weight
        is_full = False


def finish(work: Finding[Result]) -> Result:
    """Do all of some work, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Result = end.value
            return found


@cache
def schedule(part: str) -> dict[str, int]:
    """The numbers of a part's schedule by their names; none if it has no schedule.

    `part` is the folder of its C below c64src, such as `kinds/walk`. The C has each number as a
    constant of that name in capitals.
    """
    path = C_FOLDER / part / SCHEDULE
    if not path.is_file():
        return {}
    return tomllib.loads(path.read_text(encoding="utf-8"))
