"""Reading YAML with the position of every key and value.

PyYAML gives the nodes with their positions; this module turns them into plain data and records
where each key and value is. Scalars that YAML 1.1 and 1.2 interpret differently (`010`, `1:30`)
stay text, so that they are an error where a number is expected, and not an unintended number. Keys
are always text, so that a dungeon may be called `no`.
"""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pygen.spec.problems import KeyPath, Problem, SpecError, dotted
from pygen.spec.yaml_syntax import MAX_DEPTH, MAX_VALUES, InvalidYaml, compose

# Far above any sensible spec, and low enough that a wrong file causes no harm.
MAX_BYTES = 256 * 1024


def value_at(data: Any, path: KeyPath, absent: Any = None) -> Any:
    """The value at a path of a file's data; `absent` if there is none."""
    value = data
    for key in path:
        try:
            value = value[key]
        except (LookupError, TypeError):
            return absent
    return value


WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), False),
}
NUMBER = re.compile(r"[-+]?(0x[0-9a-fA-F_]{1,32}|0b[01_]{1,64}|0|[1-9][0-9_]{0,32})")
FRACTION = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,4})?")


class Position(NamedTuple):
    """Where something is: a file with line and column from 1, or a `--set` option with line 0."""

    source: str
    line: int
    column: int

    def problem(self, path: KeyPath, wrong: str, right: str) -> Problem:
        return Problem(self.source, self.line, self.column, dotted(path), wrong, right)


@dataclass
class Document:
    """The data of a YAML text, with the position of every key and value by its path.

    The position of a group of keys, and of a list in block style, is that of its own key.
    """

    source: str
    is_file: bool = True
    data: Any = None
    keys: dict[KeyPath, Position] = field(default_factory=dict)
    values: dict[KeyPath, Position] = field(default_factory=dict)
    scalars: dict[KeyPath, ScalarNode] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @staticmethod
    def of_text(text: str, source: str = "the spec") -> Document:
        """The document of a text. Raises SpecError if it is not valid YAML, or empty."""
        document = Document(source)
        node = _composed(text, document, ())
        if node is None:
            raise SpecError(
                [document.position(()).problem((), "the file is empty", "write a spec in it")]
            )
        _Reader(document).read(node, ())
        return document

    @staticmethod
    def of_data(data: Any, source: str = "the spec") -> Document:
        """The document of plain data that comes from no file; its values have no positions."""
        document = Document(source, is_file=False, data=data)
        pending: list[tuple[KeyPath, Any]] = [((), data)]
        while pending:
            path, value = pending.pop()
            document.values[path] = document.position_at(0, 0)
            if isinstance(value, dict):
                pending += [((*path, key), one) for key, one in value.items()]
            elif isinstance(value, list):
                pending += [((*path, key), one) for key, one in enumerate(value)]
        return document

    def position_at(self, line: int, column: int) -> Position:
        """A position in this text; `line` and `column` count from 0."""
        return Position(self.source, line + 1 if self.is_file else 0, column + 1)

    def has(self, path: KeyPath) -> bool:
        """Whether the text has a value at `path`; otherwise it is a default."""
        return path in self.values

    def at(self, path: KeyPath) -> Any:
        """The value at `path`; None if there is none."""
        return value_at(self.data, path)

    def position(self, path: KeyPath) -> Position:
        """The position of the value at `path`, or of the innermost existing value around it."""
        around = next((path[:n] for n in range(len(path), -1, -1) if path[:n] in self.values), None)
        return self.position_at(0, 0) if around is None else self.values[around]

    def problem(self, path: KeyPath, wrong: str, right: str) -> Problem:
        """A problem with the value at `path`."""
        return self.position(path).problem(path, wrong, right)

    def problem_of_key(self, path: KeyPath, wrong: str, right: str) -> Problem:
        """A problem with the last key of `path`."""
        return self.key_position(path).problem(path, wrong, right)

    def key_position(self, path: KeyPath) -> Position:
        """The position of the last key of `path`."""
        return self.keys.get(path) or self.position(path)

    def put(self, path: KeyPath, other: Document) -> None:
        """Take the positions at and below `path` from `other`, a text that overrides this one."""
        for mine in (self.keys, self.values, self.scalars):
            for old in [p for p in mine if p[: len(path)] == path]:
                del mine[old]
        self.keys |= {path: other.position(path), **other.keys}
        self.values |= other.values
        self.scalars |= other.scalars
        self.problems += other.problems


def read_document(path: Path) -> Document:
    """The YAML file at `path`. Raises SpecError if it cannot be read or is not valid YAML."""
    return Document.of_text(read_text(path), str(path))


def read_value(text: str, source: str, path: KeyPath) -> Document:
    """The value of an override: `text` is YAML, `source` names the option in errors."""
    document = Document(source, is_file=False)
    node = _composed(text, document, path)
    if node is None:
        document.values[path] = document.position_at(0, 0)
    else:
        _Reader(document).read(node, path)
    return document


def _composed(text: str, document: Document, path: KeyPath) -> Node | None:
    try:
        return compose(text)
    except InvalidYaml as error:
        position = document.position_at(error.line, error.column)
        raise SpecError([position.problem(path, error.wrong, error.right)]) from None


def read_text(path: Path) -> str:
    """The text of the file at `path`. Raises SpecError if it cannot be read or is too large."""

    def fail(wrong: str, right: str, line: int = 0, column: int = 0) -> SpecError:
        return SpecError([Problem(str(path), line, column, "", wrong, right)])

    try:
        if path.is_dir():
            raise fail("this is a folder", "name a YAML file, such as generator.yaml")
        if not stat.S_ISREG(path.stat().st_mode):
            raise fail("this is not a plain file", "name a YAML file, such as generator.yaml")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise fail("there is no such file", "name one that exists, with --spec FILE") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise fail(f"cannot be read ({reason})", "check its name and permissions") from None
    if len(data) > MAX_BYTES:
        raise fail("the file is too large for a spec", f"expected at most {MAX_BYTES // 1024} KiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line_start = before.rfind(b"\n") + 1
        column = len(before[line_start:].decode("utf-8", "replace")) + 1
        raise fail(
            f"byte 0x{data[error.start]:02X} is not UTF-8",
            "save the file as UTF-8",
            before.count(b"\n") + 1,
            column,
        ) from None


class _Reader:
    """Turns nodes into data, and records the positions."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.count = 0
        self.open: set[int] = set()

    def read(self, node: Node, path: KeyPath) -> None:
        self.document.data = self._value(node, path)

    def _position(self, node: Node) -> Position:
        return self.document.position_at(node.start_mark.line, node.start_mark.column)

    def _note(self, node: Node, path: KeyPath, wrong: str, right: str) -> None:
        self.document.problems.append(self._position(node).problem(path, wrong, right))

    def _fail(self, node: Node, path: KeyPath, wrong: str, right: str) -> SpecError:
        return SpecError([self._position(node).problem(path, wrong, right)])

    def _enter(self, node: Node, path: KeyPath) -> None:
        if id(node) in self.open:
            raise self._fail(
                node, path, "this anchor (&) holds its own alias (*)", "remove the alias"
            )
        if len(self.open) >= MAX_DEPTH:
            raise self._fail(node, path, "nested too deep", f"expected at most {MAX_DEPTH} levels")
        self.open.add(id(node))

    def _count(self, node: Node, path: KeyPath) -> None:
        self.count += 1
        if self.count > MAX_VALUES:
            raise self._fail(
                node,
                path,
                "too many values, counted with all aliases",
                f"expected at most {MAX_VALUES}",
            )

    def _value(self, node: Node, path: KeyPath) -> Any:
        self._count(node, path)
        is_inline = isinstance(node, ScalarNode) or (
            isinstance(node, SequenceNode) and node.flow_style
        )
        key_position = None if is_inline else self.document.keys.get(path)
        self.document.values[path] = key_position or self._position(node)
        if isinstance(node, ScalarNode):
            self.document.scalars[path] = node
            return scalar_value(node)
        if isinstance(node, SequenceNode):
            self._enter(node, path)
            items = [self._value(item, (*path, n)) for n, item in enumerate(node.value)]
            self.open.discard(id(node))
            return items
        assert isinstance(node, MappingNode)
        data = {}
        for key, (key_node, value_node) in self._pairs(node, path).items():
            self.document.keys[(*path, key)] = self._position(key_node)
            self.open.add(id(node))
            data[key] = self._value(value_node, (*path, key))
            self.open.discard(id(node))
        return data

    def _pairs(self, node: MappingNode, path: KeyPath) -> dict[str, tuple[Node, Node]]:
        """The mapping's keys and values. Its own keys override the keys that it merges (<<)."""
        self._enter(node, path)
        merged: dict[str, tuple[Node, Node]] = {}
        own: dict[str, tuple[Node, Node]] = {}
        merge_node = None
        for key_node, value_node in node.value:
            self._count(key_node, path)
            if not isinstance(key_node, ScalarNode):
                self._note(key_node, path, "a key must be a word", "write `key: value`")
            elif key_node.value == "<<" and not key_node.style:
                if merge_node is not None:
                    self._note(key_node, path, "<< is here twice", "write `<<: [*first, *second]`")
                merge_node = value_node
                merged = self._merged(value_node, path)
            elif key_node.value in own:
                first = self._position(own[key_node.value][0])
                where = f" (first in line {first.line})" if first.line else ""
                self._note(
                    key_node,
                    (*path, key_node.value),
                    f"the key is here twice{where}",
                    "keep one of the two",
                )
            else:
                own[key_node.value] = (key_node, value_node)
        self.open.discard(id(node))
        return merged | own

    def _merged(self, node: Node, path: KeyPath) -> dict[str, tuple[Node, Node]]:
        sources = node.value if isinstance(node, SequenceNode) else [node]
        merged: dict[str, tuple[Node, Node]] = {}
        for source in reversed(sources):
            self._count(source, path)
            if isinstance(source, MappingNode):
                merged |= self._pairs(source, path)
            else:
                self._note(source, path, "<< takes a group of keys", "write `<<: *anchor`")
        return merged


def scalar_value(node: ScalarNode) -> Any:
    """The value of a scalar; text if YAML's versions disagree about it."""
    text: str = node.value
    return text if node.style else scalar_of_text(text)


def scalar_of_text(text: str) -> Any:
    """The value of a scalar without quotes; text if YAML's versions disagree about it."""
    if text in WORDS:
        return WORDS[text]
    if NUMBER.fullmatch(text):
        try:
            return int(text.replace("_", ""), 0)
        except ValueError:
            return text
    if FRACTION.fullmatch(text):
        return float(text)
    return text
