"""Reading YAML so that every value knows its place.

PyYAML composes the nodes with their marks; this module turns them into plain data and remembers
where each key and value stands. It reads scalars with care: what YAML 1.1 and 1.2 understand
differently (`010`, `1:30`) stays text, so that it is an error where a number is wanted instead of a
number nobody meant. Keys are always text, so that a dungeon may be called `no`.
"""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pygen.spec.problems import KeyPath, Problem, SpecError, dotted, shown

# Far above any sensible spec, and low enough that hostile input stays harmless.
MAX_BYTES = 256 * 1024
MAX_DEPTH = 32
MAX_VALUES = 20_000

WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), False),
}
NUMBER = re.compile(r"[-+]?(0x[0-9a-fA-F_]{1,32}|0b[01_]{1,64}|0|[1-9][0-9_]{0,32})")
FRACTION = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,4})?")


@dataclass(frozen=True)
class Place:
    """Where something stands: a file with line and column from 1, or a `--set` with line 0."""

    source: str
    line: int
    column: int

    def problem(self, path: KeyPath, wrong: str, right: str) -> Problem:
        return Problem(self.source, self.line, self.column, dotted(path), wrong, right)


@dataclass
class Document:
    """The data of a YAML text, with the place of every key and value by its path."""

    source: str
    is_file: bool = True
    data: Any = None
    keys: dict[KeyPath, Place] = field(default_factory=dict)
    values: dict[KeyPath, Place] = field(default_factory=dict)
    scalars: dict[KeyPath, ScalarNode] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def place(self, path: KeyPath) -> Place:
        """Where the value at `path` stands, or the nearest thing around it that stands anywhere."""
        for length in range(len(path), 0, -1):
            part = path[:length]
            if part in self.scalars or (part in self.values and part not in self.keys):
                return self.values[part]
            if part in self.keys:
                return self.keys[part]
        return Place(self.source, 1 if self.is_file else 0, 1)

    def key_place(self, path: KeyPath) -> Place:
        """Where the key at the end of `path` stands."""
        return self.keys.get(path) or self.place(path)

    def forget(self, path: KeyPath) -> None:
        """Drop the places at and below `path`, because an override takes its place."""
        for places in (self.keys, self.values, self.scalars):
            for old in [p for p in places if p[: len(path)] == path]:
                del places[old]


def read_document(path: Path) -> Document:
    """The YAML file at `path`. Raises SpecError if it cannot be read or is no YAML."""
    document = Document(str(path))
    node = compose(_read_text(path), document)
    if node is None:
        raise SpecError([document.place(()).problem((), "the file is empty", "write a spec in it")])
    _Reader(document).read(node)
    return document


def read_value(text: str, source: str, path: KeyPath) -> Document:
    """The value of an override: `text` is YAML, `source` names the option in errors."""
    document = Document(source, is_file=False)
    node = compose(text, document) or ScalarNode("", "", yaml.Mark(source, 0, 0, 0, None, None))
    _Reader(document).read(node, path)
    return document


def _read_text(path: Path) -> str:
    def fail(wrong: str, right: str, line: int = 1, column: int = 1) -> SpecError:
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
        raise fail("the file is too large for a spec", f"at most {MAX_BYTES // 1024} KiB")
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


class _Loader(yaml.SafeLoader):
    """PyYAML's loader without tags, and with a limit to nesting."""

    depth = 0

    def compose_node(self, parent: Node | None, index: object) -> Node | None:
        event = self.peek_event()
        if getattr(event, "tag", None) is not None:
            raise yaml.MarkedYAMLError(
                problem=f"found the tag {event.tag}", problem_mark=event.start_mark
            )
        if self.depth >= MAX_DEPTH:
            raise yaml.MarkedYAMLError(problem="nested too deep", problem_mark=event.start_mark)
        self.depth += 1
        node: Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


def compose(text: str, document: Document) -> Node | None:
    """The root node of `text`. Raises SpecError, with the place, if it is no YAML."""
    loader = None
    try:
        loader = _Loader(text)
        node: Node | None = loader.get_single_node()
        return node
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        wrong, right = _syntax_words(error, text)
        raise _syntax_error(document, mark, wrong, right) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        mark = yaml.Mark("", 0, before.count("\n"), error.position - before.rfind("\n") - 1, "", 0)
        raise _syntax_error(
            document, mark, f"character U+{ord(text[error.position]):04X} cannot stand in YAML",
            "delete it",
        ) from None
    except (ValueError, OverflowError):
        # PyYAML lets these through for numbers it cannot hold, in \U escapes and directives.
        mark = loader.get_mark() if loader else None
        raise _syntax_error(
            document, mark, "the YAML has a number that is too large", "correct or delete it"
        ) from None


def _syntax_error(document: Document, mark: Any, wrong: str, right: str) -> SpecError:
    place = document.place(())
    if document.is_file and mark is not None:
        place = Place(document.source, mark.line + 1, mark.column + 1)
    return SpecError([place.problem((), wrong, right)])


# What PyYAML says (the beginning of it or a part), what that means, and what to do.
SYNTAX = (
    ("'\\t' that cannot start", "a tab stands where the line is indented", "indent with spaces"),
    (
        "that cannot start any token",
        "a value cannot begin with this character",
        'put the value in "quotes"',
    ),
    (
        "mapping values are not allowed",
        "a colon stands where no key can be",
        "indent the line like its neighbours, and put a text that has a colon in \"quotes\"",
    ),
    (
        "could not find expected ':'",
        "a key without its colon",
        "write `key: value`, and check the indentation",
    ),
    (
        "expected <block end>",
        "this line does not fit the ones above it",
        "indent it like its neighbours; a list's items all begin with -, or none does",
    ),
    ("expected ',' or ']'", "a list is not closed", "separate items by , and end the list with ]"),
    ("expected ',' or '}'", "a group is not closed", "separate keys by , and end the group with }"),
    ("found unexpected end of stream", "a text in quotes is not closed", "add the closing quote"),
    ("undefined alias", "this alias has no anchor", "set the anchor (&name) above its first use"),
    ("duplicate anchor", "this anchor is set twice", "give one of the two another name"),
    ("found duplicate anchor", "this anchor is set twice", "give one of the two another name"),
    ("but found another document", "a second document begins here", "delete the line ---"),
    ("found unknown escape character", "an unknown escape", r"write \\ for a backslash"),
    ("found the tag", "", "write the value without a tag"),
    ("nested too deep", "", f"at most {MAX_DEPTH} levels"),
)


def _syntax_words(error: yaml.MarkedYAMLError, text: str) -> tuple[str, str]:
    said = " ".join(filter(None, (error.context, error.problem))) or "this is no YAML"
    mark = error.problem_mark
    if mark is not None and text.split("\n")[mark.line : mark.line + 1]:
        line = text.split("\n")[mark.line]
        if "\t" in line[: len(line) - len(line.lstrip())]:
            return SYNTAX[0][1:]
    for part, wrong, right in SYNTAX:
        if part in said:
            return wrong or shown(said), right
    return f"this is no YAML ({shown(said, 120)})", "correct it"


class _Reader:
    """Turns nodes into data, and notes where everything stands."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.count = 0
        self.open: set[int] = set()

    def read(self, node: Node, path: KeyPath = ()) -> None:
        self.document.data = self._value(node, path)

    def _place(self, node: Node) -> Place:
        if not self.document.is_file:
            return Place(self.document.source, 0, 0)
        mark = node.start_mark
        return Place(self.document.source, mark.line + 1, mark.column + 1)

    def _note(self, node: Node, path: KeyPath, wrong: str, right: str) -> None:
        self.document.problems.append(self._place(node).problem(path, wrong, right))

    def _fail(self, node: Node, path: KeyPath, wrong: str, right: str) -> SpecError:
        return SpecError([self._place(node).problem(path, wrong, right)])

    def _enter(self, node: Node, path: KeyPath) -> None:
        if id(node) in self.open:
            raise self._fail(node, path, "an alias (*) stands inside its own anchor (&)", "take it out")
        if len(self.open) >= MAX_DEPTH:
            raise self._fail(node, path, "nested too deep", f"at most {MAX_DEPTH} levels")
        self.open.add(id(node))

    def _count(self, node: Node, path: KeyPath) -> None:
        self.count += 1
        if self.count > MAX_VALUES:
            raise self._fail(
                node, path, "too many values, counted with all aliases", f"at most {MAX_VALUES}"
            )

    def _value(self, node: Node, path: KeyPath) -> Any:
        self._count(node, path)
        self.document.values[path] = self._place(node)
        if isinstance(node, ScalarNode):
            self.document.scalars[path] = node
            return scalar_value(node)
        if isinstance(node, SequenceNode):
            self._enter(node, path)
            items = [self._value(item, (*path, n)) for n, item in enumerate(node.value)]
            self.open.discard(id(node))
            return items
        data = {}
        for key, (key_node, value_node) in self._pairs(node, path).items():
            self.document.keys[(*path, key)] = self._place(key_node)
            self.open.add(id(node))
            data[key] = self._value(value_node, (*path, key))
            self.open.discard(id(node))
        return data

    def _pairs(self, node: MappingNode, path: KeyPath) -> dict[str, tuple[Node, Node]]:
        """The mapping's keys and values, what it merges (<<) first, so that its own win."""
        self._enter(node, path)
        merged: dict[str, tuple[Node, Node]] = {}
        own: dict[str, tuple[Node, Node]] = {}
        merge_node = None
        for key_node, value_node in node.value:
            self._count(key_node, path)
            if not isinstance(key_node, ScalarNode):
                self._note(key_node, path, "a key must be a word", "write `key: value`")
            elif key_node.value == "<<" and key_node.style is None:
                if merge_node is not None:
                    self._note(
                        key_node, path, "<< stands here twice", "write `<<: [*first, *second]`"
                    )
                merge_node = value_node
                merged = self._merged(value_node, path)
            elif key_node.value in own:
                first = self._place(own[key_node.value][0])
                where = f" (first in line {first.line})" if first.line else ""
                self._note(
                    key_node,
                    (*path, key_node.value),
                    f"the key stands here twice{where}",
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
                self._note(source, path, "<< merges what is no group of keys", "write `<<: *anchor`")
        return merged


def scalar_value(node: ScalarNode) -> Any:
    """The value of a scalar; text if YAML's versions disagree about it."""
    text: str = node.value
    if node.style is not None:
        return text
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
