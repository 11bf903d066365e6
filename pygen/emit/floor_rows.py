"""Parameters that vary by floor, by the use of a pass, or by the values of open parameters, in the
form of the emitted C."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from pygen.base.errors import UserError
from pygen.engine.definition.emitted import constants_of_keys, presence
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import Constants, EmittedSection
from pygen.spec.open_keys import WrongParameter

MOST_BYTES = 1024
"""The most bytes of a table by the values of an open parameter."""

REMEDY = "`same_on_all_floors` of the kind's parameters names the keys that must not vary."

Words = Callable[[str], Collection[str]]
"""All words in the C of a kind or a pass, given by its folder below c64src. The C does not read any
name that is not among them."""


@dataclass(frozen=True)
class OpenedRows:
    """Which rows of a dungeon are those of which values of its open parameters.

    `sets` are the sets of values in the order of the rows: first the spec's own, then those where
    one parameter has another value, then some where several have. `least` are the least values,
    `names` the parameters' names.
    """

    names: Sequence[str]
    least: Sequence[int]
    sets: Sequence[tuple[int, ...]]

    def is_single(self, values: tuple[int, ...]) -> bool:
        """Whether at most one of the values is not the spec's own."""
        return sum(a != b for a, b in zip(values, self.sets[0])) <= 1

    def changed_in(self, values: tuple[int, ...]) -> int:
        """The number of the first parameter with another value than the spec's."""
        return next(n for n, (a, b) in enumerate(zip(values, self.sets[0])) if a != b)

    def alone(self, values: tuple[int, ...], number: int) -> tuple[int, ...]:
        """The spec's values with one of these."""
        own = self.sets[0]
        return (*own[:number], values[number], *own[number + 1 :])

    def of_parameter(self, number: int) -> list[tuple[int, ...]]:
        """The sets for all values of one parameter, in ascending order."""
        found = [one for one in self.sets if self.alone(one, number) == one]
        return sorted(found, key=lambda one: one[number])


NOT_OPENED = OpenedRows((), (), ((),))
"""No parameter is open."""


@dataclass(frozen=True)
class Term:
    """What an open parameter, by its number, adds to a parameter in C: a number for each of its
    values; or, with `sign` 1 or -1, just what the value exceeds its least by, or the opposite."""

    opened: int
    by_value: Sequence[int]
    sign: int = 0


@dataclass(frozen=True)
class Varying:
    """A parameter that is a variable in C, because its value is not always the same.

    `type` is the C type of its values, `length` the number of values (0 if it is not a table).
    `by_row` are the values, row by row; short tables are filled with zeros. If it follows from an
    open parameter, `opened` is the number of that, and each row has rows for all its values. With
    `varies_by_row` false there are only these. `offset` is the difference to the value of the open
    parameter if that is all: then there is no table. If it follows from several open parameters,
    each adds a number of its own: `terms` are these.
    """

    name: str
    type: str
    length: int
    by_row: Sequence[int]
    opened: int | None = None
    values: int = 1
    varies_by_row: bool = True
    offset: int | None = None
    terms: Sequence[Term] = ()


@dataclass(frozen=True)
class PassRows:
    """A pass of a dungeon: the order of its rows of parameters, and the parameters that vary.

    The rows of a floor are adjacent, one for each of `uses`, the numbers of the dungeon's passes.
    """

    name: str
    uses: tuple[int, ...]
    varying: Sequence[Varying]
    varies_by_floor: bool

    @property
    def ignores_rows(self) -> bool:
        """Whether all that varies is the same in all rows, and follows from open parameters."""
        return not any(one.varies_by_row or one.opened is None for one in self.varying)


@dataclass(frozen=True)
class FloorRows:
    """The parameters of a dungeon in the form of its C.

    `constants` are those that never vary. `varying` are the parameters of the kind that differ
    between floors. `passes` are the passes of the dungeon, each once, with the parameters that
    differ between their uses or floors. Each of `spans` is a floor, from 0, and the number of the
    row that applies from this floor on. `require_varies` says whether rows require different
    things.
    """

    constants: Constants
    varying: Sequence[Varying]
    passes: Sequence[PassRows]
    spans: Sequence[tuple[int, int]]
    require_varies: bool

    @property
    def every_varying(self) -> list[Varying]:
        """All varying parameters of the kind and of the passes."""
        return [*self.varying, *(parameter for one in self.passes for parameter in one.varying)]

    @property
    def rows_matter(self) -> bool:
        """Whether the C selects parameters before anything else is done."""
        varies = self.require_varies or any(one.varies_by_floor for one in self.passes)
        return bool(self.varying) or varies

    @property
    def in_memory(self) -> list[str]:
        """The names of what kernels read from memory: tables, and varying parameters."""
        tables = (name for name, value in self.constants.items() if isinstance(value, list))
        return [*tables, *(parameter.name for parameter in self.every_varying)]


def floor_rows(dungeon: KindParameters, words: Words, opened: OpenedRows = NOT_OPENED) -> FloorRows:
    """The parameters of a dungeon for the templates; `words` are the words of the C that reads
    them. `opened` says which of its rows are those of which values of open parameters.

    Raises UserError if a kind or a pass does not have the same constants everywhere, if two of them
    have a constant with the same name, or if a constant follows from two open parameters.
    """
    rows = [row.parameters for row in dungeon.floor_rows]
    floors = len([row for row in dungeon.floor_rows if row.floors])
    wrong = f"the kind `{dungeon.kind}` has the constant %s only on some floors"
    kind = _part(rows, "", KindParameters, words(f"kinds/{dungeon.kind}"), wrong)
    of_kind = [_opened(one, floors, opened, floors) for one in kind.varying]
    constants = kind.same | dungeon.constants_of_all_floors() | kind.presence
    unread = dungeon.unread_constants
    constants = {name: value for name, value in constants.items() if name not in unread}
    passes = []
    for name in dict.fromkeys(use.name for use in dungeon.passes):
        numbers = tuple(number for number, use in enumerate(dungeon.passes) if use.name == name)
        uses = [row.passes[number] for row in rows for number in numbers]
        wrong = f"the pass `{name}` has the constant %s only in some uses"
        prefix = f"{name.upper()}_"
        own = _part(uses, prefix, PassParameters, words(f"passes/{name}"), wrong)
        same = own.same | _prefixed(prefix, type(uses[0]).constants_of_all_uses(uses))
        for twice in sorted(same.keys() & constants.keys()):
            wrong = f"the pass `{name}` and another part of the dungeon have the constant {twice}"
            raise UserError(wrong, "Give one of them another name: docs/kind-reference.md.")
        constants |= same | own.presence
        entries = len(numbers) * floors
        by_floor = own.rows[:entries] != own.rows[: len(numbers)] * floors
        varying = [
            _opened(one, entries, opened, entries if by_floor else len(numbers))
            for one in own.varying
        ]
        passes.append(PassRows(name, numbers, varying, by_floor and bool(varying)))
    spans = sorted(
        (floors.start - 1, number)
        for number, row in enumerate(dungeon.floor_rows)
        for floors in row.floors
    )
    require_varies = any(row.require != rows[0].require for row in rows)
    return FloorRows(constants, of_kind, passes, spans, require_varies)


@dataclass(frozen=True)
class _Part:
    """The constants of a kind or a pass that its C reads: row by row (`rows`), those with the same
    value in all rows (`same`), the others (`varying`), and which constants exist at all
    (`presence`)."""

    rows: list[Constants]
    same: Constants
    varying: list[Varying]
    presence: Constants


def _part(
    sections: Sequence[EmittedSection],
    prefix: str,
    base: type[EmittedSection],
    read: Collection[str],
    wrong: str,
) -> _Part:
    """The constants in rows of parameters. Their names begin with `prefix`, except for keys of the
    class `base`. Raises UserError as `_divided` does."""
    computed = [_prefixed(prefix, section.constants()) for section in sections]
    every = [
        constants_of_keys(section, prefix, base.model_fields, section.threshold_of) | own
        for section, own in zip(sections, computed)
    ]
    rows = [
        {name: value for name, value in row.items() if name in read or name in own}
        for row, own in zip(every, computed)
    ]
    every_same, varying = _divided(rows, wrong)
    same = {
        name: value
        for name, value in every_same.items()
        if not isinstance(value, list) or _is_read(name, read)
    }
    found = {name: value for name, value in presence(every).items() if name in read}
    return _Part(rows, same, varying, found)


def _is_read(name: str, read: Collection[str]) -> bool:
    """Whether the C reads a table. A kernel may put its name together, from `HAVING_` on."""
    return name in read or any(name.startswith(word) for word in read if word.endswith("_"))


def _prefixed(prefix: str, constants: Constants) -> Constants:
    return {f"{prefix}{name}": value for name, value in constants.items()}


def _divided(rows: Sequence[Constants], wrong: str) -> tuple[Constants, list[Varying]]:
    """The constants with the same value in all rows, and the varying ones. Raises UserError with
    the text `wrong` if a constant is missing in a row, or is a table only in some rows."""
    first = rows[0]
    for row in rows:
        odd = sorted(row.keys() ^ first.keys())
        odd += [
            name for name in row.keys() & first.keys() if _form(row[name]) != _form(first[name])
        ]
        if odd:
            raise UserError(wrong % odd[0], REMEDY)
    constants = {name: value for name, value in first.items() if _is_same(name, rows)}
    return constants, [_varying(name, rows) for name in first if name not in constants]


def _opened(one: Varying, entries: int, opened: OpenedRows, kept: int) -> Varying:
    """A varying parameter, whose `by_row` has `entries` rows for each set of values of `opened`, in
    the form of the C, which has only the first `kept` of the rows, as the others repeat them.

    Raises WrongParameter if it follows from two open parameters, or takes too many bytes.
    """
    each = entries * max(1, one.length)
    sets = [tuple(one.by_row[at : at + each]) for at in range(0, len(one.by_row), each)]
    own, width = sets[0], max(1, one.length)
    by_set = dict(zip(opened.sets, sets, strict=True))
    following = sorted(
        {
            opened.changed_in(values)
            for values, found in by_set.items()
            if found != own and opened.is_single(values)
        }
    )
    modulo = 0x10000 if one.type == "uint16_t" else 0x100
    for values, found in by_set.items():
        alone = [by_set[opened.alone(values, number)] for number in following]
        if found != _sum(own, alone, modulo):
            raise _follows_from_several(one, opened, following)
    if not following:
        return replace(one, by_row=own[: kept * width])
    if len(following) > 1:
        return _with_terms(one, opened, by_set, following, kept, modulo)
    number = following[0]
    every = [by_set[values] for values in opened.of_parameter(number)]
    rows = [[found[at * width : (at + 1) * width] for found in every] for at in range(kept)]
    varies = any(row != rows[0] for row in rows)
    table = [value for row in (rows if varies else rows[:1]) for part in row for value in part]
    if len(table) * (2 if one.type == "uint16_t" else 1) > MOST_BYTES:
        wrong = f"the tables for all values of the open parameter {opened.names[number]} take "
        wrong += f"{len(table):,} bytes for {one.name} alone"
        name, least = opened.names[number], opened.least[number]
        fits = MOST_BYTES * len(every) // len(table) - 1
        raise WrongParameter(
            name,
            wrong,
            f"At most {MOST_BYTES:,} are allowed: give modules.open a range of at most {fits + 1} "
            f"values, as in `{name} {least}-{least + fits}`, or leave it out.",
        )
    offsets = {value - at for at, value in enumerate(table, opened.least[number])}
    offset = offsets.pop() if len(offsets) == 1 and not one.length and not varies else None
    return replace(
        one, by_row=table, opened=number, values=len(every), varies_by_row=varies, offset=offset
    )


def _sum(own: Sequence[int], alone: Sequence[Sequence[int]], modulo: int) -> tuple[int, ...]:
    """The values of a parameter if each open parameter adds what it adds alone."""
    if len(alone) == 1:
        return tuple(alone[0])
    return tuple(
        (value + sum(found[at] - value for found in alone)) % modulo for at, value in enumerate(own)
    )


def _with_terms(
    one: Varying,
    opened: OpenedRows,
    by_set: Mapping[tuple[int, ...], Sequence[int]],
    following: Sequence[int],
    kept: int,
    modulo: int,
) -> Varying:
    """A parameter to which several open parameters add a number each."""
    own, terms = by_set[opened.sets[0]], []
    base = list(own[:kept])
    for number in following:
        every = [by_set[values] for values in opened.of_parameter(number)]
        added = [[(found[at] - own[at]) % modulo for found in every] for at in range(kept)]
        if one.length or any(row != added[0] for row in added):
            raise _follows_from_several(one, opened, following)
        steps = {(b - a) % modulo for a, b in pairwise(added[0])}
        sign = {1: 1, modulo - 1: -1}.get(steps.pop(), 0) if len(steps) == 1 else 0
        if sign:
            base = [(value + added[0][0]) % modulo for value in base]
        terms.append(Term(number, added[0], sign))
    varies = any(value != base[0] for value in base)
    rows = base if varies else base[:1]
    return replace(one, by_row=rows, opened=following[0], varies_by_row=varies, terms=terms)


def _follows_from_several(
    one: Varying, opened: OpenedRows, following: Sequence[int]
) -> WrongParameter:
    """The error for a parameter that follows from several open ones: those that change it alone, by
    their numbers, or from some of all where one alone does not show it."""
    names = [opened.names[number] for number in following]
    names = names if len(names) > 1 else list(opened.names)
    return WrongParameter(
        names[-1],
        f"{one.name} follows from more than one of the open parameters {', '.join(names)}",
        "Open only one of those that belong together: delete the other in modules.open.",
    )


def _form(value: int | list[int]) -> bool:
    return isinstance(value, list)


def _is_same(name: str, rows: Sequence[Constants]) -> bool:
    return all(row[name] == rows[0][name] for row in rows)


def _varying(name: str, rows: Sequence[Constants]) -> Varying:
    tables = [value for row in rows if isinstance(value := row[name], list)]
    length = max(map(len, tables), default=0)
    by_row = [value for row in rows if isinstance(value := row[name], int)] or [
        number for table in tables for number in [*table, *[0] * (length - len(table))]
    ]
    return Varying(name, "uint16_t" if max(by_row) > 255 else "uint8_t", length, by_row)


def require_variable(folder: Path, varying: Sequence[Varying]) -> None:
    """Raise UserError if the preprocessor reads a varying parameter in a folder of C.

    The preprocessor would take the name for 0, and the C would be wrong without any error.
    """
    names = "|".join(re.escape(parameter.name) for parameter in varying)
    for file in sorted(folder.iterdir()) if names else ():
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(rf"\s*#\s*(?:el)?if.*\b({names})\b", line)
            if found:
                wrong = f"{file}:{number}: #if cannot depend on {found[1]}, which varies"
                raise UserError(wrong, f"Write a plain `if`. {REMEDY}")
