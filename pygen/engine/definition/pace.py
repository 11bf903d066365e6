"""Pace: how pieces of work are grouped into steps.

An algorithm yields once per piece of its work, and knows nothing of how long a 6502 takes. The
schedule of each kind and pass, `schedule.toml` beside its C, says how many pieces fit one step. The
C gets the same numbers as constants. The driver here groups the pieces; the C counts them.
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

    A step has room for a weight of `most`. A piece that weighs more than the room left begins
    another step, unless it is the first piece of its step. A piece without weight begins another
    step if no room is left. The step before is reported as `step`, in a word.

    If the weight of a piece is not known beforehand, the piece weighs the most that is possible. A
    piece of negative weight gives the unused part back afterwards.

    A piece that `is_done` is yielded when it is done, and the step ends with the piece that fills
    it, even if that is the last piece of all.

    A piece that `is_divisible` begins in the room that is left in its step, and goes on in as many
    other steps as it needs.

    A piece that `is_extra` is additional work of the piece before it, which may weigh more than the
    room left: it never begins another step.
    """

    step: str
    most: int
    weight: int = 1
    is_done: bool = False
    is_divisible: bool = False
    is_extra: bool = False

    def weighing(self, weight: int) -> Piece:
        """A piece like this one that takes as much of its step as `weight` pieces."""
        return Piece(self.step, self.most, weight, self.is_done, self.is_divisible, self.is_extra)

    def filling_up(self, count: int) -> Piece:
        """A piece to be yielded before `count` pieces like this one, so that their last step is
        full and their first step has the remainder."""
        return self.weighing(-count % self.most)


FULL = Piece("", 0, 0)
"""Yielded when nothing more fits the step: the next piece begins another one."""

ANEW = Piece("", 0, 0)
"""Yielded where the counting of pieces starts anew, in the same step, which must not be full."""

Work = Iterator[str | Piece]
"""Work as a generator function yields it: pieces, or at the end of a step what it has done."""

Result = TypeVar("Result")
Finding = Generator[str | Piece, None, Result]
"""Work that returns a result."""


def steps_of(work: Iterable[str | Piece]) -> Iterator[str]:
    """Do some work, and yield after each step but the last one what the step has done, in a word.

    Pieces are counted while nothing else is yielded. Pieces with another limit start a new count,
    in the same step.
    """
    done = most = room = weight = 0
    is_full = False
    usual: Piece | None = None
    for piece in work:
        # Nearly all pieces are like the one before, and fit.
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
