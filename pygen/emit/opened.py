"""A dungeon with open parameters, in the form from which its C is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from pygen.emit.floor_rows import NOT_OPENED, OpenedRows
from pygen.engine.definition.parameters import FloorRow
from pygen.spec import Spec
from pygen.spec.open_parameters import (
    NONE_OPEN,
    Limits,
    OpenParameters,
    Values,
    drawn_values,
    open_parameters,
    with_parameters,
)

SETS_TRIED = 64
"""How many random sets of values are tried, to see from what each constant follows."""

MOST_CORNERS = 64


@dataclass(frozen=True)
class OpenPlan:
    """The open parameters of a dungeon for the templates: their names, their least and greatest
    values, the spec's own less the least, and the rules between two of them."""

    names: Sequence[str]
    least: Sequence[int]
    most: Sequence[int]
    defaults: Sequence[int]
    limits: Sequence[Limits]


@dataclass(frozen=True)
class OpenedDungeon:
    """What the C of a dungeon needs to know of its open parameters.

    `spec` has a row of parameters for all their values, behind those of the floors; these rows
    belong to no floor. `rows` says which row is which.
    """

    spec: Spec
    rows: OpenedRows = NOT_OPENED
    opened: OpenParameters = NONE_OPEN

    @property
    def plan(self) -> OpenPlan:
        """The same for the templates."""
        every = self.opened.parameters
        return OpenPlan(
            [one.name for one in every],
            [one.least for one in every],
            [one.most for one in every],
            [one.default - one.least for one in every],
            self.opened.limits,
        )


def opened_dungeon(spec: Spec, name: str) -> OpenedDungeon:
    """A dungeon's open parameters for its C. Without any, `spec` is as it was."""
    opened = open_parameters(spec, name)
    if not opened.parameters:
        return OpenedDungeon(spec)
    own = spec.dungeons[name]
    sets = _sets(spec, name, opened)
    made = [with_parameters(own, opened.parameters, values) for values in sets[1:]]
    floors = dict(own.floors)
    for number, dungeon in enumerate(made, 1):
        for key, row in {"": dungeon, **dungeon.floors}.items():
            floors[f"with the values {number} {key}".rstrip()] = row
    wide = own.model_copy(update={"floors": own.floors})
    rows = [*own.floor_rows]
    for dungeon in made:
        rows += [FloorRow((), row.parameters) for row in dungeon.floor_rows]
    # What the class would find are the rows of the floors alone.
    vars(wide).update(floors=floors, floor_rows=tuple(rows))
    changed = spec.replaced(dungeons={**spec.dungeons, name: wide})
    names = [one.name for one in opened.parameters]
    least = [one.least for one in opened.parameters]
    return OpenedDungeon(changed, OpenedRows(names, least, sets), opened)


def _sets(spec: Spec, name: str, opened: OpenParameters) -> list[Values]:
    """The spec's own values, those with one other value, and some with several."""
    own = opened.defaults
    found = {own: None}
    for number, one in enumerate(opened.parameters):
        for value in one.values:
            found[(*own[:number], value, *own[number + 1 :])] = None
    ends = product(*((one.least, one.most) for one in opened.parameters))
    for _, values in zip(range(MOST_CORNERS), ends):
        if not opened.wrong_with(values):
            found[values] = None
    found |= dict.fromkeys(drawn_values(spec, name, SETS_TRIED))
    return list(found)
