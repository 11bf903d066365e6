"""A kind of dungeon: its parameters and its phases."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from pygen.engine.definition.blueprint import Parameters
from pygen.engine.definition.features import (
    CONNECTED,
    PLACES,
    RECORDED_CORRIDORS,
    RECORDED_ROOMS,
    ROOMS,
    ROOMS_APART,
    STAIRS,
    WORLD,
    Features,
)
from pygen.engine.definition.pace import Work, steps_of
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.tables import NO_FIGURES, Figures, Structs, Table
from pygen.engine.definition.tiles import COMMON_TILES, TileDefault, tile_defaults
from pygen.engine.dungeon.generation import Generation

OWN_CONNECTIONS = "connections"
"""The joining of rooms, as an entry of `without`: a kind may leave it out like some phases."""

TABLES_OF_ROOMS = ("rooms", "chambers")
"""The tables that say where rooms are: their records have x, y, w and h."""

TABLES_OF_PLACES = (*TABLES_OF_ROOMS, "features")
"""The tables to whose rows the table `places` adds what passes make of them: the same fields."""


@dataclass(frozen=True)
class Phase(Generic[Parameters]):
    """A part of a generator: its name in reports, and the function that does it.

    `run` is either a generator function that yields as `pygen.engine.definition.pace` describes, or
    a function that does all of its work in one step. Its twin in C has the same name. In C a
    function with several steps does one step in each call, and the last call ends with
    `stage = PHASE_DONE`.
    `left_out_as` is the entry of `without` that leaves the phase out: by default its name.
    """

    name: str
    run: Callable[[Generation[Parameters]], Work | None]
    left_out_as: str = field(default="", kw_only=True)

    @property
    def has_steps(self) -> bool:
        """Whether `run` does its work in several steps."""
        return inspect.isgeneratorfunction(self.run)

    @property
    def function(self) -> str:
        """The name of the function, in both languages."""
        return self.run.__name__

    def finish(self, generation: Generation[Parameters]) -> None:
        """Do all of the work."""
        work = self.begin(generation)
        if work is not None:
            deque(work, maxlen=0)

    def steps(self, generation: Generation[Parameters]) -> Iterator[tuple[str, bool]]:
        """Do the work: yields after every step what the step did, and whether it was the last."""
        work = self.begin(generation)
        if work is not None:
            for done in steps_of(work):
                yield done, False
        yield self.name, True

    def begin(self, generation: Generation[Parameters]) -> Work | None:
        """Begin the work: returns what is left of it, or None if it is done."""
        return self.run(generation)


def no_notes(_: Generation[Any]) -> list[str]:
    """The notes of a kind that has none."""
    return []


def all_figures(g: Generation[Any]) -> dict[str, int]:
    """The columns of a kind with few figures: all of them."""
    return g.figure_values()


def no_lines(_: Generation[Any]) -> list[tuple[str, str]]:
    """The lines of a kind whose figures speak for themselves."""
    return []


def no_tiles(_: Any) -> Collection[str]:
    """The unused tiles of a kind whose dungeons all have the same tiles."""
    return ()


def connected(_: Any) -> Features:
    """The features of a kind whose dungeons are always connected."""
    return frozenset({CONNECTED})


def connected_and_recorded(dungeon: KindParameters) -> Features:
    """The features of a connected kind that records its rooms in a table. Without connections the
    rooms stand apart."""
    joined = ROOMS_APART if OWN_CONNECTIONS in dungeon.without else CONNECTED
    return frozenset({joined, RECORDED_ROOMS})


def corridors_recorded(dungeon: KindParameters) -> Features:
    """The features of a connected kind that has the table `rooms`, and in it all its corridors."""
    found = connected_and_recorded(dungeon)
    return found | {RECORDED_CORRIDORS} if CONNECTED in found else found


@dataclass(frozen=True)
class Kind(Generic[Parameters]):
    """A kind of dungeon, as `pygen/kinds/<name>/__init__.py` describes it.

    `parameters` is the class of the kind's section in the YAML. `phases` are the phases of its
    generator, in order. `notes` takes a finished dungeon and returns a sentence for each wish of
    its parameters that was not met; `invoke show` prints them. `lines` describes the figures of a
    dungeon in words, a title and a text each, also for `invoke show`. `columns` are the numbers by
    which `invoke show` compares dungeons of many seeds, by short titles.

    `ground` names the tiles besides floor that are as good as floor if they can be walked on:
    things may be put there.

    `tables` are the tables that the kind writes, `structs` the structs of their records, `figures`
    its own figures in the summary. `tiles` are the tiles that it uses besides COMMON_TILES: names
    of standard tiles, and tiles of its own. `filled` names the tiles with which its C calls
    `fill_rectangle`. `kernels` are the paths of the shared kernels of c64src/core that its C calls
    besides those of every dungeon, such as `core/plane/change_bytes`. `gives` takes the parameters
    and returns the features (`pygen.engine.definition.features`) of the dungeon; passes may need
    them.

    A kind that does not place its stairs itself (`places_stairs`) leaves them to a separate phase,
    after its own phases and the passes of the dungeon. `optional` are the names of phases that a
    dungeon can go `without`: the phase of the stairs is called `stairs`, and a kind that can leave
    its rooms apart has OWN_CONNECTIONS. A dungeon whose rooms are apart must go without the phases
    in `needs_joined_rooms`; a dungeon without stairs of its own, without those in `needs_stairs`.
    `inseparable` gives the reason for each part that the kind cannot go without.
    `phases_of_worlds` are further phases of a world, after its passes and before the gates open at
    its edges.

    `unused_tiles` takes the parameters and names those of `tiles` that the dungeon does not have on
    any floor.

    `rules` is the version of its rules, as for a pass.
    """

    name: str
    parameters: type[Parameters]
    phases: tuple[Phase[Parameters], ...]
    notes: Callable[[Generation[Parameters]], list[str]] = no_notes
    lines: Callable[[Generation[Parameters]], list[tuple[str, str]]] = no_lines
    columns: Callable[[Generation[Parameters]], dict[str, int]] = all_figures
    tables: tuple[Table, ...] = ()
    structs: tuple[Structs, ...] = ()
    figures: Figures = NO_FIGURES
    tiles: tuple[str | TileDefault, ...] = ()
    ground: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    kernels: tuple[str, ...] = ()
    places_stairs: bool = True
    optional: tuple[str, ...] = ()
    needs_joined_rooms: tuple[str, ...] = ("stairs",)
    needs_stairs: tuple[str, ...] = ()
    inseparable: Mapping[str, str] = field(default_factory=dict)
    phases_of_worlds: tuple[Phase[Parameters], ...] = ()
    gives: Callable[[Parameters], Features] = connected
    unused_tiles: Callable[[Parameters], Collection[str]] = no_tiles
    rules: int = 1

    @cached_property
    def usual_tables(self) -> tuple[Table, ...]:
        """The tables that each of its dungeons has, whatever its parameters."""
        return tuple(table for table in self.tables if not table.is_optional)

    @cached_property
    def tile_defaults(self) -> dict[str, TileDefault]:
        """The tiles that its dungeons may have, with their defaults, by name."""
        return tile_defaults((*COMMON_TILES, *self.tiles))

    def features(self, dungeon: Parameters) -> Features:
        """The features of a dungeon's map before its passes."""
        features = set(self.gives(dungeon))
        if self.has_own_stairs(dungeon):
            features.add(STAIRS)
        if dungeon.world:
            features.add(WORLD)
        places = self.table_of_places(dungeon)
        if places:
            features |= {PLACES, ROOMS} if places.name in TABLES_OF_ROOMS else {PLACES}
        return frozenset(features)

    def table_of_places(self, dungeon: Parameters) -> Table | None:
        """The table that says where rooms or features are; None without one or without its rows."""
        tables = (table for table in self.tables if table.name in TABLES_OF_PLACES)
        return next((table for table in tables if table.most_rows(dungeon)), None)

    def phases_of(self, dungeon: Parameters) -> tuple[Phase[Parameters], ...]:
        """The kind's phases, except those that the dungeon goes without."""
        absent = dungeon.without
        return tuple(
            phase for phase in self.phases if (phase.left_out_as or phase.name) not in absent
        )

    def has_own_stairs(self, dungeon: Parameters) -> bool:
        """Whether its phases place the stairs of a dungeon."""
        return self.places_stairs and "stairs" not in dungeon.without


AnyKind = Kind[Any]
"""A kind, whatever its parameters."""
