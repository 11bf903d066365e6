"""Marks of a dungeon before and after each pass, from which the figures of passes are counted."""

from __future__ import annotations

from dataclasses import dataclass

from pygen.emit.plan import Plan
from pygen.engine.constants import MOST_MADE
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.kinds import phase_names
from pygen.spec.record_layout import SUMMARY


@dataclass(frozen=True)
class PassMarks:
    """The marks that `NativeBuilder.survey` writes for a dungeon, one before its first pass and one
    after each pass, so that figures of passes can be counted.

    A mark has one word for the count of each tile of the dungeon, in the order of the spec; one
    byte for the number of entities; one word for the number of things that found no place; and
    MOST_MADE bytes for the numbers of things that were made.
    `phases` says how many phases are done before each mark. `rows` is the address of the count of
    entities, 0 if there are none.
    """

    phases: tuple[int, ...]
    tiles: int
    rows: int

    @property
    def size(self) -> int:
        """The number of bytes of one mark."""
        return 2 * self.tiles + 3 + MOST_MADE

    @property
    def bytes(self) -> int:
        """The number of bytes of all marks of a dungeon."""
        return len(self.phases) * self.size

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that describe the marks to the C."""
        return len(self.phases), self.tiles, self.rows, *self.phases


def pass_marks(plan: Plan) -> PassMarks:
    """The marks of a dungeon; none if it has no passes."""
    passes = [use.id for use in plan.parameters.passes]
    if not passes:
        return PassMarks((), 0, 0)
    names = phase_names(plan.parameters)
    done = (names.index(passes[0]), *(names.index(name) + 1 for name in passes))
    return PassMarks(done, len(plan.tiles), count_of_entities(plan))


def count_of_entities(plan: Plan) -> int:
    """The address of a dungeon's number of entities; 0 if it has no table of them."""
    return sum(
        plan.regions[SUMMARY][0] + at + offset
        for at, layout in plan.summary
        for path, offset, _ in layout.fields()
        if path == ENTITIES
    )
