"""Open parameters: those whose values a game gives to a module with each request.

A dungeon with other values is a dungeon of its own: `with_values` gives the spec from which the
reference builds it. Its tables have the rows, and its records the widths, of the spec's own values,
because a module has one layout for all of them. So the range of a parameter ends where the spec's
structs or regions would be too small.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from pygen.base.once import once_for_each
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.random.floors import FLOORS
from pygen.spec.model import Spec
from pygen.spec.open_keys import (
    MOST_VALUE,
    WrongParameter,
    changed,
    is_chance,
    is_same_on_all_floors,
    name_and_range,
    openable,
    range_of_key,
    value_at,
)
from pygen.spec.parts import Parts, all_parts
from pygen.spec.problems import KeyPath
from pygen.spec.program_facts import OPEN_DIGEST_BYTES
from pygen.spec.rules import broken_rules
from pygen.spec.sections import Modules

SETS_TRIED = 64
"""How many random sets of values are tried, to see that the rules between two parameters are all
that there are."""

Values = tuple[int, ...]
"""The values of a dungeon's open parameters, in their order."""


@dataclass(frozen=True)
class OpenParameter:
    """An open parameter of a dungeon: its name, such as `rooms.max_size` or, of a pass,
    `secrets.chance`; the path of its key; its least and its greatest value, and that of the
    spec."""

    name: str
    path: KeyPath
    least: int
    most: int
    default: int

    @property
    def values(self) -> range:
        """All its values."""
        return range(self.least, self.most + 1)

    @property
    def word(self) -> str:
        """Its name as a word for C and assembly, such as `rooms_max_size`."""
        return self.name.replace(".", "_")


@dataclass(frozen=True)
class Limits:
    """A rule between two open parameters, by their numbers: for each value of the first, from its
    least on, the least and the greatest value of the second."""

    first: int
    second: int
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class OpenParameters:
    """The open parameters of a dungeon, and the rules between them."""

    parameters: tuple[OpenParameter, ...]
    limits: tuple[Limits, ...]

    @property
    def defaults(self) -> Values:
        """The spec's own values."""
        return tuple(one.default for one in self.parameters)

    def wrong_with(self, values: Values) -> str:
        """What is wrong with these values, in words; empty if they can be asked for."""
        for one, value in zip(self.parameters, values, strict=True):
            if value not in one.values:
                return f"{one.name} is {value}: expected {one.least} to {one.most}"
        for rule in self.limits:
            first, second = self.parameters[rule.first], self.parameters[rule.second]
            value, other = values[rule.first], values[rule.second]
            least, most = rule.spans[value - first.least]
            if not least <= other <= most:
                return f"{second.name} is {other}: with {first.name} {value} expected " + (
                    f"{least} to {most}" if least < most else f"{least}"
                )
        return ""


NONE_OPEN = OpenParameters((), ())


def with_parameters(
    dungeon: KindParameters, parameters: Sequence[OpenParameter], values: Sequence[int]
) -> KindParameters:
    """A dungeon with other values of these parameters, on all of its floors."""
    for parameter, value in zip(parameters, values):
        if value == parameter.default:
            continue
        dungeon = _on_all_floors(dungeon, parameter.path, value)
    return dungeon


def _on_all_floors(dungeon: KindParameters, path: KeyPath, value: int) -> KindParameters:
    floors = {name: changed(row, path, value) for name, row in dungeon.floors.items()}
    made: KindParameters = changed(dungeon, path, value)
    return made.model_copy(update={"floors": floors})


def names_open(spec: Spec, dungeon: str) -> dict[str, range | None]:
    """The names of a dungeon's parameters that the spec opens, in the spec's order, with their
    ranges if it gives them. A name that begins with a dungeon's name is meant for that dungeon
    alone."""
    if not spec.modules.open:
        return {}
    can = openable(spec.dungeons[dungeon])
    found: dict[str, range | None] = {}
    for entry in spec.modules.open:
        given, span = name_and_range(entry)
        first, _, rest = given.partition(".")
        name = rest if first == dungeon and first in spec.dungeons and given not in can else given
        if name in can and is_same_on_all_floors(spec.dungeons[dungeon], can[name]):
            found[name] = span
    return found


@once_for_each
def _known(dungeon: KindParameters) -> dict[object, OpenParameters]:
    """The open parameters of a dungeon that were found already, by what else they depend on."""
    return {}


def open_parameters(spec: Spec, dungeon: str) -> OpenParameters:
    """The open parameters of a dungeon, with their ranges and the rules between them."""
    names = names_open(spec, dungeon)
    if not names:
        return NONE_OPEN
    known, key = _known(spec.dungeons[dungeon]), _key(spec, dungeon)
    if key not in known:
        known[key] = _found(spec, dungeon, names)
    return known[key]


def _key(spec: Spec, dungeon: str) -> object:
    """What the open parameters of a dungeon depend on besides its own section."""
    sizes = tuple(region.size for region in spec.memory.values())
    return (*names_open(spec, dungeon).items(), sizes)


def _found(spec: Spec, name: str, names: Mapping[str, range | None]) -> OpenParameters:
    dungeon = spec.dungeons[name]
    paths = openable(dungeon)
    checking = _Checking(spec, name)
    parameters = tuple(
        OpenParameter(
            one,
            paths[one],
            *checking.bounds(one, paths[one], span),
            value_at(dungeon, paths[one]),
        )
        for one, span in names.items()
    )
    limits = []
    numbers = [n for n, one in enumerate(parameters) if not is_chance(dungeon, one.path)]
    for first, second in combinations(numbers, 2):
        rule = checking.limits(parameters, first, second)
        if rule:
            limits.append(rule)
    opened = OpenParameters(parameters, tuple(limits))
    for _, values in zip(range(SETS_TRIED), _candidates(opened)):
        if not opened.wrong_with(values):
            made = with_parameters(dungeon, parameters, values)
            if not checking.is_allowed(made):
                raise WrongParameter(
                    parameters[-1].name,
                    f"{values_in_words(opened, values)} go together in no dungeon, and no rule "
                    "between two of them says so",
                    f"Open fewer of them in {name}.",
                )
    return opened


def _last(own: int, end: int, is_allowed: Callable[[int], bool]) -> int:
    """The last value from `own`, which is allowed, towards `end` up to which all are allowed. What
    is too much for a rule is too much for it from there on."""
    if own == end:
        return end
    step = 1 if own < end else -1
    if all(is_allowed(value) for value in (end, own + step, (own + end) // 2)):
        return end
    good, bad = own, end
    while abs(bad - good) > 1:
        middle = (good + bad) // 2
        if is_allowed(middle):
            good = middle
        else:
            bad = middle
    return good


class _Checking:
    """Which values a dungeon may have, given the structs and regions of its spec."""

    def __init__(self, spec: Spec, name: str) -> None:
        self.spec, self.name, self.dungeon = spec, name, spec.dungeons[name]
        # What it says of modules is about other dungeons, too.
        alone = spec.replaced(dungeons={name: self.dungeon}, modules=Modules())
        data = alone.model_dump(mode="json", include={"dungeons"})
        self.parts: Parts = all_parts(alone, data, lambda path: True)
        self.known = {str(one) for one in broken_rules(self.parts)}

    def is_allowed(self, dungeon: KindParameters) -> bool:
        """Whether no rule of the spec is broken, and no table needs more rows than it has."""
        if any(
            table.most_rows(dungeon) > table.most_rows(self.dungeon)
            for table in self.spec.tables(self.name)
        ):
            return False
        uses = replace(self.parts.uses, dungeons={self.name: dungeon})
        parts = replace(self.parts, dungeons={self.name: dungeon}, uses=uses)
        return all(str(one) in self.known for one in broken_rules(parts))

    def bounds(self, name: str, path: KeyPath, span: range | None) -> tuple[int, int]:
        """The least and the greatest value around that of the spec, or in the range that the spec
        gives. Raises WrongParameter if not all of it is allowed, or if it lacks the spec's
        value."""
        own, legal = value_at(self.dungeon, path), range_of_key(self.dungeon, path)
        if span:
            low, high = self._bounds(path, own, range(max(span[0], legal[0]), span[-1] + 1))
            if (low, high) != (span[0], span[-1]):
                low, high = self._bounds(path, own, legal)
                wrong = f"`{name} {span[0]}-{span[-1]}` has values that {self.name} cannot have"
                if own not in span:
                    wrong = f"`{name} {span[0]}-{span[-1]}` lacks {own}, the value of {self.name}"
                raise WrongParameter(
                    name,
                    wrong,
                    f"Give a range in {low}-{high} that has {own}, the value in the spec.",
                )
            return low, high
        low, high = self._bounds(path, own, legal)
        if own > MOST_VALUE:
            raise WrongParameter(
                name,
                f"{name} of {self.name} is {own}, and an open parameter is a byte",
                f"Give it at most {MOST_VALUE}, or leave it out of modules.open.",
            )
        if low == high:
            raise WrongParameter(
                name,
                f"{name} of {self.name} can only be {own}",
                "Tables have the rows, and records the widths, that the spec's value needs: give "
                "it the greatest value that you want, or leave it out of modules.open.",
            )
        return low, high

    def _bounds(self, path: KeyPath, own: int, legal: range) -> tuple[int, int]:
        """The least and the greatest value in `legal` around the spec's own."""
        if own not in legal:
            return own, own

        def is_allowed(value: int) -> bool:
            return self.is_allowed(_on_all_floors(self.dungeon, path, value))

        return _last(own, legal[0], is_allowed), _last(own, legal[-1], is_allowed)

    def limits(self, parameters: Sequence[OpenParameter], first: int, second: int) -> Limits | None:
        """The rule between two parameters; None if all their values go together."""
        one, other = parameters[first], parameters[second]
        corners = [(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
        if all(self._both(one, a, other, b) for a, b in corners):
            return None
        spans = []
        for value in one.values:
            # Each value of one goes with the spec's own value of the other.
            is_allowed = partial(self._both, one, value, other)
            low = _last(other.default, other.least, is_allowed)
            spans.append((low, _last(other.default, other.most, is_allowed)))
        return Limits(first, second, tuple(spans))

    def _both(self, one: OpenParameter, a: int, other: OpenParameter, b: int) -> bool:
        made = _on_all_floors(_on_all_floors(self.dungeon, one.path, a), other.path, b)
        return self.is_allowed(made)


def with_values(spec: Spec, name: str, values: Values) -> Spec:
    """The spec from which the reference builds a dungeon with these values. They are not checked;
    with the spec's own values it is the spec itself."""
    opened = open_parameters(spec, name)
    if values == opened.defaults:
        return spec
    own = spec.dungeons[name]
    made = with_parameters(own, opened.parameters, values)
    # The spec's own rows keep the tables as long as they are in the module.
    behind = {
        str(FLOORS + number): row.model_copy(update={"floors": {}})
        for number, row in enumerate(own.every_row(), 1)
    }
    made = made.model_copy(update={"floors": {**made.floors, **behind}})
    # The module is the same whatever its values are.
    _known(made)[_key(spec, name)] = opened
    return spec.replaced(dungeons={**spec.dungeons, name: made})


def values_of(opened: OpenParameters, given: Mapping[str, int]) -> Values:
    """The values of all open parameters: those that are given by name, else the spec's."""
    return tuple(given.get(one.name, one.default) for one in opened.parameters)


def values_in_words(opened: OpenParameters, values: Values) -> str:
    """The values in words, such as `rooms.max_size=7 secrets.chance=30`."""
    pairs = zip(opened.parameters, values, strict=True)
    return " ".join(f"{one.name}={value}" for one, value in pairs)


def names_digest(opened: OpenParameters) -> bytes:
    """A digest of the names of open parameters in their order: what the bytes of their values mean.
    A dungeon's own digest does not say it."""
    text = ",".join(one.name for one in opened.parameters)
    return hashlib.sha256(text.encode()).digest()[:OPEN_DIGEST_BYTES]


SETS_DRAWN = 8
"""How many sets of values every proof of an open dungeon has, besides the spec's own."""


def drawn_values(spec: Spec, name: str, count: int = SETS_DRAWN) -> list[Values]:
    """Sets of values for proofs, the same ones each time: all least, all greatest, then random
    ones. Sets that break a rule are left out."""
    opened = open_parameters(spec, name)
    if not opened.parameters:
        return []
    found: dict[Values, None] = {}
    for values in _candidates(opened):
        if values != opened.defaults and not opened.wrong_with(values):
            found[values] = None
        if len(found) == count:
            break
    return list(found)


def _candidates(opened: OpenParameters) -> Iterator[Values]:
    yield tuple(one.least for one in opened.parameters)
    yield tuple(one.most for one in opened.parameters)
    state = 1
    for _ in range(4096):
        values = []
        for one in opened.parameters:
            # Source: Park and Miller 1988, the minimal standard generator.
            state = state * 48271 % 0x7FFFFFFF
            values.append(one.values[(state >> 8) % len(one.values)])
        yield tuple(values)
