"""Pace: how the work of a phase is divided into steps.

On the 6502 a phase is done step by step, each of at most 10,000 cycles. In Python a phase is a
generator function whose yields say where a step may end, or must end. Nothing is passed through a
yield in the other direction: whoever ignores the yields reads an ordinary algorithm. There are two
kinds of yields.

- A piece, such as `yield TILE`, announces a small amount of work, mostly one turn of a loop. An
  algorithm yields the piece before that work. `steps_of` puts consecutive pieces into one step as
  long as they fit, and otherwise ends the step before the piece. An algorithm knows nothing of how
  long a 6502 takes: the numbers stand in the schedule of each kind and pass, `schedule.toml` beside
  its C. The C gets the same numbers as constants, and counts the pieces itself.
- A word, such as `yield "read"`, always ends the step. An algorithm yields the word after the work
  that the word names. So a function that does two things yields a word between them, and none at
  its end: whoever calls it says with a word of their own that it is finished, or else its last step
  goes on with the next work. The last step of a phase ends with the phase, without a yield.

A piece has a word as well, for the step that ends before it. All of these words are for reports:
they name what the step that has ended has done. But tests compare the state of the dungeon in
Python and in C after every step. So a yield at another place, or one too many, is an error.

Functions with yields are called with `yield from`. A function of the type `Finding` has a result,
too: `found = yield from look_for_contact(reach)`.
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

    A step has room for a weight of `most`: with the usual weight of 1, that is the number of pieces
    in a step. A piece that weighs more than the room left begins another step, unless it is the
    first piece of its step. A piece without weight begins another step if no room is left. `step`
    is the word for the step that ends there.

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
"""Work as a generator function yields it: a piece before it is done, or a word after a step."""

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
