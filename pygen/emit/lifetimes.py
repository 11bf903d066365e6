"""Whether variables that share bytes of zero page are ever needed at the same time.

The functions of the hand-written C and of the emitted kernels are read as text, in the order of
their lines: where a variable is stored, where its value is needed, and which functions are called.
A function that is called needs the variables that it reads before it stores them, and leaves what
it stored last. A byte that holds the value of one variable must not be read under the name of
another.

All that follows the first loop or label is taken twice. What conditional compilation leaves out is
taken, too, so the check depends on no compiler; but it knows no branches. What it cannot see is
found by the native build, where every variable has bytes of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pygen.base.errors import UserError
from pygen.emit.dungeon_plan import DungeonPlan
from pygen.emit.kernels import SUFFIX, Kernel
from pygen.emit.sources import SourceFile, sources_in
from pygen.emit.work_memory import FILE_NAME as MEMORY_LIST
from pygen.emit.work_memory import work_variables
from pygen.emit.zeropage import Variable, ZeroPage

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_ASSEMBLY_COMMENT = re.compile(r";[^\n]*")
_FUNCTION = re.compile(
    r"^[a-zA-Z_][^\n;{}()#]*?\b(?P<name>\w+)\([^;{}]*?\)\s*\{(?P<body>.*?)^\}",
    re.DOTALL | re.MULTILINE,
)
_MACRO = re.compile(r"^# *define +(?P<name>\w+)(?P<body>(?:\\\n|[^\n])*)", re.MULTILINE)
_AGAIN = re.compile(r"\b(?:for|while|do)\b|^\w+:", re.MULTILINE)
_DECLARATION = re.compile(r"\b(?:\w+_t|\w+_type|char)\b([^;(){}=]*)")
# Bits that are rotated into a byte fill it, whatever it held.
_EVENT = re.compile(
    r"\b(?:(?P<stored>(?:st[axy]|ro[lr]) +)|(?P<jump>j(?:sr|mp) +))?(?P<name>[A-Za-z_]\w*)\b"
    r"(?P<call> *\()?(?P<assigned> *=(?!=))?"
)


@dataclass(frozen=True)
class Routine:
    """A function or a macro as the names in it, one after the other; of each, whether it is stored
    to, and whether it is called. What may run again is there twice. A macro is called wherever it
    is named."""

    name: str
    names: tuple[tuple[str, bool, bool], ...]
    is_macro: bool = False


@dataclass
class Effect:
    """What a function does to bytes of zero page, by their offsets: the names under which it needs
    what its caller has left, and those under which it may leave something."""

    needed: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    left: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))


class Routines:
    """The functions of some folders of C and of some kernels, by name.

    `own` are folders all of whose functions are in the program, `common` those of which it has what
    is called. `kernels` are the functions of the kernels, of which each is a group.
    """

    def __init__(
        self,
        own: Iterable[Path],
        common: Iterable[Path] = (),
        kernels: Iterable[Sequence[Routine]] = (),
    ) -> None:
        self._by_name: dict[str, list[Routine]] = defaultdict(list)
        self._declared: dict[str, Path] = {}
        # Kernels that are not emitted; what calls them is not compiled either.
        self._absent: set[str] = set()
        for folder in own:
            self._add(folder)
        self._roots = sorted(self._by_name)
        for folder in common:
            self._add(folder)
        for group in kernels:
            for routine in group:
                self._by_name[routine.name].append(routine)
        self._absent -= self._by_name.keys()
        self._macros = {
            name for name, found in self._by_name.items() if any(one.is_macro for one in found)
        }

    def _add(self, folder: Path) -> None:
        for file in sources_in(folder, ".h", ".c"):
            routines, declared = _read(file)
            for routine in routines:
                self._by_name[routine.name].append(routine)
            self._declared.update(dict.fromkeys(declared, Path(file.path)))
        self._absent |= {file.name.removesuffix(SUFFIX) for file in folder.rglob(f"*{SUFFIX}")}
        for variable in work_variables([folder.name], folder.parent):
            self._declared[variable.name] = folder / MEMORY_LIST

    def naming(self, variables: Iterable[Variable]) -> dict[str, list[str]]:
        """The functions that name each variable, in alphabetical order."""
        found: dict[str, list[str]] = {variable.name: [] for variable in variables}
        for name in sorted(self._by_name):
            words = {word for routine in self._by_name[name] for word, _, _ in routine.names}
            for variable in found.keys() & words:
                found[variable].append(name)
        return found

    def require_lifetimes(self, variables: Iterable[Variable]) -> None:
        """Raise UserError if a function needs a variable whose byte holds another one.

        The functions are those of one dungeon. The error gives the place of a declaration and the
        function. A variable of C that has the name of one that shares bytes is an error, too.
        """
        for variable in variables:
            if variable.shares and (file := self._declared.get(variable.name)):
                raise UserError(
                    f"{variable.place}: {variable.name!r} is also declared in {file}",
                    "Give one of them another name: this one is a macro in C.",
                )
        effects: dict[str, Effect] = {}
        by_name = {variable.name: variable for variable in _sharing(variables)}
        for name in self._roots:
            self._effect(name, by_name, effects)

    def _effect(
        self, name: str, variables: Mapping[str, Variable], effects: dict[str, Effect]
    ) -> Effect:
        """The effect of a function, which is added to `effects`."""
        if name in effects:
            return effects[name]
        # C for the 6502 knows no recursion; a macro may have the name of a function that it calls.
        effect = effects[name] = Effect()
        for routine in self._by_name[name]:
            if any(is_called and word in self._absent for word, _, is_called in routine.names):
                continue
            owners: dict[int, set[str]] = {}
            for word, is_stored, is_called in routine.names:
                if variable := variables.get(word):
                    for byte in variable.bytes:
                        if not is_stored:
                            self._need(name, variable, byte, owners, variables, effect)
                        owners[byte] = {word}
                elif word in self._by_name and (is_called or word in self._macros):
                    called = self._effect(word, variables, effects)
                    for byte, needed in called.needed.items():
                        for other in sorted(needed):
                            found = variables[other]
                            self._need(
                                f"{name}, by {word},", found, byte, owners, variables, effect
                            )
                    owners.update(called.left)
            for byte, left in owners.items():
                effect.left[byte] |= left
        return effect

    @staticmethod
    def _need(
        who: str,
        variable: Variable,
        byte: int,
        owners: Mapping[int, set[str]],
        variables: Mapping[str, Variable],
        effect: Effect,
    ) -> None:
        """Note that a function needs a byte of a variable; raise UserError if others own it."""
        if byte not in owners:
            effect.needed[byte].add(variable.name)
            return
        for other in sorted(owners[byte] - {variable.name}):
            # The bytes of a larger variable may have names of their own.
            if variables[other].is_part or variable.is_part:
                continue
            later = max(variable, variables[other], key=lambda one: (bool(one.shares), one.place))
            raise UserError(
                f"{later.place}: {variable.name} and {other} have the same byte, but {who} needs "
                f"{variable.name} after {other} was stored there",
                "Lay one of them on another byte, or store it again.",
            )


def _sharing(variables: Iterable[Variable]) -> Iterator[Variable]:
    """The variables some of whose bytes others have, too."""
    groups: dict[str, list[Variable]] = defaultdict(list)
    for variable in variables:
        groups[variable.shares or variable.name].append(variable)
    for group in groups.values():
        if len(group) > 1:
            yield from group


@lru_cache(maxsize=1000)
def _read(file: SourceFile) -> tuple[Sequence[Routine], set[str]]:
    """The functions and macros of a file of C, and the names that its declarations have."""
    text = file.text()
    declared = _DECLARATION.findall(_COMMENT.sub(" ", text))
    return routines_of(text), {word for one in declared for word in re.findall(r"\w+", one)}


@lru_cache(maxsize=1000)
def routines_of(source: str) -> tuple[Routine, ...]:
    """The functions and macros of C."""
    text = _COMMENT.sub(" ", source)
    return (
        *(Routine(one["name"], _names(one["body"]), True) for one in _MACRO.finditer(text)),
        *(Routine(one["name"], _names(one["body"])) for one in _FUNCTION.finditer(text)),
    )


def _routines_of(kernel: Kernel) -> tuple[Routine, ...]:
    """The functions of a kernel, with its assembly for cc65 if that for OSCAR64 is not the same."""
    routines = routines_of(kernel.inline)
    if not kernel.linked or "__asm" in kernel.inline:
        return routines
    return *routines, Routine(kernel.name, _names(_ASSEMBLY_COMMENT.sub("", kernel.linked)))


def _names(text: str) -> tuple[tuple[str, bool, bool], ...]:
    again = _AGAIN.search(text)
    return tuple(
        (one["name"], bool(one["stored"] or one["assigned"]), bool(one["call"] or one["jump"]))
        for part in (text, text[again.start() :] if again else "")
        for one in _EVENT.finditer(part)
    )


def users(
    zero_page: ZeroPage,
    source_folder: Path,
    dungeons: Sequence[tuple[DungeonPlan, Sequence[Kernel]]],
    shared: Sequence[Kernel],
) -> list[tuple[Variable, Sequence[str]]]:
    """The variables in zero page, byte by byte, and the functions that name each. A variable on the
    bytes of another is left out if no function of the program names it.

    `dungeons` have the kernels of each dungeon, and `shared` are those of all. Raises UserError if
    a function could lose a value.
    """
    names = ("core", "module") if zero_page.generators else ("program",)
    units = tuple(
        (
            (*dungeon.parts, *dungeon.call_parts),
            tuple(_routines_of(kernel) for kernel in (*shared, *kernels)),
        )
        for dungeon, kernels in dungeons
    )
    # A studio emits again and again what differs in numbers only. The lists of variables are read
    # anew each time, and a C file that has changed has another time.
    state = sources_in(source_folder, ".h", ".c", SUFFIX, MEMORY_LIST)
    return _users(tuple(zero_page.variables), source_folder, names, units, state)


@lru_cache(maxsize=100)
def _users(
    declared: Sequence[Variable],
    source_folder: Path,
    names: Sequence[str],
    units: Sequence[tuple[Sequence[str], Sequence[Sequence[Routine]]]],
    _state: tuple[SourceFile, ...],
) -> list[tuple[Variable, Sequence[str]]]:
    variables = sorted(declared, key=lambda one: one.offset)
    common = [source_folder / name for name in names]
    for parts, kernels in units:
        own = [source_folder / part for part in parts]
        Routines(own, common, kernels).require_lifetimes(variables)
    every = Routines(
        sorted({source_folder / part for parts, _ in units for part in parts}),
        common,
        [group for _, kernels in units for group in kernels],
    )
    naming = every.naming(variables)
    return [(one, naming[one.name]) for one in variables if naming[one.name] or not one.shares]
