"""Local variables of cc65's functions in zero page.

cc65 gives each local variable bytes of its own in ordinary memory. Here they get addresses in zero
page instead, where each access takes a byte and a cycle less. Functions that are never active at
the same time have the same bytes: the variables of a function are behind those of all functions
that may call it.

The assembly is changed, not the C. There, nothing distinguishes a local variable from a static one
of a function, which has a value from the last call. So only variables move that are set before they
are read, whichever way the function takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pygen.compilers.cc65_assembly import NAME, PROCEDURE, Function, function_of, signatures

BLOCK = "_locals_in_zero_page"
"""The label of the first byte of all local variables, as the assembler knows it."""

LOCALS_UNIT = "locals"
"""The name of the unit that has these bytes."""

MOST_BYTES = 2
"""The size of the largest variables that are moved: numbers and pointers, but no arrays."""

_LOCAL = re.compile(r"^(L[0-9A-F]{4}):\n\t\.res\t(\d+),\$00\n", re.M)
_BSS = re.compile(r'(?:\.segment\t"BSS"\n\n)((?:L[0-9A-F]{4}:\n\t\.res\t\d+,\$00\n)+)')
_IN_ZERO_PAGE = re.compile(r'(?s)\.segment\t"ZEROPAGE"\n(.*?)(?=\.segment|\Z)')
_EXPORT = re.compile(r"^\s*\.export\s+(\w+)", re.M)
_FROM_C = "\t.autoimport\ton\n"
"""What is in each unit that cc65 has made."""
_CALL = re.compile(r"^(?:\w+:)?[ \t]+[bj](?:sr|mp|eq|ne|cc|cs|mi|pl|vc|vs)[ \t]+(_\w+)", re.M)
_NO_ADDRESS = re.compile(rf"{_CALL.pattern}|^\.proc.*|^\t\.(?:export|import|dbg)\b.*|^;.*", re.M)
"""Lines of cc65's that have the name of a function, but do not take its address."""


@dataclass
class _Function:
    """A function of the program: its local variables that can move by their labels, with their
    sizes, the names of functions that it calls, and which ones these are. `start` is where its
    variables begin among all of them."""

    unit: int
    name: str
    variables: dict[str, int]
    calls: set[str]
    called: set[int] = field(default_factory=set)
    start: int = 0


def moved_locals(units: Sequence[str], room: int) -> tuple[list[str], int]:
    """The assembly of all `units` of a program with local variables in zero page, and the number of
    bytes that these take there, at most `room`. Functions that call themselves, those that are
    called by a pointer or from assembly, and all that these call, keep theirs."""
    functions = [one for number, text in enumerate(units) for one in _functions(number, text)]
    _resolve(functions, units)
    order = _callers_first(functions)
    places: list[dict[str, dict[str, int]]] = [{} for _ in units]
    most = 0
    for at in order:
        one = functions[at]
        moved, end = {}, one.start
        for label, size in one.variables.items():
            if end + size <= room:
                moved[label] = end
                end += size
        places[one.unit][one.name] = moved
        most = max(most, end)
        for other in one.called:
            functions[other].start = max(functions[other].start, end)
    return [_with_places(text, own) for text, own in zip(units, places)], most


def zero_page_of(units: Iterable[str]) -> int:
    """The number of bytes that the variables of `units` take in zero page."""
    parts = (part for text in units for part in _IN_ZERO_PAGE.findall(text))
    return sum(int(size) for part in parts for size in re.findall(r"\t\.res\t(\d+)", part))


def unit_of_locals(size: int) -> str:
    """The assembly of the unit that has all local variables."""
    return f'\t.exportzp {BLOCK}\n.segment\t"ZEROPAGE"\n{BLOCK}:\n\t.res\t{size}\n'


def _functions(unit: int, text: str) -> list[_Function]:
    """The functions in C of a unit."""
    known = signatures(text)
    found = []
    for part in PROCEDURE.split(text) if _FROM_C in text else ():
        function = function_of(part, known)
        name = NAME.match(part)
        if name:
            variables = {
                label: int(size)
                for group in _BSS.findall(part)
                for label, size in _LOCAL.findall(group)
                if function
                and int(size) <= MOST_BYTES
                and _is_local(label, int(size), part, function[1])
            }
            found.append(_Function(unit, name[1], variables, set(_CALL.findall(part))))
    return found


def _is_local(label: str, size: int, text: str, function: Function) -> bool:
    """Whether a variable is used by its own address only, and is always set before it is read."""
    lines = re.findall(rf"^(?!\t\.dbg).*\b{label}\b(?!:).*$", text, re.M)
    is_plain = all(re.search(rf"\s[a-z]{{3}}\s+{label}(?:\+1)?$", line) for line in lines)
    return is_plain and not function.are_read((label, f"{label}+1")[:size], 0)


def _resolve(functions: list[_Function], units: Sequence[str]) -> None:
    """Find out which functions each one calls. One that something unknown may call calls itself."""
    exported: dict[str, list[int]] = {}
    for number, text in enumerate(units):
        for name in _EXPORT.findall(text):
            exported.setdefault(name, []).append(number)
    at = {(one.unit, one.name): number for number, one in enumerate(functions)}
    others = (_NO_ADDRESS.sub("", text) if _FROM_C in text else text for text in units)
    unknown = {name for text in others for name in re.findall(r"\b_\w+", text)}
    for number, one in enumerate(functions):
        for name in one.calls:
            of = [one.unit] if (one.unit, name) in at else exported.get(name, ())
            one.called |= {at[unit, name] for unit in of if (unit, name) in at}
        if one.name in unknown:
            one.called.add(number)


def _callers_first(functions: list[_Function]) -> list[int]:
    """The functions in an order in which each comes behind all that call it. Those that are called
    in a circle, and all that these call, are left out."""
    callers = [0] * len(functions)
    for one in functions:
        for other in one.called:
            callers[other] += 1
    ready = [number for number, count in enumerate(callers) if count == 0]
    order = []
    while ready:
        number = ready.pop()
        order.append(number)
        for other in functions[number].called:
            callers[other] -= 1
            if callers[other] == 0:
                ready.append(other)
    return order


def _with_places(text: str, places: Mapping[str, Mapping[str, int]]) -> str:
    """The assembly of a unit in which some labels of its functions are addresses in zero page."""
    if not any(places.values()):
        return text
    parts = PROCEDURE.split(text)
    for number, part in enumerate(parts):
        name = NAME.match(part)
        for label, place in places.get(name[1], {}).items() if name else ():
            parts[number] = re.sub(
                rf"^{label}:\n.*\n", f"{label} = {BLOCK} + {place}\n", parts[number], flags=re.M
            )
    return "".join(parts).replace(_FROM_C, f"{_FROM_C}\t.importzp\t{BLOCK}\n", 1)
