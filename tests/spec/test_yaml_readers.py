"""libyaml, which is fast, is only asked where it reads a text as PyYAML's own reader does."""

from __future__ import annotations

import random
from typing import Any

import pytest
import yaml
from helpers.tools import SPEC_FILE
from yaml.nodes import MappingNode, Node, ScalarNode

from pygen.spec import yaml_syntax

BLOCKS = """\
a: &first {b: [1, 'two', "three"], c: 4}
drawing: |
  ####
   ##
folded: >-
  text
  more
again: *first
? key
: - value
<<: {d: 1}
list: [
  1, # a comment
  2,
]
"""
MARKS = [*" \n\t#:-[]{},&*!|>'\"%@`?a1é~\\", ": ", "- ", "\n  "]
CUT = 500


def spoilt(chance: random.Random) -> str:
    """A part of a text with up to three characters put in, replaced or left out."""
    text = chance.choice([SPEC_FILE.read_text("utf-8"), BLOCKS])
    start = chance.randrange(max(1, len(text) - CUT))
    text = text[start : start + CUT]
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(["", *MARKS]) + text[at + chance.randint(0, 1) :]
    return text


def picture(node: Node | None) -> Any:
    """All of a node that a spec is made from."""
    if node is None:
        return None
    place = node.start_mark.line, node.start_mark.column
    if isinstance(node, ScalarNode):
        return node.tag, place, node.value, bool(node.style)
    inner = sum(node.value, ()) if isinstance(node, MappingNode) else node.value
    return node.tag, place, [picture(one) for one in inner]


def read_by(text: str) -> Any:
    try:
        return picture(yaml_syntax.compose(text))
    except yaml_syntax.InvalidYaml as error:
        return error.line, error.column, error.wrong


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML was built without libyaml")
def test_both_readers_agree_about_any_text(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random("readers")
    texts = [SPEC_FILE.read_text("utf-8"), BLOCKS, *(spoilt(chance) for _ in range(600))]
    fast = [read_by(text) for text in texts]
    plain = sum(yaml_syntax._is_plain(text) for text in texts)
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    for text, seen in zip(texts, fast):
        assert read_by(text) == seen, text
    assert 50 < plain < len(texts), "libyaml was not asked, or always"
