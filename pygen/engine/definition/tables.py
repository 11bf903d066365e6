"""The declarations of the memory that a kind writes: its tables, their structs, and its figures.

A *table* is a sequence of records of one struct, in a memory region of the table's name. The
*figures* are a struct behind the common head of the summary. All code that reads memory uses these
declarations, so a kind with another table needs no change anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from pygen.base.errors import UserError
from pygen.engine.definition.structs import StructField
from pygen.engine.sections import BrokenRule

Fields = dict[str, Any]
"""The fields of a struct as the YAML describes them."""

BYTE: Fields = {"bytes": 1}
"""A field of one byte."""

HEAD: Mapping[str, int] = {
    "status": 1,
    "up_x": 1,
    "up_y": 1,
    "down_x": 1,
    "down_y": 1,
    "camera_x": 1,
    "camera_y": 1,
    "draws": 2,
    "random_state": 2,
}
"""The number of bytes of each field of the summary's head."""

MOST_STATUS = 127
"""The largest status, with all of its seven bits."""

Row = TypeVar("Row")

MOST_ROWS = 255
"""The most rows of a table: their numbers and their count must fit in a byte."""


class LargestValue(NamedTuple):
    """The largest value that a generator writes into these fields of a struct, and why."""

    value: int
    why: str
    struct: str
    fields: tuple[str, ...]


def no_values(_name: str, _parameters: Any) -> Iterable[LargestValue]:
    """The largest values of structs that are wide enough for anything."""
    return ()


def no_rules(
    _structs: Mapping[str, Mapping[str, StructField]], _dungeons: Mapping[str, Any]
) -> Iterable[BrokenRule]:
    """The rules of structs that have no rules of their own."""
    return ()


@dataclass(frozen=True)
class Structs:
    """Structs that a kind writes.

    `automatic` describes them as the YAML would, each struct after the structs that it nests, with
    fields as wide as dungeons with these parameters need. The generator writes exactly these
    fields, except fields whose names begin with `reserved`. `largest` takes a dungeon's name and
    parameters and gives the largest values that the dungeon writes. `rules` checks further rules:
    it takes the structs of a spec, and by name the parameters of its dungeons that have these
    structs.

    Kinds that share structs declare the same object.
    """

    automatic: Callable[[Sequence[Any]], dict[str, Fields]]
    largest: Callable[[str, Any], Iterable[LargestValue]] = no_values
    rules: Callable[
        [Mapping[str, Mapping[str, StructField]], Mapping[str, Any]], Iterable[BrokenRule]
    ] = no_rules


def over_unused(values: dict[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a record: the values of `row`, and for all other fields the unused values."""
    return {**values, **row}


@dataclass(frozen=True)
class Table:
    """A table that a kind writes.

    A pass declares the tables to which it adds rows. `name` is also the name of the memory region,
    and of the figure that counts the rows in use. `struct` is the struct of the records, which no
    other table may have. `capacity` gives the number of rows from the parameters, up to 255; 0 if
    the dungeon has no such table. The table is final after the phase `final_after`. `holds` says in
    a few words what is in the region. `values` takes the values of an unused record and a row as
    Python has it, and returns the values of the row's record; by default a row is a mapping.

    `is_optional` says that not every dungeon of the kind has the table: one without rows has
    neither its region nor its struct. Then no figure of the kind counts its rows, but one of the
    table's own.
    """

    name: str
    struct: str
    capacity: Callable[[Any], int]
    final_after: str
    holds: str
    values: Callable[[dict[str, Any], Any], dict[str, Any]] = over_unused
    is_optional: bool = False

    def most_rows(self, dungeon: Any) -> int:
        """The number of rows in a dungeon's memory: the greatest capacity on any of its floors."""
        return max(self.capacity(row) for row in dungeon.every_row())


@dataclass(frozen=True)
class Figures:
    """A kind's own figures in the summary, behind its common head.

    `struct` is the name of their struct, `fields` gives the size in bytes (1 or 2) of each figure
    by its name. A figure with the name of a table counts the table's rows in use. `largest` is as
    in `Structs`. `meanings` has a few words on those whose names do not say enough.
    """

    struct: str
    fields: Mapping[str, int]
    largest: Callable[[str, Any], Iterable[LargestValue]] = no_values
    meanings: Mapping[str, str] = field(default_factory=dict)


NO_FIGURES = Figures("", {})
"""The figures of a kind that has none."""


class Rows(list[Row]):
    """The rows of a table that are in use; more than its capacity are an error."""

    def __init__(self, dungeon: str, table: Table, capacity: int) -> None:
        super().__init__()
        self.dungeon, self.table, self.capacity = dungeon, table, capacity

    def append(self, row: Row) -> None:
        """Add a row. Raises UserError if the table is full."""
        super().append(row)
        self.require_capacity()

    def require_capacity(self) -> None:
        """Raise UserError if there are more rows than the table can hold."""
        if len(self) > self.capacity:
            raise UserError(
                f"dungeon `{self.dungeon}`: row {len(self)} of the table `{self.table.name}` is "
                f"past its capacity of {self.capacity}",
                f"Raise the capacity that the kind declares for `{self.table.name}`, or have its "
                "generator write fewer rows.",
            )
