"""From text to YAML nodes, and what is wrong with a text that is not valid YAML."""

from __future__ import annotations

import re

import yaml
from yaml.nodes import Node

from pygen.base.words import shown

MAX_DEPTH = 32
MAX_VALUES = 20_000


class InvalidYaml(Exception):
    """A text that is not valid YAML, or uses features that are not allowed here.

    `line` and `column` count from 0.
    """

    def __init__(self, line: int, column: int, wrong: str, right: str) -> None:
        super().__init__(wrong)
        self.line, self.column, self.wrong, self.right = line, column, wrong, right


class _Loader(yaml.SafeLoader):
    """PyYAML's loader without tags, and with limits to depth and length."""

    depth = 0
    count = 0

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        self.count += 1
        problem = ""
        if getattr(event, "tag", None) is not None:
            problem = f"found the tag {event.tag}"
        elif self.depth >= MAX_DEPTH:
            problem = "nested too deep"
        elif self.count > 2 * MAX_VALUES:
            problem = "too many values"
        if problem:
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)
        self.depth += 1
        node: Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


_TAKEN_BY_LIBYAML_ALONE = re.compile(r"\t|[|>][-+0-9]*#")
"""Tabs between words, or a comment directly after the mark of a text block."""


def _is_plain(text: str) -> bool:
    """Whether libyaml, which is several times as fast, reads `text` as `_Loader` does: it has no
    tags, is neither too deep nor too long, and contains nothing that the two read differently."""
    if _TAKEN_BY_LIBYAML_ALONE.search(text):
        return False
    depth = 0
    try:
        for count, event in enumerate(yaml.parse(text, Loader=yaml.CSafeLoader)):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            has_tag = getattr(event, "tag", None) is not None
            is_odd = isinstance(event, yaml.ScalarEvent) and not event.style and _is_odd(event)
            if has_tag or is_odd or depth >= MAX_DEPTH or count > 2 * MAX_VALUES:
                return False
    except (yaml.YAMLError, ValueError, OverflowError):
        return False
    return True


def _is_odd(event: yaml.ScalarEvent) -> bool:
    """Whether the two loaders read a value without quotes differently. They report a missing value
    at different positions, and a value with a ? between brackets is an error only for PyYAML."""
    return not event.value or "?" in event.value


def compose(text: str) -> Node | None:
    """The root node of `text`, None if it is empty. Raises InvalidYaml if it is not valid YAML."""
    if yaml.__with_libyaml__ and _is_plain(text):
        try:
            root: Node | None = yaml.compose(text, Loader=yaml.CSafeLoader)
            return root
        except (yaml.YAMLError, ValueError, OverflowError):
            # The slower loader says what is wrong, in words that are known here.
            pass
    loader = None
    try:
        loader = _Loader(text)
        node: Node | None = loader.get_single_node()
        return node
    except yaml.MarkedYAMLError as error:
        raise _wrong_syntax(error, text) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        raise InvalidYaml(
            before.count("\n"),
            error.position - before.rfind("\n") - 1,
            f"character U+{ord(text[error.position]):04X} is not allowed in YAML",
            "delete it",
        ) from None
    except (ValueError, OverflowError):
        # PyYAML raises these for numbers that it cannot hold, in \U escapes and directives.
        mark = loader.get_mark() if loader else None
        line, column = (mark.line, mark.column) if mark else (0, 0)
        raise InvalidYaml(line, column, "a number is too large", "correct or delete it") from None


# A part of PyYAML's message, our wording of it ("": the same), and what to do.
SYNTAX = (
    (
        "that cannot start any token",
        "a value cannot begin with this character",
        'put the value in "quotes"',
    ),
    (
        "mapping values are not allowed",
        "a colon is where no key can be",
        'indent the line like its neighbours, and put a text that has a colon in "quotes"',
    ),
    (
        "could not find expected ':'",
        "a key has no colon",
        "write `key: value`, and check the indentation",
    ),
    (
        "expected <block end>",
        "the indentation does not match the lines above",
        "indent the line like its neighbours, and close every quote and bracket",
    ),
    ("expected ',' or ']'", "a list is not closed", "separate items by , and end the list with ]"),
    ("expected ',' or '}'", "a group is not closed", "separate keys by , and end the group with }"),
    (
        "parsing a flow node",
        "a list or group is not closed, or an item is missing",
        "end a list with ] and a group with }",
    ),
    ("found unexpected end of stream", "a text in quotes is not closed", "add the closing quote"),
    ("undefined alias", "no anchor has this name", "set the anchor (&name) above its first use"),
    ("duplicate anchor", "this anchor is set twice", "give one of the two another name"),
    ("but found another document", "a second document begins here", "delete the line ---"),
    ("unknown escape character", "this escape is unknown", r"write \\ for a backslash"),
    ("found the tag", "", "write the value without a tag"),
    ("nested too deep", "", f"expected at most {MAX_DEPTH} levels"),
    ("too many values", "", f"expected at most {MAX_VALUES}"),
)


def _wrong_syntax(error: yaml.MarkedYAMLError, text: str) -> InvalidYaml:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = text.split("\n")
    # PyYAML may report a tab only in the line below it.
    for at in range(max(0, line - 1), min(line + 1, len(lines))):
        indentation = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        if "\t" in indentation:
            wrong = "a tab is in the indentation"
            return InvalidYaml(at, indentation.index("\t"), wrong, "indent with spaces")
    comment = _comment_in_brackets(lines, line)
    if comment is not None:
        wrong = "# begins a comment here, so the list or group is not closed"
        return InvalidYaml(*comment, wrong, 'put the value in quotes: "#"')
    problem = error.problem or ""
    # A carriage return ends a line for PyYAML, too.
    if "mapping values are not allowed" in problem and 0 < line < len(lines):
        # A line without a colon is a text, which goes on in the next one.
        above, here = lines[line - 1], lines[line]
        margin = len(here) - len(here.lstrip())
        if above.strip() and ":" not in above and margin == len(above) - len(above.lstrip()):
            return InvalidYaml(line - 1, margin, "a key has no colon", "write `key: value`")
    # Something is not closed or lacks its colon: report where it begins, not where PyYAML noticed.
    begins = problem.startswith(("expected ',' or", "found unexpected end of", "could not find"))
    if begins and error.context_mark:
        line, column = error.context_mark.line, error.context_mark.column
    said = " ".join(filter(None, (error.context, error.problem))) or "this is no YAML"
    for part, wrong, right in SYNTAX:
        if part in said:
            return InvalidYaml(line, column, wrong or shown(said), right)
    return InvalidYaml(line, column, f"this is no YAML ({shown(said, 120)})", "correct it")


def _comment_in_brackets(lines: list[str], line: int) -> tuple[int, int] | None:
    """The line and column of a comment that cuts off a list or group begun in the same line.

    Only the lines just before `line` are considered. None if there is no such comment.
    """
    for at in range(min(line, len(lines) - 1), max(-1, line - 4), -1):
        before, mark, after = lines[at].partition(" #")
        is_open = before.count("{") > before.count("}") or before.count("[") > before.count("]")
        if mark and is_open and ("}" in after or "]" in after):
            return at, len(before) + 1
    return None
