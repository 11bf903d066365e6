"""Conditions, such as `secret_rooms >= 3 and stairs_steps between 40 and 60`: of a search, and of
`require` in a spec.

A condition compares the numbers of a dungeon with whole numbers and with each other; `and`, `or`,
`not` and parentheses combine comparisons. Nothing else can be written, so that a condition from
anywhere is safe to evaluate.

    condition   = conjunction {"or" conjunction}
    conjunction = negation {"and" negation}
    negation    = "not" negation | "(" condition ")" | comparison
    comparison  = value operator value {operator value}
                | value ["not"] "between" value "and" value
    operator    = "==" | "!=" | "<" | "<=" | ">" | ">="
    value       = a whole number | the name of a number
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pygen.base.errors import UsageError
from pygen.base.words import did_you_mean, listed, shown

Numbers = Mapping[str, int | None]
"""The numbers of a dungeon by name; None for one that it does not have."""

Test = Callable[[Numbers], bool]

Value = int | str
"""A whole number, or the name of a number of the dungeon."""

LONGEST = 1000
"""The most characters of a condition."""

DEEPEST = 50
"""How deep parentheses and `not` may be nested."""

OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}

WORDS = ("and", "or", "not", "between")

INSTEAD = {"=": "==", "&&": "and", "||": "or", "!": "not", "<>": "!=", "&": "and", "|": "or"}
"""Operators of other languages, and their equivalents here."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d+)(?![\w.])|(?P<name>[A-Za-z_]\w*(?:\.\w+)*)"
    r"|(?P<operator>==|!=|<=|>=|<(?!>)|>|\(|\))|(?P<wrong>=|&&|\|\||<>|!|&|\||\S+?(?=[\s()<>=!]|$)))"
)


class ConditionError(UsageError):
    """A condition that cannot be read. `start` and `end` enclose the wrong part of its text."""

    def __init__(self, text: str, start: int, end: int, wrong: str, right: str) -> None:
        self.start, self.end, self.wrong, self.right = start, end, wrong, right
        mark = " " * start + "^" * max(1, end - start)
        line = "".join(character if character.isprintable() else " " for character in text)
        super().__init__(f"--where: {wrong}\n  {line}\n  {mark}", right)


@dataclass(frozen=True)
class Comparison:
    """A comparison of two values by one of OPERATORS."""

    left: Value
    sign: str
    right: Value


@dataclass(frozen=True)
class Negation:
    """What is met if `part` is not."""

    part: Tree


@dataclass(frozen=True)
class Every:
    """What is met if all `parts` are."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True)
class Some:
    """What is met if at least one of `parts` is."""

    parts: tuple[Tree, ...]


Tree = Comparison | Negation | Every | Some
"""A condition without its text."""


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Condition:
    """A condition that was read. `names` are the numbers in it, in order."""

    text: str
    names: tuple[str, ...]
    tree: Tree

    @cached_property
    def test(self) -> Test:
        """The condition as a function of a dungeon's numbers."""
        return _test_of(self.tree)

    def holds(self, numbers: Numbers) -> bool:
        """Whether a dungeon with these numbers meets the condition. A comparison with a number that
        the dungeon does not have counts as false."""
        return self.test(numbers)


def parse_condition(text: str, known: Collection[str] | None = None) -> Condition:
    """Read a condition over the `known` names (default: any names).

    Raises ConditionError, which shows the wrong part, for any other text.
    """
    if len(text) > LONGEST:
        raise UsageError(
            f"--where: {len(text):,} characters are too many", f"Write at most {LONGEST:,}."
        )
    parser = _Parser(text, known)
    tree = parser.condition(0)
    parser.expect_end()
    return Condition(text, tuple(dict.fromkeys(parser.names)), tree)


def folded(tree: Tree, possible: Mapping[str, range]) -> Tree | bool:
    """A condition without what is always or never met; True or False if nothing remains.

    `possible` has the values that each number may have.
    """
    if isinstance(tree, Comparison):
        return _folded_comparison(tree, possible)
    if isinstance(tree, Negation):
        part = folded(tree.part, possible)
        return not part if isinstance(part, bool) else Negation(part)
    parts = [folded(part, possible) for part in tree.parts]
    decisive = isinstance(tree, Some)
    if decisive in parts:
        return decisive
    left = tuple(part for part in parts if not isinstance(part, bool))
    if not left:
        return not decisive
    return left[0] if len(left) == 1 else type(tree)(left)


def _folded_comparison(tree: Comparison, possible: Mapping[str, range]) -> Comparison | bool:
    """As `folded`, for a comparison."""
    if tree.left == tree.right:
        return OPERATORS[tree.sign](0, 0)
    sides = (tree.left, tree.right)
    left, right = (
        range(side, side + 1) if isinstance(side, int) else possible[side] for side in sides
    )
    if left[-1] < right[0]:
        return OPERATORS[tree.sign](0, 1)
    if left[0] > right[-1]:
        return OPERATORS[tree.sign](1, 0)
    if tree.sign in ("<=", ">") and left[-1] <= right[0]:
        return tree.sign == "<="
    if tree.sign in (">=", "<") and left[0] >= right[-1]:
        return tree.sign == ">="
    if len(left) == len(right) == 1:
        return OPERATORS[tree.sign](left[0], right[0])
    return tree


def _test_of(tree: Tree) -> Test:
    """A condition as a function of a dungeon's numbers."""
    if isinstance(tree, Comparison):
        return _compared(tree)
    if isinstance(tree, Negation):
        negated = _test_of(tree.part)
        return lambda numbers: not negated(numbers)
    tests = [_test_of(part) for part in tree.parts]
    if isinstance(tree, Every):
        return lambda numbers: all(test(numbers) for test in tests)
    return lambda numbers: any(test(numbers) for test in tests)


def _compared(tree: Comparison) -> Test:
    left, compare, right = tree.left, OPERATORS[tree.sign], tree.right

    def test(numbers: Numbers) -> bool:
        a = numbers[left] if isinstance(left, str) else left
        b = numbers[right] if isinstance(right, str) else right
        return a is not None and b is not None and compare(a, b)

    return test


class _Parser:
    """Reads one condition from left to right."""

    def __init__(self, text: str, known: Collection[str] | None) -> None:
        self.text, self.known = text, known
        self.names: list[str] = []
        self.tokens = list(self._split())
        self.at = 0

    def _split(self) -> list[_Token]:
        tokens, at = [], 0
        while at < len(self.text.rstrip()):
            match = _TOKEN.match(self.text, at)
            assert match is not None and match.lastgroup is not None
            kind, at = match.lastgroup, match.end()
            token = _Token(kind, match[kind], match.start(kind), match.end(kind))
            if kind == "name" and token.text.lower() in WORDS:
                token = token._replace(kind="word", text=token.text.lower())
            tokens.append(token)
        tokens.append(_Token("end", "", len(self.text.rstrip()), len(self.text.rstrip()) + 1))
        return tokens

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def _take(self, *texts: str) -> _Token | None:
        """Take the next word or operator if it is one of `texts`."""
        token = self.token
        if token.kind in ("word", "operator") and token.text in texts:
            self.at += 1
            return token
        return None

    def condition(self, depth: int) -> Tree:
        parts = [self._conjunction(depth)]
        while self._take("or"):
            parts.append(self._conjunction(depth))
        return parts[0] if len(parts) == 1 else Some(tuple(parts))

    def _conjunction(self, depth: int) -> Tree:
        parts = [self._negation(depth)]
        while self._take("and"):
            parts.append(self._negation(depth))
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def _negation(self, depth: int) -> Tree:
        if depth > DEEPEST:
            raise self._fail("this is nested too deep", f"Nest at most {DEEPEST} levels.")
        if self._take("not"):
            return Negation(self._negation(depth + 1))
        opening = self._take("(")
        if opening is None:
            return self._comparison()
        inside = self.condition(depth + 1)
        if self._take(")") is None:
            if self.token.kind == "end":
                raise self._fail_at(opening, "this parenthesis is not closed", "Add a `)`.")
            raise self._fail_unexpected("and, or, or a `)`")
        return inside

    def _comparison(self) -> Tree:
        first = self._value()
        is_negated = self._take("not") is not None
        if self._take("between"):
            low = self._value()
            if self._take("and") is None:
                raise self._fail_unexpected("`and` and the greater number")
            high = self._value()
            if isinstance(low, int) and isinstance(high, int) and low > high:
                hint = f"Write between {high} and {low}."
                raise self._fail_at(self.tokens[self.at - 1], f"{high} is less than {low}", hint)
            between = Every((Comparison(low, "<=", first), Comparison(first, "<=", high)))
            return Negation(between) if is_negated else between
        parts, left = [], first
        while (sign := self._take(*OPERATORS)) is not None:
            right = self._value()
            parts.append(Comparison(left, sign.text, right))
            left = right
        if is_negated or not parts:
            raise self._fail_unexpected(f"a comparison: {' '.join(OPERATORS)} or between")
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def _value(self) -> Value:
        token = self.token
        if token.kind == "number":
            self.at += 1
            return int(token.text)
        if token.kind != "name":
            raise self._fail_unexpected("a number or a name")
        if self.known is not None and token.text not in self.known:
            raise self._fail_at(
                token,
                f"there is no number called `{shown(token.text)}`",
                f"{did_you_mean(token.text, self.known).capitalize()}"
                f"There are {listed(self.known)}.",
            )
        self.at += 1
        self.names.append(token.text)
        return token.text

    def expect_end(self) -> None:
        if self.token.kind != "end":
            raise self._fail_unexpected("and, or, or the end")

    def _fail_unexpected(self, expected: str) -> ConditionError:
        token = self.token
        if token.kind == "wrong":
            return self._fail(*_advice(token.text))
        found = f"`{shown(token.text)}` cannot be here" if token.text else "something is missing"
        return self._fail(found, f"Expected {expected}.")

    def _fail(self, wrong: str, right: str) -> ConditionError:
        return self._fail_at(self.token, wrong, right)

    def _fail_at(self, token: _Token, wrong: str, right: str) -> ConditionError:
        return ConditionError(self.text, token.start, token.end, wrong, right)


def _advice(text: str) -> tuple[str, str]:
    """An explanation of a word that conditions do not have, and what to write instead."""
    wrong = f"`{shown(text)}` cannot be in a condition"
    if text in INSTEAD:
        return wrong, f"Write {INSTEAD[text]}."
    if re.match(r"-?\d", text):
        return wrong, "Numbers are whole: 0, 7, -1."
    return wrong, f"Compare numbers with {' '.join(OPERATORS)} or between; use and, or, not, ( )."
