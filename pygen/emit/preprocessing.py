"""C as a compiler sees it: without comments, and without what conditional compilation leaves out.

It knows as much of C's preprocessor as the project's C has in conditions. Macros are not expanded:
what they stand for is kept beside the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pygen.base.errors import UserError
from pygen.emit.sources import SourceFile

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*(.*)")
_DEFINED = re.compile(r"\bdefined\s*\(?\s*(\w+)\s*\)?")
_NAME = re.compile(r"\b[A-Za-z_]\w*\b")
_CAST = re.compile(r"\(uint\w+_t\)")
_NUMBER = re.compile(r"\b(0[xX][0-9a-fA-F]+|\d+)[uU]?\b")
_MACRO = re.compile(r"(\w+)(\([^)]*\))?\s*(.*)", re.DOTALL)


@dataclass
class Preprocessed:
    """What is left of a C file and of what it includes: the lines of its text, the macros without
    parameters that are defined at its end, and the words behind every macro that ever was."""

    lines: list[str] = field(default_factory=list)
    macros: dict[str, str] = field(default_factory=dict)
    bodies: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def value(self, expression: str) -> int:
        """The value of an expression of integers, as in a condition; an unknown name is 0.

        Raises UserError if it is none.
        """
        text = _DEFINED.sub(lambda found: str(int(found[1] in self.macros)), expression)
        before = ""
        while text != before:
            before = text
            text = _CAST.sub("", text)
            text = _NAME.sub(lambda found: f"({self.macros.get(found[0], '0')})", text)
        return _value(text)


def preprocessed(file: Path, folders: Sequence[Path], macros: Mapping[str, str]) -> Preprocessed:
    """A C file, which finds what it includes in one of `folders`, where `macros` are defined."""
    found = Preprocessed(macros=dict(macros))
    _read(file, folders, found)
    return found


def _read(file: Path, folders: Sequence[Path], found: Preprocessed) -> None:
    status = file.stat()
    # Of each condition around a line, whether it holds, and whether one of its branches was taken.
    taken: list[tuple[bool, bool]] = []
    for line in _lines(SourceFile(str(file), status.st_mtime_ns, status.st_size)):
        directive = _DIRECTIVE.match(line)
        is_in = all(holds for holds, _ in taken)
        if directive is None:
            if is_in:
                found.lines.append(line)
            continue
        name, rest = directive.groups()
        if name in ("if", "ifdef", "ifndef"):
            holds = is_in and _holds(name, rest, found)
            taken.append((holds, holds))
        elif name in ("elif", "else"):
            _, was_taken = taken.pop()
            is_possible = not was_taken and all(holds for holds, _ in taken)
            holds = is_possible and (name == "else" or found.value(rest) != 0)
            taken.append((holds, was_taken or holds))
        elif name == "endif":
            taken.pop()
        elif is_in:
            _do(name, rest, folders, found)


def _holds(name: str, rest: str, found: Preprocessed) -> bool:
    if name == "if":
        return found.value(rest) != 0
    return (rest.strip() in found.macros) == (name == "ifdef")


def _do(name: str, rest: str, folders: Sequence[Path], found: Preprocessed) -> None:
    """Obey a directive that is no condition."""
    if name == "include" and rest.startswith('"'):
        path = rest.split('"')[1]
        if file := next((one / path for one in folders if (one / path).is_file()), None):
            _read(file, folders, found)
    elif name == "define" and (macro := _MACRO.match(rest)):
        found.bodies[macro[1]] |= words(macro[3])
        found.macros[macro[1]] = "" if macro[2] else macro[3].strip()
    elif name == "undef":
        found.macros.pop(rest.strip(), None)


def words(text: str) -> set[str]:
    """The names in C or assembly."""
    return set(_NAME.findall(text))


@lru_cache(maxsize=1000)
def _lines(file: SourceFile) -> tuple[str, ...]:
    text = _COMMENT.sub(" ", file.text()).replace("\\\n", " ")
    return tuple(line for line in text.splitlines() if line.strip())


@lru_cache(maxsize=10000)
def _value(text: str) -> int:
    python = _NUMBER.sub(r"\1", text).replace("&&", " and ").replace("||", " or ")
    python = re.sub(r"!(?!=)", " not ", python).replace("/", "//")
    try:
        return int(eval(python.strip(), {"__builtins__": {}}))
    except (SyntaxError, TypeError, ArithmeticError) as error:
        raise UserError(
            f"{text!r} is no expression of integers that pygen/emit/preprocessing.py knows",
            "Write it in another way.",
        ) from error
