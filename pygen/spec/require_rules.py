"""Rules for what dungeons require: which can be built again, and which figures there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pygen.base.words import did_you_mean, listed
from pygen.engine.definition.conditions import Condition, folded
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.generator.requirements import RequiredFigure
from pygen.engine.sections import BrokenRule
from pygen.kinds import figures_of, figures_required, pass_figures_of, possible_values
from pygen.passes import PASSES
from pygen.spec.problems import KeyPath

Broken = Iterator[BrokenRule]

ONLY_FOUND = ("seed", "stairs_apart", "tiles.")
"""How the names of numbers begin that `invoke find` has, and no module."""


def require_rules(name: str, dungeon: KindParameters) -> Broken:
    """The rules that a dungeon breaks by what it requires, on any floor."""
    if not dungeon.requires:
        return
    path: KeyPath = ("dungeons", name)
    if dungeon.world:
        wrong = "a chunk of a world cannot be built again: it must fit the chunks beside it"
        yield BrokenRule((*path, "require"), wrong, "delete it")
        return
    figures, possible = figures_required(dungeon), possible_values(dungeon)
    (tries,) = figures_of(dungeon)[-1].fields
    known: set[tuple[int, str]] = set()
    rows = [(path, dungeon)]
    rows += [((*path, "floors", floors), row) for floors, row in dungeon.floors.items()]
    for where, row in rows:
        if row.require and row.why_not_again:
            wrong = f"it cannot be built again: {row.why_not_again}"
            yield BrokenRule((*where, "require"), wrong, "delete it")
            return
        for index, condition in enumerate(row.require.parsed if row.require else ()):
            for wrong, right in _wrong(condition, row, figures, possible, tries):
                # What is wrong on all floors is reported once.
                if (index, wrong) not in known:
                    known.add((index, wrong))
                    yield BrokenRule((*where, "require", "conditions", index), wrong, right)


def _wrong(
    condition: Condition,
    row: KindParameters,
    figures: Mapping[str, RequiredFigure],
    possible: Mapping[str, range],
    tries: str,
) -> Iterator[tuple[str, str]]:
    """What is wrong with a condition of a row of parameters, and what would be right."""
    unknown = [name for name in condition.names if name not in figures]
    if unknown:
        for name in unknown:
            if name == tries:
                yield "the number of tries follows from the conditions", "delete it"
            else:
                yield _unknown(name, row, figures)
        return
    if said := useless(condition, possible):
        yield said
    for use in row.passes:
        one = PASSES[use.name]
        for name in condition.names:
            if name in one.summary.fields and name not in one.written(use):
                wrong = f"`{name}` is not measured: the pass `{use.id}` leaves it out"
                yield wrong, f"add {name} to its `figures`"


def useless(condition: Condition, possible: Mapping[str, range]) -> tuple[str, str] | None:
    """That a condition is always or never met, whatever its numbers are, and which `possible`
    values these have; None if it is not."""
    left = folded(condition.tree, possible)
    if not isinstance(left, bool):
        return None
    values = [f"`{name}` is {_span(possible[name])}" for name in condition.names]
    right = listed(values) if values else "compare a figure of the dungeon"
    return f"this is {'always' if left else 'never'} met", right


def _span(values: range) -> str:
    return f"{values[0]:,} to {values[-1]:,}" if len(values) > 1 else f"{values[0]:,}"


def _unknown(
    name: str, row: KindParameters, figures: Mapping[str, RequiredFigure]
) -> tuple[str, str]:
    """Why conditions cannot name this, and what to do."""
    # A pass that comes unasked has others.
    unasked = [one.summary.fields for one in PASSES.values() if one.keys is not None]
    known = list(dict.fromkeys((*figures, *(field for fields in unasked for field in fields))))
    expected = f"{did_you_mean(name, known)}expected one of: {listed(known)}"
    if name.startswith(ONLY_FOUND):
        return f"only `invoke find` has `{name}`, no module", expected
    first, _, rest = name.partition(".")
    if first == "passes":
        use, _, figure = rest.partition(".")
        if figure in pass_figures_of(row).get(use, {}):
            wrong = f"only `invoke find` has `{name}`: a module counts entities and vaults only"
            right = ", or ask for `status == 0`" if figure == "left_out" else ""
            return wrong, f"leave it out{right}"
        ids = [one.id for one in row.passes]
        if use in PASSES and use not in ids:
            return f"the dungeon has no pass `{use}`", f"add {{name: {use}}} to its passes"
        return f"there is no figure `{name}`", expected
    givers = [
        one.name
        for one in PASSES.values()
        if name in one.summary.fields or any(table.name == name for table in one.tables)
    ]
    if givers:
        return f"the dungeon has no figure `{name}`", f"add one of the passes {listed(givers)}"
    return f"there is no figure `{name}`", expected
