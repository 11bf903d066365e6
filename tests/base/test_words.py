"""Words in messages."""

from __future__ import annotations

import pytest

from pygen.base.words import plural


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("trap", "traps"), ("leech", "leeches"), ("fox", "foxes"), ("abyss", "abysses"),
        ("enemy", "enemies"), ("key", "keys"), ("brush", "brushes"), ("y", "ys"),
    ],
)  # fmt: skip
def test_plurals_follow_the_usual_rules(one: str, many: str) -> None:
    assert plural(one) == many
