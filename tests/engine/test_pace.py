"""Pieces of work are grouped into steps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pygen.engine.definition.pace import (
    ANEW,
    FULL,
    Finding,
    Piece,
    Work,
    finish,
    schedule,
    steps_of,
)

ROW, TILE = Piece("rows", 3), Piece("tiles", 2)
DUG = Piece("dug", 2, is_done=True)
BYTES, MORE = Piece("bytes", 4, is_divisible=True), Piece("rows", 3, is_extra=True)


def rows(count: int) -> Work:
    for _ in range(count):
        yield ROW


def weighing(*weights: int) -> Work:
    for weight in weights:
        yield ROW.weighing(weight)


def giving_back(count: int) -> Work:
    for _ in range(count):
        yield ROW.weighing(2)
        yield ROW.weighing(-1)


def rows_with_more(count: int, more: int) -> Work:
    for _ in range(count):
        yield ROW
        yield MORE.weighing(more)
        yield ROW.weighing(0)


def copying(*counts: int) -> Work:
    for count in counts:
        yield BYTES.weighing(count)


def copying_when_full() -> Work:
    yield from copying(2)
    yield FULL
    yield from copying(6)


def digging_anew() -> Work:
    yield from digging(3)
    yield ANEW
    yield from digging(3)


def filling_up(count: int) -> Work:
    yield ROW.filling_up(count)
    yield from rows(count)
    yield "filled"


def adding_rows() -> Finding[int]:
    yield from rows(7)
    return 7


def rows_and_words() -> Work:
    yield from rows(2)
    yield "drawn"
    yield from rows(4)


def full_after_one() -> Work:
    yield ROW
    yield FULL
    yield from rows(3)


def rows_and_tiles() -> Work:
    yield from rows(2)
    for _ in range(3):
        yield TILE


def digging(count: int) -> Work:
    for _ in range(count):
        yield DUG


@pytest.mark.parametrize(
    "work, steps",
    [
        (lambda: rows(3), []),
        (lambda: rows(7), ["rows", "rows"]),
        (lambda: weighing(1, 1, 2, 9, 1), ["rows", "rows", "rows"]),
        (lambda: giving_back(5), ["rows", "rows"]),
        (lambda: rows_with_more(2, 2), ["rows", "rows"]),
        (lambda: rows_with_more(2, 9), ["rows", "rows"]),
        (lambda: copying(4), []),
        (lambda: copying(3, 6), ["bytes", "bytes"]),
        (copying_when_full, ["bytes", "bytes"]),
        (digging_anew, ["dug", "dug"]),
        (lambda: filling_up(6), ["rows", "filled"]),
        (rows_and_words, ["drawn", "rows"]),
        (full_after_one, ["rows"]),
        (rows_and_tiles, ["tiles"]),
        (lambda: digging(4), ["dug", "dug"]),
    ],
)
def test_pieces_are_grouped_into_steps(work: Callable[[], Work], steps: list[str]) -> None:
    assert list(steps_of(work())) == steps


def test_a_step_does_its_pieces_and_no_more() -> None:
    done = []

    def work() -> Work:
        for number in range(5):
            yield ROW
            done.append(number)

    assert [(step, list(done)) for step in steps_of(work())] == [("rows", [0, 1, 2])]
    assert done == [0, 1, 2, 3, 4]


def test_the_first_step_may_have_what_is_left_over() -> None:
    done = []

    def work() -> Work:
        yield ROW.filling_up(5)
        for number in range(5):
            yield ROW
            done.append(number)

    assert [(step, list(done)) for step in steps_of(work())] == [("rows", [0, 1])]


def test_work_that_is_done_at_once_has_its_result() -> None:
    assert finish(adding_rows()) == 7


def test_a_part_without_steps_has_no_schedule() -> None:
    assert schedule("passes/no_such_pass") == {}
    assert schedule("kinds/bsp")["parts_at_once"] > 0
