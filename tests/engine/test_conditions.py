"""Conditions: what they mean, and how a mistake in one is reported."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pygen.base.errors import UserError
from pygen.emit.requirements import expression
from pygen.engine.definition.conditions import (
    LONGEST,
    OPERATORS,
    Comparison,
    Condition,
    ConditionError,
    Every,
    Negation,
    Some,
    Tree,
    folded,
    parse_condition,
)

KNOWN = ("rooms", "steps", "tiles.door")


def holds(text: str, **numbers: int | None) -> bool:
    values = {"rooms": 3, "steps": 40, "tiles.door": 0, **numbers}
    return parse_condition(text, KNOWN).holds(values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rooms == 3", True), ("rooms != 3", False), ("rooms<3", False), ("rooms <=3", True),
        ("rooms > -1", True), ("3 >= rooms", True), ("rooms < steps", True),
        ("tiles.door == 0", True),
        ("2 < rooms < 4", True), ("2 < rooms < 3", False), ("steps >= rooms <= 3", True),
        ("steps between 40 and 60", True), ("steps between 41 and 60", False),
        ("steps not between 41 and 60", True), ("steps BETWEEN 30 And 40", True),
        ("rooms == 1 or rooms == 3 and steps == 40", True),
        ("(rooms == 3 or rooms == 1) and steps == 1", False),
        ("rooms == 3 or rooms == 1 and steps == 1", True),
        ("not rooms == 3 or steps == 40", True), ("not (rooms == 3 or steps == 40)", False),
        ("not not rooms == 3", True), ("  rooms\t==\n3 ", True),
    ],
)  # fmt: skip
def test_a_condition_means_what_it_says(text: str, expected: bool) -> None:
    assert holds(text) is expected


def test_a_number_that_is_missing_meets_no_comparison() -> None:
    assert not holds("steps > 0", steps=None) and not holds("steps <= 0", steps=None)
    assert not holds("steps between 0 and 100", steps=None)
    assert holds("not steps > 0", steps=None)


def test_the_names_are_those_that_are_compared_each_once() -> None:
    assert parse_condition("steps > 1 and rooms > 2 or steps < 9", KNOWN).names == (
        "steps",
        "rooms",
    )


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("roms > 3", "roms", "Did you mean `rooms`?"),
        ("rooms > 3 and stops < 4", "stops", "Did you mean `steps`?"),
        ("rooms = 3", "=", "Write ==."),
        ("rooms > 3 && steps < 3", "&&", "Write and."),
        ("rooms > 3 || steps < 3", "||", "Write or."),
        ("!rooms", "!", "Write not."),
        ("rooms > 3.5", "3.5", "Numbers are whole"),
        ("rooms > 3x", "3x", "Numbers are whole"),
        ("rooms + 1 > 3", "+", "Compare numbers"),
        ("rooms > 'a'", "'a'", "Compare numbers"),
        ("__import__('os').system('x')", "__import__", "There are rooms"),
        ("rooms.__class__ == 1", "rooms.__class__", "There are rooms"),
        ("rooms", "", "Expected a comparison"),
        ("rooms not 3", "3", "Expected a comparison"),
        ("rooms >", "", "Expected a number or a name"),
        ("", "", "Expected a number or a name"),
        ("rooms > 3 steps > 4", "steps", "Expected and, or, or the end"),
        ("(rooms > 3", "(", "Add a `)`."),
        ("rooms > 3)", ")", "Expected and, or, or the end"),
        ("steps between 3", "", "Expected `and`"),
        ("steps between 3 or 4", "or", "Expected `and`"),
        ("rooms > and", "and", "Expected a number or a name"),
        ("()", ")", "Expected a number or a name"),
        ("steps between 60 and 40", "40", "Write between 40 and 60"),
    ],
)
def test_a_mistake_is_shown_at_its_place(text: str, wrong: str, right: str) -> None:
    with pytest.raises(ConditionError) as caught:
        parse_condition(text, KNOWN)
    error = caught.value
    assert text[error.start : error.end] == wrong
    assert right in error.hint
    marked = error.message.splitlines()[-1]
    assert marked.index("^") == 2 + error.start and error.message.splitlines()[-2] == f"  {text}"


@pytest.mark.parametrize("text", ["not " * 5000 + "rooms > 1", "(" * 100 + "rooms > 1" + ")" * 100])
def test_too_much_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="too (many|deep)"):
        parse_condition(text, KNOWN)
    assert len(text) > LONGEST or text.count("(") > 50


@given(st.text("rooms tep<>=!&|()andotbw0123.-+'\n", max_size=60) | st.text(max_size=20))
def test_any_text_is_a_condition_or_a_clear_error(text: str) -> None:
    try:
        condition = parse_condition(text, KNOWN)
    except ConditionError as error:
        assert 0 <= error.start <= len(text) and error.wrong and error.hint
    else:
        assert condition.holds({"rooms": 1, "steps": None, "tiles.door": 2}) in (True, False)


POSSIBLE = {"rooms": range(4), "steps": range(2, 6), "tiles.door": range(1, 3)}


def trees() -> st.SearchStrategy[Tree]:
    value = st.one_of(st.integers(-1, 7), st.sampled_from(list(POSSIBLE)))
    one = st.builds(Comparison, value, st.sampled_from(list(OPERATORS)), value)
    return st.recursive(
        one,
        lambda part: st.one_of(
            st.builds(Negation, part),
            st.builds(lambda *parts: Every(parts), part, part),
            st.builds(lambda *parts: Some(parts), part, part),
        ),
        max_leaves=5,
    )


@given(trees())
def test_what_is_always_or_never_met_is_left_out_and_changes_nothing(tree: Tree) -> None:
    left = folded(tree, POSSIBLE)
    whole = Condition("", (), tree)
    short = None if isinstance(left, bool) else Condition("", (), left)
    for values in itertools.product(*POSSIBLE.values()):
        numbers: dict[str, int | None] = dict(zip(POSSIBLE, values))
        assert whole.holds(numbers) == (left if short is None else short.holds(numbers))


@given(trees())
def test_a_comparison_that_remains_can_go_either_way(tree: Tree) -> None:
    if isinstance(tree, Comparison) and isinstance(tree.left, int) != isinstance(tree.right, int):
        left = folded(tree, POSSIBLE)
        name = tree.left if isinstance(tree.left, str) else tree.right
        assert isinstance(name, str)
        found = {Condition("", (), tree).holds({name: n}) for n in POSSIBLE[name]}
        assert found == ({left} if isinstance(left, bool) else {True, False})


@given(trees())
def test_the_expression_in_c_means_the_same(tree: Tree) -> None:
    """As Python reads it: C's operators have other signs, and the same meaning with these."""
    left = folded(tree, POSSIBLE)
    if isinstance(left, bool):
        return
    text = expression(left, {name: f"n[{at}]" for at, name in enumerate(POSSIBLE)})
    text = re.sub(r"(\d)u", r"\1", text).replace("&&", "and").replace("||", "or")
    text = re.sub(r"!(?=\()", "not ", text)
    for values in itertools.product(*POSSIBLE.values()):
        numbers: dict[str, int | None] = dict(zip(POSSIBLE, values))
        assert bool(eval(f"({text})", {"n": values})) == Condition("", (), left).holds(numbers)
