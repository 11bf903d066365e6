"""Positions of values in a YAML text, and writing values as YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pygen.base.errors import UserError
from pygen.spec.document import scalar_of_text
from pygen.spec.yaml_syntax import InvalidYaml, compose

LONGEST_LINE = 100
"""Longer groups and lists are written in several lines."""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*( [A-Za-z0-9_]+)*")
_ANCHOR = re.compile(r"&[^\s,\[\]{}]+[ \t]*")
_ALIAS = re.compile(r"\*[^\s,\[\]{}]+")
_TO_VALUE = re.compile(r"[ \t]*:[ \t]*")


@dataclass(frozen=True)
class Place:
    """A value in the text: its node, where it begins and ends, and the column of its key.

    `is_alias` says that the text has only the name of an anchor there, `is_flow` that the value is
    between brackets.
    """

    node: Node
    start: int
    end: int
    column: int
    is_alias: bool
    is_flow: bool


class YamlText:
    """A text with its nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        try:
            root = compose(text)
        except InvalidYaml as error:
            raise UserError(f"line {error.line + 1}: {error.wrong}", error.right) from None
        assert root is not None
        self.root = root

    def offset(self, mark: Any) -> int:
        """The offset of a mark in the text."""
        line: int = min(mark.line, len(self.starts) - 1)
        return min(self.starts[line] + int(mark.column), len(self.text))

    def end_of(self, node: Node) -> int:
        """The offset of the end of a node's content, without comments after it."""
        if isinstance(node, MappingNode) and not node.flow_style and node.value:
            key, value = node.value[-1]
            return self.place_of(key, value, False).end
        if isinstance(node, SequenceNode) and not node.flow_style and node.value:
            return self.end_of(node.value[-1])
        end = self.offset(node.end_mark)
        # The end of a block of text is behind its last line.
        return len(self.text[:end].rstrip()) if self.text[:end].endswith("\n") else end

    def place_of(self, key: Node, value: Node, is_flow: bool) -> Place:
        """The place of a key's value."""
        after = self.offset(key.end_mark)
        match = _TO_VALUE.match(self.text, after)
        start = match.end() if match else after
        column = key.start_mark.column
        alias = _ALIAS.match(self.text, start)
        if alias:
            return Place(value, start, alias.end(), column, True, is_flow)
        if isinstance(value, ScalarNode) and not value.value and not value.style:
            return Place(value, start, start, column, False, is_flow)
        start = self.offset(value.start_mark)
        anchor = _ANCHOR.match(self.text, start)
        if anchor and isinstance(value, ScalarNode | SequenceNode | MappingNode):
            start = anchor.end()
        return Place(value, start, self.end_of(value), column, False, is_flow)

    def pairs(self, node: MappingNode) -> dict[str, tuple[Node, Node]]:
        """The group's own keys, without merged ones, with their nodes."""
        return {
            key.value: (key, value)
            for key, value in node.value
            if isinstance(key, ScalarNode) and not (key.value == "<<" and not key.style)
        }

    def line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """The end of the line, its line break excluded."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end


def is_in_flow(node: Node) -> bool:
    """Whether a node is a group or a list between brackets."""
    return isinstance(node, MappingNode | SequenceNode) and bool(node.flow_style)


def is_long(value: Any, width: int) -> bool:
    """Whether a value is to be written in several lines."""
    if not isinstance(value, dict | list) or not value:
        return False
    items = list(value.values()) if isinstance(value, dict) else value
    is_nested = isinstance(value, list) and any(isinstance(one, dict) for one in items)
    is_drawing = isinstance(value, list) and all(isinstance(one, str) for one in items)
    return is_nested or (is_drawing and any(" " in one or len(one) > 12 for one in items)) or (
        width > LONGEST_LINE
    )  # fmt: skip


def block_text(value: Any, indent: int) -> str:
    """A group or a list in lines of their own, the first one below its key."""
    lines = []
    if isinstance(value, dict):
        for key, one in value.items():
            flow = flow_text(one)
            if is_long(one, indent + len(str(key)) + 2 + len(flow)):
                lines.append(f"{key_text(key)}:{block_text(one, indent + 2)}")
            else:
                lines.append(f"{key_text(key)}: {flow}")
    else:
        lines = [f"- {flow_text(one)}" for one in value]
    return "".join(f"\n{' ' * indent}{line}" for line in lines)


def document_text(data: Mapping[str, Any]) -> str:
    """A whole spec: each section, each dungeon and each key of a dungeon begins a line."""
    lines = []
    for section, value in data.items():
        if not isinstance(value, dict) or not value:
            lines.append(block_text({section: value}, 0))
            continue
        lines.append(f"\n{key_text(section)}:")
        for name, one in value.items():
            if section == "dungeons" and isinstance(one, dict) and one:
                lines.append(f"\n  {key_text(name)}:{block_text(one, 4)}")
            else:
                lines.append(block_text({name: one}, 2))
    return "".join(lines).lstrip("\n") + "\n"


def flow_text(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{key_text(key)}: {flow_text(one)}" for key, one in value.items())
            + "}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(flow_text, value))}]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string_text(value)
    return str(value)


def key_text(key: Any) -> str:
    """A key; it is always text."""
    return str(key) if re.fullmatch(r"[A-Za-z0-9_-]+", str(key)) else json.dumps(str(key))


def _string_text(text: str) -> str:
    if _PLAIN.fullmatch(text) and isinstance(scalar_of_text(text), str):
        return text
    return json.dumps(text, ensure_ascii=False)
