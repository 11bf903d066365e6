"""The tests of what a dungeon requires.

Each condition is tested as soon as all of its figures are final: in a phase of its own, behind the
last one that may change any of them. If one is not met, the dungeon is built again from the next
seed of a stream of its own; in the last try it stays as it is, and the status says so. The driver
in C is emitted from the same phases.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pygen.engine.constants import STATUS_NOT_AS_REQUIRED
from pygen.engine.definition.conditions import Comparison, Condition
from pygen.engine.definition.features import STAIRS
from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.pass_figures import PassFigure
from pygen.engine.definition.passes import AnyPass
from pygen.engine.definition.places import PLACES
from pygen.engine.definition.tables import HEAD, MOST_STATUS
from pygen.engine.dungeon.changes import change_of
from pygen.engine.dungeon.generation import Generation, Missed
from pygen.engine.generator.contents import figures_of, pass_figures_of, tables_of
from pygen.engine.generator.kind import Kind, Phase

ROW = Piece("counted", schedule("core")["rows_counted"])

OF_STAIRS = ("up_x", "up_y", "down_x", "down_y")
"""The figures that are final when the stairs are placed."""

BYTES = {1: 255, 2: 65535}
"""The largest number of so many bytes."""


@dataclass(frozen=True)
class RequiredFigure:
    """A figure that a condition may name: the largest value of its bytes, and the number of the
    phase after which it is final. `figure` is the figure of a pass that is counted for `require`
    alone; None for what is in the summary anyway."""

    largest: int
    final_after: int
    figure: PassFigure | None = None


def figures_required(
    phases: Sequence[Phase[Any]],
    kind: Kind[Any],
    dungeon: KindParameters,
    passes: Mapping[str, AnyPass],
) -> dict[str, RequiredFigure]:
    """The figures that the conditions of a dungeon may name, by their names. `phases` are its
    phases without those that test, which are not numbered."""
    names = [phase.name for phase in phases]
    last_of_kind, camera = len(kind.phases_of(dungeon)), len(names) - 1
    after_pass = {use.id: names.index(use.id) for use in dungeon.passes}
    placing = [use.id for use in dungeon.passes if STAIRS in passes[use.name].gives(use)]
    placed_by_all = names.index("stairs") if "stairs" in names else camera
    stairs = after_pass[placing[-1]] if placing else placed_by_all
    if kind.has_own_stairs(dungeon):
        stairs = last_of_kind
    found = {
        name: RequiredFigure(BYTES[size], stairs if name in OF_STAIRS else camera)
        for name, size in HEAD.items()
    }
    after_figures = {passes[use.name].summary.struct: after_pass[use.id] for use in dungeon.passes}
    after_table = {
        table.name: after_pass.get(table.final_after, last_of_kind)
        for table in tables_of(kind, dungeon, passes)
    }
    # The last one is the number of tries.
    for figures in figures_of(kind, dungeon, passes)[:-1]:
        for name, size in figures.fields.items():
            after = after_figures.get(figures.struct, last_of_kind)
            found[name] = RequiredFigure(BYTES[size], after_table.get(name, after))
    for use, of_pass in pass_figures_of(dungeon, passes).items():
        for name, figure in of_pass.items():
            if figure.can_be_required:
                found[f"passes.{use}.{name}"] = RequiredFigure(BYTES[1], after_pass[use], figure)
    for one in dungeon.every_use():
        for name in one.required_counts:
            found[f"passes.{one.id}.{name}"] = RequiredFigure(BYTES[1], after_pass[one.id])
    return found


def possible_values(
    kind: Kind[Any], dungeon: KindParameters, passes: Mapping[str, AnyPass]
) -> dict[str, range]:
    """The values that the figures of a dungeon may have, on any of its floors, by their names: a
    condition that all or none of them meet is of no use."""
    size, rows = dungeon.map, list(dungeon.every_row())
    head = {name: BYTES[count] for name, count in HEAD.items()} | {"status": MOST_STATUS}
    sides = {"_x": size.width, "_y": size.height}
    most = {name: sides[name[-2:]] - 1 if name[-2:] in sides else n for name, n in head.items()}
    for figures in figures_of(kind, dungeon, passes):
        most |= {name: BYTES[count] for name, count in figures.fields.items()}
        declared: dict[str, int] = {}
        for value, _, struct, names in (one for row in rows for one in figures.largest("", row)):
            for name in names if struct == figures.struct else ():
                declared[name] = max(value, declared.get(name, 0))
        most |= declared
    most |= {table.name: table.most_rows(dungeon) for table in tables_of(kind, dungeon, passes)}
    for use, of_pass in pass_figures_of(dungeon, passes).items():
        of_use = [one for row in rows for one in row.passes if one.id == use]
        added = max(one.most_entities for one in of_use)
        made = max(one.most_made for one in of_use)
        most |= {
            f"passes.{use}.{name}": added if one.counts_entities else made
            for name, one in of_pass.items()
            if one.can_be_required
        }
    for use_of in dungeon.every_use():
        # They count rooms.
        rooms = most.get(PLACES, BYTES[1])
        most |= {f"passes.{use_of.id}.{name}": rooms for name in use_of.required_counts}
    found = {name: range(n + 1) for name, n in most.items()}
    found["random_state"] = range(1, most["random_state"] + 1)
    if dungeon.requires:
        (tries,) = figures_of(kind, dungeon, passes)[-1].fields
        found[tries] = range(1, max(row.require.tries for row in rows if row.require) + 1)
    return found


@dataclass(frozen=True)
class RequirementPhase(Phase[Any]):
    """A phase that tests the conditions whose figures are final after the phase number `after`.

    `figures` are the figures that the dungeon's conditions may name. `counted` are those that must
    be counted of the pass before it, whose id is `behind`, by their names.
    """

    after: int
    behind: str
    figures: Mapping[str, RequiredFigure]
    counted: Mapping[str, PassFigure]

    @property
    def has_steps(self) -> bool:
        """Whether it looks through entities."""
        return any(figure.kind is not None for figure in self.counted.values())

    def begin(self, generation: Generation[Any]) -> Work | None:
        work = self._work(generation)
        if self.has_steps:
            return work
        for _ in work:
            pass
        return None

    def tested(self, dungeon: KindParameters) -> list[Condition]:
        """The conditions of a floor that are tested here."""
        conditions = required_of(dungeon)
        return [one for one in conditions if final_after(one, self.figures) == self.after]

    def _work(self, g: Generation[Any]) -> Work:
        yield from self._count(g)
        numbers = {**g.summary_values(), **g.counted}
        missed = [one for one in self.tested(g.parameters) if not one.holds(numbers)]
        g.missed += [
            Missed(g.tries, one, {name: numbers[name] for name in one.names}) for one in missed
        ]
        if missed and g.tries != g.parameters.require.tries:
            g.begin_next_try()
        elif missed:
            g.status |= STATUS_NOT_AS_REQUIRED

    def _count(self, g: Generation[Any]) -> Work:
        """Count what the pass has made: entities of a kind one by one."""
        if not self.counted:
            return
        change = change_of(g, self.behind)
        kinds = change.entities
        for name, figure in self.counted.items():
            g.counted[name] = figure.count(change)
            if figure.kind is not None:
                yield from (ROW for _ in kinds)
                yield "counted"


def required_of(dungeon: KindParameters) -> list[Condition]:
    """The conditions of a floor: those of the spec, and for each pass that must place what it wants
    that nothing is missing."""
    if not dungeon.require:
        return []
    must = [use.missing_figure for use in dungeon.passes if use.must_place]
    missing = [Condition(f"{name} = 0", (name,), Comparison(name, "==", 0)) for name in must]
    return [*dungeon.require.parsed, *missing]


def final_after(condition: Condition, figures: Mapping[str, RequiredFigure]) -> int:
    """The number of the phase after which all figures of a condition are final."""
    return max(figures[name].final_after for name in condition.names)


def with_tests(
    phases: Sequence[Phase[Any]],
    kind: Kind[Any],
    dungeon: KindParameters,
    passes: Mapping[str, AnyPass],
) -> Iterator[Phase[Any]]:
    """The phases of a dungeon, with those that test what it requires on any floor."""
    figures = figures_required(phases, kind, dungeon, passes)
    names = [phase.name for phase in phases]
    figures |= {
        use.missing_figure: RequiredFigure(BYTES[1], names.index(use.id))
        for use in dungeon.passes
        if use.must_place
    }
    # A spec that is still to be refused may name figures that there are not.
    conditions = [
        one
        for row in dungeon.every_row()
        for one in required_of(row)
        if one.names and figures.keys() >= set(one.names)
    ]
    named = dict.fromkeys(name for one in conditions for name in one.names)
    ends = {final_after(one, figures) for one in conditions}
    for number, phase in enumerate(phases):
        yield phase
        counted = {
            name: figure
            for name in named
            if (figure := figures[name].figure) and figures[name].final_after == number
        }
        if counted or number in ends:
            yield RequirementPhase("require", no_work, number, phase.name, figures, counted)


def no_work(_: Generation[Any]) -> None:
    """What a phase that tests does besides."""
