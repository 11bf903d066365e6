"""Whether variables that share bytes of zero page are ever needed at the same time.

The functions of the hand-written C and of the kernels are read as text: which variables a function
names, and which functions it may call. A value may be needed as long as a function runs that names
its variable. So neither that function nor any that it calls may name another variable with the same
byte. What conditional compilation leaves out is read, too: the check is stricter than it has to be,
and depends on no compiler.

A value that one function leaves for another, through a third that does not name it, is not seen
here. The native build finds that out, where every variable has bytes of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import source_files
from pygen.emit.kernels import SUFFIX
from pygen.emit.zeropage import Variable

_COMMENT = re.compile(r"\{#.*?#\}|/\*.*?\*/|//[^\n]*", re.DOTALL)
_FUNCTION = re.compile(
    r"^(?:[a-zA-Z_][^\n;{}()#]*?)\b(?P<name>\w+)\([^;{}]*?\)\s*\{(?P<body>.*?)^\}",
    re.DOTALL | re.MULTILINE,
)
_MACRO = re.compile(r"^# *define +(?P<name>\w+)(?P<body>(?:\\\n|[^\n])*)", re.MULTILINE)
_TEMPLATE = re.compile(r'"([\w/]+\.j2)"')
_WORD = re.compile(r"[A-Za-z_]\w*")
_CALL = re.compile(r"\b(?:jsr|jmp) +(\w+)|\b([A-Za-z_]\w*) *\(")


@dataclass(frozen=True)
class Routine:
    """A function, a macro or a kernel: all words in it, and those by which it may call others.

    A macro is called wherever it is named.
    """

    name: str
    words: frozenset[str]
    calls: frozenset[str]
    is_macro: bool = False


class Routines:
    """The functions of some folders of C, by name, and who calls whom."""

    def __init__(self, folders: Iterable[Path], root: Path) -> None:
        self._by_name: dict[str, list[Routine]] = defaultdict(list)
        for folder in folders:
            for file in source_files(folder, "*.h", "*.c", f"*{SUFFIX}"):
                for routine in routines_in(file, root):
                    self._by_name[routine.name].append(routine)

    def naming(self, variable: str) -> Sequence[str]:
        """The functions that name a variable, in alphabetical order."""
        return self._naming.get(variable, [])

    def way_to(self, start: str, variable: str) -> Sequence[str]:
        """The functions from `start` to one that names a variable, each called by the one before;
        empty if there is none."""
        ways: dict[str, list[str]] = {start: [start]}
        for function in (waiting := [start]):
            if any(variable in routine.words for routine in self._by_name[function]):
                return ways[function]
            for called in sorted(self._called[function] - ways.keys()):
                ways[called] = [*ways[function], called]
                waiting.append(called)
        return []

    @cached_property
    def _called(self) -> Mapping[str, set[str]]:
        """The functions that each one may call."""
        macros = {name for name, ones in self._by_name.items() if any(o.is_macro for o in ones)}
        return {
            name: {
                called
                for one in routines
                for called in (one.calls & self._by_name.keys() | one.words & macros)
            }
            for name, routines in self._by_name.items()
        }

    @cached_property
    def _naming(self) -> Mapping[str, list[str]]:
        naming: dict[str, list[str]] = defaultdict(list)
        for name, routines in sorted(self._by_name.items()):
            for word in {word for routine in routines for word in routine.words}:
                naming[word].append(name)
        return naming


def routines_in(file: Path, root: Path) -> Sequence[Routine]:
    """The functions and macros of a file; a kernel is one function, with all that its twin needs.

    `root` is the folder below which the file includes templates.
    """
    return _routines_in(file, root, file.stat().st_mtime_ns)


@cache
def _routines_in(file: Path, root: Path, _changed: int) -> Sequence[Routine]:
    text = _text(file)
    if file.name.endswith(SUFFIX):
        text += "".join(_text(root / template) for template in _TEMPLATE.findall(text))
        return [_routine(file.name.removesuffix(SUFFIX), text)]
    return [
        *(_routine(one["name"], one["body"], is_macro=True) for one in _MACRO.finditer(text)),
        *(_routine(one["name"], one["body"]) for one in _FUNCTION.finditer(text)),
    ]


def _text(file: Path) -> str:
    return _COMMENT.sub(" ", file.read_text("utf-8"))


def _routine(name: str, text: str, is_macro: bool = False) -> Routine:
    words = frozenset(_WORD.findall(text)) - {name}
    calls = frozenset(jump or call for jump, call in _CALL.findall(text)) - {name}
    return Routine(name, words, calls, is_macro)


def require_lifetimes(variables: Sequence[Variable], routines: Routines) -> None:
    """Raise UserError if a function needs a variable while another one of the same byte is used.

    The error gives the place of a declaration and the functions in question. A variable that shares
    a byte and that no function names is an error, too.
    """
    for variable in variables:
        if variable.shares and not routines.naming(variable.name):
            raise UserError(
                f"{variable.place}: no function names {variable.name}",
                "Remove its line, or correct its name.",
            )
    for one, other in sharing_a_byte(variables):
        for needed, used in ((one, other), (other, one)):
            for function in routines.naming(needed.name):
                if way := routines.way_to(function, used.name):
                    calls = " and calls ".join(way[1:])
                    why = f"calls {calls}, which names" if calls else "also"
                    raise UserError(
                        f"{other.place}: {one.name} and {other.name} have the same byte, but "
                        f"{function} names {needed.name} and {why} {used.name}",
                        "Lay one of them on another byte.",
                    )


def sharing_a_byte(variables: Iterable[Variable]) -> Iterator[tuple[Variable, Variable]]:
    """All pairs of variables that have a byte in common."""
    groups: dict[str, list[Variable]] = defaultdict(list)
    for variable in variables:
        groups[variable.shares or variable.name].append(variable)
    for group in groups.values():
        for one, other in combinations(group, 2):
            if set(one.bytes) & set(other.bytes):
                yield one, other
