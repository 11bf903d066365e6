"""Local variables of cc65's functions in zero page.

cc65 gives each local variable bytes of its own in ordinary memory. Here they get addresses in zero
page instead, where each access takes a byte and a cycle less. Functions that are never active at
the same time have the same bytes: the variables of a function are behind those of all functions
that may call it.

The assembly is changed, not the C. A local variable has no value from one call of its function to
the next, so nothing needs to be kept between two calls of a module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

BLOCK = "_locals_in_zero_page"
"""The label of the first byte of all local variables, as the assembler knows it."""

LOCALS_UNIT = "locals"
"""The name of the unit that has these bytes."""

MOST_BYTES = 2
"""The size of the largest variables that are moved: numbers and pointers, but no arrays."""

_PROC = re.compile(r"^\.proc\s+(\w+)", re.M)
_LOCAL = re.compile(r"^(L[0-9A-F]{4}):\n\t\.res\t(\d+),\$00\n", re.M)
_BSS = re.compile(r'(?:\.segment\t"BSS"\n\n)((?:L[0-9A-F]{4}:\n\t\.res\t\d+,\$00\n)+)')
_IN_ZERO_PAGE = re.compile(r'(?s)\.segment\t"ZEROPAGE"\n(.*?)(?=\.segment|\Z)')
_CALL = re.compile(r"^(?:\w+:)?\s*j(?:sr|mp|eq|ne|cc|cs|mi|pl|vc|vs)\s+(\w+)\s*$", re.M)
_EXPORT = re.compile(r"^\s*\.export\s+(\w+)", re.M)


@dataclass
class _Function:
    """A function of the program: its local variables by their labels, with their sizes, and the
    functions that it calls. `start` is where its variables begin among all of them."""

    unit: int
    name: str
    variables: dict[str, int] = field(default_factory=dict)
    called: set[int] = field(default_factory=set)
    start: int = 0

    @property
    def end(self) -> int:
        """What is behind its variables."""
        return self.start + sum(self.variables.values())


def moved_locals(units: Sequence[str], room: int) -> tuple[list[str], int]:
    """The assembly of all `units` of a program with local variables in zero page, and the number of
    bytes that these take there, at most `room`. Functions that call themselves keep theirs."""
    functions = [one for number, text in enumerate(units) for one in _functions(number, text)]
    _resolve(functions, units)
    order = _callers_first(functions)
    places: list[dict[str, int]] = [{} for _ in units]
    most = 0
    for at in order:
        one = functions[at]
        kept, end = {}, one.start
        for label, size in one.variables.items():
            if end + size <= room:
                places[one.unit][label] = end
                kept[label] = size
                end += size
        one.variables = kept
        most = max(most, one.end)
        for other in one.called:
            functions[other].start = max(functions[other].start, one.end)
    return [_with_places(text, own) for text, own in zip(units, places)], most


def zero_page_of(units: Iterable[str]) -> int:
    """The number of bytes that the variables of `units` take in zero page."""
    parts = (part for text in units for part in _IN_ZERO_PAGE.findall(text))
    return sum(int(size) for part in parts for size in re.findall(r"\t\.res\t(\d+)", part))


def unit_of_locals(size: int) -> str:
    """The assembly of the unit that has all local variables."""
    return f'\t.exportzp {BLOCK}\n.segment\t"ZEROPAGE"\n{BLOCK}:\n\t.res\t{size}\n'


def _functions(unit: int, text: str) -> list[_Function]:
    """The functions of a unit."""
    found = []
    for part in re.split(r"(?m)^(?=\.proc\b)", text):
        match = _PROC.match(part)
        if match:
            body = part.partition(".endproc")[0]
            one = _Function(unit, match[1])
            for group in _BSS.findall(body):
                one.variables |= {
                    label: int(size)
                    for label, size in _LOCAL.findall(group)
                    if int(size) <= MOST_BYTES and not _is_array(label, body)
                }
            found.append(one)
    return found


def _is_array(label: str, body: str) -> bool:
    """Whether code takes the address of a variable, or an index into it."""
    return bool(re.search(rf"#[<>]\({label}|\b{label}(?:\+\d+)?,[xy]|\({label}\b", body))


def _resolve(functions: list[_Function], units: Sequence[str]) -> None:
    """Find out which functions each one calls."""
    exported = {
        name: number
        for number, text in enumerate(units)
        for line in _EXPORT.findall(text)
        for name in [line]
    }
    at = {(one.unit, one.name): number for number, one in enumerate(functions)}
    for one in functions:
        for name in _calls(units[one.unit], one.name):
            unit = one.unit if (one.unit, name) in at else exported.get(name, -1)
            if (unit, name) in at:
                one.called.add(at[unit, name])


def _calls(text: str, name: str) -> Iterable[str]:
    body = re.search(rf"(?ms)^\s*\.proc\s+{name}\b.*?^\s*\.endproc", text)
    return _CALL.findall(body[0]) if body else ()


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


def _with_places(text: str, places: dict[str, int]) -> str:
    """The assembly of a unit in which some labels are addresses in zero page."""
    if not places:
        return text

    def moved(match: re.Match[str]) -> str:
        label = match[1]
        if label not in places:
            return match[0]
        return f"{label} = {BLOCK} + {places[label]}\n"

    text = _LOCAL.sub(moved, text)
    return text.replace("\t.autoimport\ton\n", f"\t.autoimport\ton\n\t.importzp\t{BLOCK}\n", 1)
