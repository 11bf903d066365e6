"""What a dungeon requires, in the form of the emitted C."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygen.emit.plan import Plan
from pygen.engine.definition.conditions import Comparison, Every, Negation, Tree, Value, folded
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.pass_figures import PassFigure
from pygen.engine.generator.requirements import RequirementPhase
from pygen.engine.random.streams import OF_TRIES, stream_number
from pygen.kinds import figures_of, phases_of, tables_of


@dataclass(frozen=True)
class TestPlan:
    """A phase that tests.

    `behind` is the phase behind which it is. `kinds` are the numbers of the counts of entities of a
    kind that it makes (first, behind the last); `whole` has expressions in C for its other counts,
    by their numbers. `counts` says whether it counts entities, `counts_made` whether things that
    the pass has made. `rows` has an expression in C for each row of parameters that tests something
    here, by its number.
    """

    behind: str
    kinds: tuple[int, int]
    whole: Mapping[int, str]
    counts: bool
    counts_made: bool
    rows: Mapping[int, str]


@dataclass(frozen=True)
class RequirePlan:
    """What a dungeon requires, for its driver.

    `tests` are by the number of the phase in the driver. `kinds` are the kinds of entities that are
    counted, in the order of the counts, 0 for counts of any kind; `names` are the names of these
    figures. `made` is the number of things of which the passes may note that they have made some,
    0 if none are counted. `tries` are the tries of each row of parameters. `at` is the number of
    bytes of the summary before the number of tries, `stream` the key of the stream of their seeds.
    """

    tests: Mapping[int, TestPlan]
    kinds: Sequence[int]
    names: Sequence[str]
    made: int
    tries: Sequence[int]
    at: int
    stream: int
    struct: str
    figure: str

    @property
    def counts_entities(self) -> bool:
        """Whether entities are counted."""
        return any(test.counts for test in self.tests.values())

    @property
    def counts_kinds(self) -> bool:
        """Whether entities are counted one by one."""
        return any(test.kinds[0] != test.kinds[1] for test in self.tests.values())


def require_plan(plan: Plan) -> RequirePlan | None:
    """The plan of what a dungeon requires; None if that is nothing."""
    dungeon = plan.parameters
    if not dungeon.requires:
        return None
    phases = phases_of(dungeon)
    every = {at: phase for at, phase in enumerate(phases) if isinstance(phase, RequirementPhase)}
    (tries,) = figures_of(dungeon)[-1].fields
    figures = [(name, one) for phase in every.values() for name, one in _ordered(phase.counted)]
    names = [name for name, _ in figures]
    rows = [row.parameters for row in dungeon.floor_rows if row.floors]
    (_, head), *summary = plan.summary
    own = plan.kind.figures.struct
    counts = {f"{table.name}_figures": table.name for table in tables_of(dungeon)}
    places = {}
    for _, struct in summary:
        record = "FIGURES" if struct.name == own else struct.name.upper()
        for name, _, _ in struct.fields():
            place = f"{struct.name.upper()}_GET_{name.upper()}({record})"
            is_count = counts.get(struct.name) == name and struct.name != own
            places[name] = f"COUNT_OF_{name.upper()}" if is_count else place
    places |= {name: f"SUMMARY_GET_{name.upper()}(SUMMARY)" for name, _, _ in head.fields()}
    missing = [use.missing_figure for use in dungeon.passes if use.must_place]
    places |= dict.fromkeys(missing, "once_missing")
    places |= {
        f"passes.{use.id}.{name}": count
        for row in rows
        for use in row.passes
        for name, count in use.required_counts.items()
    }
    places |= {name: f"required_counts[{number}]" for number, name in enumerate(names)}
    counts_made = any(figure.counts_made for _, figure in figures)
    made = max((len(use.made_things) for use in dungeon.every_use()), default=0)
    return RequirePlan(
        {at: _test(phase, rows, names, places, made) for at, phase in every.items()},
        [figure.kind or 0 for _, figure in figures],
        names,
        made if counts_made else 0,
        [row.require.tries if row.require else 1 for row in rows],
        summary[-1][0],
        stream_number(OF_TRIES),
        summary[-1][1].name,
        tries,
    )


def _ordered(counted: Mapping[str, PassFigure]) -> list[tuple[str, PassFigure]]:
    """The figures that a phase counts: first those of a kind of entities."""
    return sorted(counted.items(), key=lambda one: one[1].kind is None)


def _test(
    phase: RequirementPhase,
    rows: Sequence[KindParameters],
    names: Sequence[str],
    places: Mapping[str, str],
    made: int,
) -> TestPlan:
    possible = {name: range(figure.largest + 1) for name, figure in phase.figures.items()}
    tested: dict[int, str] = {}
    for number, row in enumerate(rows):
        if conditions := phase.tested(row):
            tree = folded(Every(tuple(one.tree for one in conditions)), possible)
            assert not isinstance(tree, bool), "a rule of the spec refuses it"
            tested[number] = expression(tree, places)
    numbers = [
        names.index(name) for name, figure in _ordered(phase.counted) if figure.kind is not None
    ]
    whole = {
        names.index(name): _whole(figure, made)
        for name, figure in phase.counted.items()
        if figure.kind is None
    }
    kinds = (numbers[0], numbers[-1] + 1) if numbers else (0, 0)
    figures = phase.counted.values()
    counts = any(one.counts_entities for one in figures)
    counts_made = any(one.counts_made for one in figures)
    return TestPlan(phase.behind, kinds, whole, counts, counts_made, tested)


def _whole(figure: PassFigure, made: int) -> str:
    """A figure that is counted at once, as an expression in C; `made` as in `RequirePlan`."""
    if figure.counts_entities:
        return "COUNT_OF_ENTITIES - entities_before"
    numbers = range(made) if figure.number is None else (figure.number,)
    return " + ".join(f"things_made[{number}]" for number in numbers)


def expression(tree: Tree, places: Mapping[str, str]) -> str:
    """A condition as an expression in C; `places` has what each number is there."""

    def value(one: Value) -> str:
        return places[one] if isinstance(one, str) else f"{one}u"

    if isinstance(tree, Comparison):
        return f"{value(tree.left)} {tree.sign} {value(tree.right)}"
    if isinstance(tree, Negation):
        return f"!({expression(tree.part, places)})"
    sign = "\n        && " if isinstance(tree, Every) else "\n        || "
    return sign.join(f"({expression(part, places)})" for part in tree.parts)
