"""Which variables of a module share bytes of work memory.

Most variables are needed only in some of a dungeon's phases: the list of a kind's corridors until
they are drawn, a plane of distances until locks are placed. The C declares such variables with
`WORK`. Which functions a phase calls, and which variables these name, is read from the C as the
compiler sees it, and from the kernels in assembly. A variable has its bytes from the first phase
that uses it to the last one; what any other function names, it has them always. Nothing else needs
to be declared, and nothing may depend on what a variable holds before the first of these phases.

In the native build, and in a program with all generators, every variable has bytes of its own. So
proofs of modules also prove that none of them loses a value.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pygen.base.errors import UserError
from pygen.emit.preprocessing import Preprocessed, preprocessed, words
from pygen.emit.work_memory import WorkVariable

SIZES = {"uint8_t": 1, "uint16_t": 2, "int16_t": 2}
POINTER_SIZE = 2

_WORK = re.compile(r"WORK\s+(?P<type>\w+)\s+(?P<names>.*)", re.DOTALL)
_DECLARED = re.compile(r"(?P<pointers>[*\s]*)(?P<name>\w+)\s*(?:\[(?P<length>[^\]]+)\])?\s*")
_FUNCTION = re.compile(r"\b(\w+)\s*\((?:[^()]|\([^()]*\))*\)\s*$")
_OWN = re.compile(r"\b(?:static|INLINE)\b")
_TYPEDEF = re.compile(r"^typedef (\w+) (\w+)$")
_MACRO_ALONE = re.compile(r"^(\w+)(?:\(([^()]*)\))?\s*$", re.MULTILINE)
_PROCEDURE = re.compile(r"^\.proc _(\w+)(.*?)^\.endproc", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class SharedVariable:
    """A variable or an array in the work memory that is shared: its type in C, how many there are
    (0: it is no array), its bytes, its place, and the phases from which to which it is needed."""

    name: str
    c_type: str
    length: int
    size: int
    offset: int
    first: int
    last: int


@dataclass
class _Unit:
    """The C of a dungeon: the words of each function and macro, the declared variables, how many
    declarations with WORK there are, and what is used at any time: the words outside of functions,
    and the functions that others may call."""

    functions: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    variables: list[WorkVariable] = field(default_factory=list)
    declarations: int = 0
    types: dict[str, str] = field(default_factory=dict)
    outside: set[str] = field(default_factory=set)

    def reached(self, names: Iterable[str], stop: Collection[str] = ()) -> set[str]:
        """The words that these words lead to, by the functions among them, but those of `stop`."""
        found: set[str] = set()
        waiting = [*names]
        while waiting:
            if (name := waiting.pop()) not in found and name not in stop:
                found.add(name)
                waiting += self.functions.get(name, ())
        return found


def shared_work(
    file: Path,
    folders: Sequence[Path],
    macros: Mapping[str, str],
    variables: Sequence[WorkVariable],
    phases: Sequence[str],
    assembly: Iterable[str] = (),
    others: Iterable[str] = (),
    calls: Sequence[str] = (),
) -> list[SharedVariable]:
    """The variables that share work memory, by their places.

    `file` is the C of the dungeon, compiled with `macros`, whose includes are in `folders`.
    `variables` are those that are not declared there with WORK, and `phases` are the names of the
    functions of its phases. `assembly` are the texts of its kernels for cc65, and `others` the C
    around the dungeon. `calls` are functions that run when no dungeon is being built, as if they
    were a last phase. Raises UserError if a phase or the size of a variable is not found.
    """
    source = preprocessed(file, folders, macros)
    unit = _unit(source, variables)
    if (found := unit.declarations) != (written := len(re.findall(r"\bWORK\b", _text_of(source)))):
        raise UserError(
            f"{file}: of {written} declarations with WORK only {found} were understood",
            "Write them as others are, each in a statement of its own outside of functions.",
        )
    for text in assembly:
        for name, body in _PROCEDURE.findall(text):
            unit.functions[_plain(name, file)] |= {_plain(word, file) for word in words(body)}
    around = set[str]().union(*map(words, others))
    if missing := {*phases, *calls} - unit.functions.keys() - around:
        raise UserError(
            f"{file}: the function {min(missing)} of a phase was not found",
            "Write it as the functions of other phases, or see pygen/emit/shared_work.py.",
        )
    reached = [unit.reached([phase]) for phase in phases]
    reached += [unit.reached(calls)] if calls else []
    always = unit.reached(unit.outside, {*phases, *calls}) | around
    needed = []
    for variable in unit.variables:
        # What only functions name that are never called has a place, too.
        used = [number for number, names in enumerate(reached) if variable.name in names] or [0]
        if variable.name in always:
            used = [0, len(reached)]
        needed.append(_measured(variable, used[0], used[-1], unit, source))
    return _placed(needed)


def _plain(name: str, file: Path) -> str:
    """A name in assembly as it is in C."""
    dungeon = file.stem.removeprefix("dungeon_")
    return name.removeprefix("_").removeprefix(f"{dungeon}_")


def _unit(source: Preprocessed, variables: Sequence[WorkVariable]) -> _Unit:
    unit = _Unit(variables=[*variables])
    for name, named in source.bodies.items():
        unit.functions[name] |= named
    for head, body in _items(_text_of(source)):
        # A macro may define tables, or a function, whose name it is given.
        for macro, arguments in _MACRO_ALONE.findall(head):
            for word in words(arguments):
                unit.functions[word] |= {macro, *words(arguments)}
            if not arguments:
                unit.outside.add(macro)
        head = _MACRO_ALONE.sub("", head).strip()
        function = None if "=" in head else _FUNCTION.search(head)
        if body is not None and function:
            unit.functions[function[1]] |= words(body)
            if not _OWN.search(head):
                unit.outside.add(function[1])
        elif body is not None or "=" in head:
            unit.outside |= words(head) | words(body or "")
        elif typedef := _TYPEDEF.match(head):
            unit.types[typedef[2]] = typedef[1]
        elif work := _WORK.match(head):
            names = [_DECLARED.fullmatch(one) for one in work["names"].split(",")]
            unit.declarations += all(names)
            for declared in filter(None, names):
                c_type = work["type"] + " *" * declared["pointers"].count("*")
                length = (declared["length"] or "").strip()
                unit.variables.append(WorkVariable(declared["name"], c_type, length, ""))
    return unit


def _text_of(source: Preprocessed) -> str:
    return "\n".join(source.lines)


def _items(text: str) -> Iterator[tuple[str, str | None]]:
    """What a file of C consists of: what stands before a pair of braces, and what is in them; or
    what stands before a semicolon, and None."""
    depth = start = inside = 0
    for mark in re.finditer(r"[{};]", text):
        if mark[0] == "{":
            depth += 1
            if depth == 1:
                inside = mark.end()
        elif mark[0] == "}":
            depth -= 1
            if depth == 0:
                yield text[start : inside - 1], text[inside : mark.start()]
                start = mark.end()
        elif depth == 0:
            yield text[start : mark.start()], None
            start = mark.end()


def _measured(
    variable: WorkVariable, first: int, last: int, unit: _Unit, source: Preprocessed
) -> SharedVariable:
    """A variable with its size and the phases that need it, but without a place."""
    base, *pointers = variable.c_type.split()
    base = unit.types.get(base, base)
    length = source.value(variable.length) if variable.length else 0
    if base not in SIZES or (variable.length and length < 1):
        raise UserError(
            f"{variable.c_type} {variable.name}[{variable.length}]: its size is not known",
            f"Types are {', '.join(SIZES)}, and pointers to them; lengths are constant.",
        )
    size = (POINTER_SIZE if pointers else SIZES[base]) * (length or 1)
    c_type = " ".join((base, *pointers))
    return SharedVariable(variable.name, c_type, length, size, 0, first, last)


def _placed(variables: Iterable[SharedVariable]) -> list[SharedVariable]:
    """The variables at the lowest places at which none needs the bytes of another at the same time;
    the largest ones are placed first."""
    placed: list[SharedVariable] = []
    for one in sorted(variables, key=lambda one: -one.size):
        offset = 0
        for other in sorted(placed, key=lambda other: other.offset):
            if other.first <= one.last and one.first <= other.last:
                if offset + one.size <= other.offset:
                    break
                offset = max(offset, other.offset + other.size)
        placed.append(SharedVariable(**{**vars(one), "offset": offset}))
    return sorted(placed, key=lambda one: (one.offset, one.name))
