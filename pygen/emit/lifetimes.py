"""Whether variables that share bytes of zero page are ever needed at the same time.

The functions of the hand-written C and of the kernels are read as text: which variables a function
names, and which functions it names, and so may call. A value may be needed as long as a function
runs that names its variable. So neither that function nor any that it calls may name another
variable with the same byte. What conditional compilation leaves out is read, too: the check is
stricter than it has to be, and depends on no compiler.

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


@dataclass(frozen=True)
class Routine:
    """A function, a macro or a kernel, and all words in it."""

    name: str
    file: Path
    words: frozenset[str]


class Routines:
    """The functions of some folders of C, by name, and who calls whom."""

    def __init__(self, folders: Iterable[Path], root: Path) -> None:
        self._by_name: dict[str, list[Routine]] = defaultdict(list)
        for folder in folders:
            for file in source_files(folder, "*.h", "*.c", f"*{SUFFIX}"):
                for routine in routines_in(file, root):
                    self._by_name[routine.name].append(routine)

    def naming(self, name: str) -> list[str]:
        """The functions that name a variable, in the order of their names."""
        return self._naming.get(name, [])

    def way_to(self, start: str, name: str) -> list[str]:
        """The functions from `start` to one that names a variable, each called by the one before;
        empty if there is none."""
        ways: dict[str, str] = {start: ""}
        for function in (waiting := [start]):
            if name in self._words[function]:
                way = [function]
                while ways[way[0]]:
                    way.insert(0, ways[way[0]])
                return way
            for called in sorted(self._words[function] & self._by_name.keys() - ways.keys()):
                ways[called] = function
                waiting.append(called)
        return []

    @cached_property
    def _words(self) -> Mapping[str, frozenset[str]]:
        return {
            name: frozenset().union(*(routine.words for routine in routines))
            for name, routines in self._by_name.items()
        }

    @cached_property
    def _naming(self) -> Mapping[str, list[str]]:
        naming: dict[str, list[str]] = defaultdict(list)
        for function in sorted(self._words):
            for word in self._words[function]:
                naming[word].append(function)
        return naming


@cache
def _routines_in(file: Path, root: Path, changed: int) -> tuple[Routine, ...]:
    text = _COMMENT.sub(" ", file.read_text("utf-8"))
    if file.name.endswith(SUFFIX):
        words = set(_WORD.findall(text))
        for template in _TEMPLATE.findall(text):
            words |= set(_WORD.findall(_COMMENT.sub(" ", (root / template).read_text("utf-8"))))
        return (Routine(file.name.removesuffix(SUFFIX), file, frozenset(words)),)
    found = [*_MACRO.finditer(text), *_FUNCTION.finditer(text)]
    return tuple(
        Routine(one["name"], file, frozenset(_WORD.findall(one["body"])) - {one["name"]})
        for one in found
    )


def routines_in(file: Path, root: Path) -> Iterable[Routine]:
    """The functions and macros of a file; a kernel is one function, whatever its twin needs.

    `root` is the folder from which templates are included.
    """
    return _routines_in(file, root, file.stat().st_mtime_ns)


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
                    calls = " calls ".join(way[1:])
                    raise UserError(
                        f"{other.place}: {one.name} and {other.name} have the same byte, but "
                        f"{function} names {needed.name}"
                        + (
                            f" and calls {calls}, which names {used.name}"
                            if calls
                            else f" and {used.name}"
                        ),
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
