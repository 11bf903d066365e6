"""The open parameters of a program's dungeons, in the form from which its C is made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from pygen.spec.open_parameters import OpenParameter, OpenParameters, names_digest

MOST_WORDS = 25
"""How many characters of a parameter's name the program's page of parameters has room for."""


@dataclass(frozen=True)
class OpenTables:
    """What a program knows of the open parameters of its dungeons, one after the other.

    By dungeon: `first_of_dungeons` and `counts` of its parameters, `first_rules` and `rule_counts`
    of the rules between two of them, and the bytes of the `digests` of their names. By parameter:
    its `words`, its `least` and `most`, and the spec's. By rule: the numbers of its two parameters
    in the dungeon, `first` and `second`, and where its `spans` begin in `span_least` and
    `span_most`.
    """

    first_of_dungeons: Sequence[int]
    counts: Sequence[int]
    first_rules: Sequence[int]
    rule_counts: Sequence[int]
    digests: Sequence[int]
    words: Sequence[str]
    least: Sequence[int]
    most: Sequence[int]
    spec_values: Sequence[int]
    first: Sequence[int]
    second: Sequence[int]
    spans: Sequence[int]
    span_least: Sequence[int]
    span_most: Sequence[int]


def open_tables(dungeons: Sequence[OpenParameters]) -> OpenTables:
    """The tables of a program of these dungeons, given by their open parameters."""
    every = [one for opened in dungeons for one in opened.parameters]
    rules = [rule for opened in dungeons for rule in opened.limits]
    spans = [span for rule in rules for span in rule.spans]
    return OpenTables(
        first_of_dungeons=_firsts(len(opened.parameters) for opened in dungeons),
        counts=[len(opened.parameters) for opened in dungeons],
        first_rules=_firsts(len(opened.limits) for opened in dungeons),
        rule_counts=[len(opened.limits) for opened in dungeons],
        digests=[byte for opened in dungeons for byte in names_digest(opened)],
        words=[shown_words(one) for one in every],
        least=[one.least for one in every],
        most=[one.most for one in every],
        spec_values=[one.default for one in every],
        first=[rule.first for rule in rules],
        second=[rule.second for rule in rules],
        spans=_firsts(len(rule.spans) for rule in rules),
        span_least=[least for least, _ in spans],
        span_most=[most for _, most in spans],
    )


def shown_words(parameter: OpenParameter) -> str:
    """The name of a parameter as the program shows it, such as ROOMS MAX SIZE."""
    return parameter.word.replace("_", " ").upper()[:MOST_WORDS].rstrip()


def _firsts(lengths: Iterable[int]) -> list[int]:
    """Where lists of these lengths begin, one behind the other."""
    return list(accumulate(lengths, initial=0))[:-1]
