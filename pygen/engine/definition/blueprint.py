"""Everything a floor of a dungeon is generated from except its seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.structs import StructLayout
from pygen.engine.definition.tables import Figures, Table
from pygen.engine.random.random16 import RandomGenerator

Parameters = TypeVar("Parameters", bound=KindParameters)


@dataclass(frozen=True)
class Blueprint(Generic[Parameters]):
    """The part of the spec about one floor of a dungeon that the generators need.

    `parameters` are the parameters of the floor, `dungeon` those of the whole dungeon, which has
    the same tables on all floors. `codes` are the codes of the kind's tiles by name, `layouts` the
    structs of the records by name. `view` is the size of the C64's window in tiles, (columns,
    rows). `walkable` are the codes of the tiles that a figure can step on.
    `regions` are the names of the memory regions that are compared, in their order. `tables` are
    the tables of the dungeon's kind and passes. `figures` are the figures of its kind, and the
    counts of rows in the tables of its passes. `secrets` are the names of its tiles that look like
    walls until they are found. `others` are the names of the walkable tiles besides floor that the
    map may have before its last phases: not the stairs, if these come after the passes. `ground`
    are the codes of the tiles on which things may be put.
    """

    name: str
    dungeon: Parameters
    parameters: Parameters
    codes: Mapping[str, int]
    layouts: Mapping[str, StructLayout]
    random: RandomGenerator
    view: tuple[int, int]
    regions: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    figures: tuple[Figures, ...] = ()
    walkable: frozenset[int] = frozenset()
    secrets: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    ground: frozenset[int] = frozenset()


class Blueprints(Protocol):
    """An object that has dungeons by name, such as a spec."""

    def blueprint(self, dungeon: str, floor: int = 1) -> Blueprint[Any]:
        """The blueprint of a floor (1..256) of the dungeon of that name."""
