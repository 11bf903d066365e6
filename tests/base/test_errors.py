"""Errors that the user can fix."""

from __future__ import annotations

import pickle

import pytest

from pygen.base.errors import CannotWrite, UsageError, UserError
from pygen.engine.definition.conditions import ConditionError, parse_condition
from pygen.spec import SpecError
from pygen.spec.problems import Problem


def condition_error() -> UserError:
    with pytest.raises(ConditionError) as raised:
        parse_condition("rooms >", ["rooms"])
    return raised.value


@pytest.mark.parametrize(
    "error",
    [
        UserError("wrong", "do this"),
        UsageError("wrong"),
        CannotWrite("here", OSError(28, "No space left on device")),
        SpecError([Problem("a.yaml", 1, 2, "key", "wrong", "right")]),
        condition_error(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_reaches_the_process_that_waits(error: UserError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error) and again.__dict__ == error.__dict__
