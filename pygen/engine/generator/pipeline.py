"""All phases of a dungeon, in order: the phases of its kind, its passes, and the phases that every
dungeon needs.

Each phase is a sequence of steps. Between two steps the dungeon's whole state is in work memory, so
that a game can do one step after the other whenever it has time, and a test can compare the
dungeon after each of them. The driver in C is emitted from the same list.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pygen.engine.definition.blueprint import Blueprint
from pygen.engine.definition.features import STAIRS as STAIRS_FEATURE
from pygen.engine.definition.looks import looks_bytes
from pygen.engine.definition.pace import Work, schedule
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.passes import AnyPass
from pygen.engine.definition.places import PLACES as PLACES_TABLE
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import add_places
from pygen.engine.generator.edges import open_edges
from pygen.engine.generator.kind import Kind, Phase
from pygen.engine.generator.requirements import with_tests
from pygen.engine.generator.stairs import place_far_stairs
from pygen.engine.plane.zones import find_zones
from pygen.engine.random.streams import begin_stream, stream_number

PACE = schedule("core")


def clearing_parts(blueprint: Blueprint[Any]) -> list[tuple[str, int]]:
    """The parts of memory to clear, in order: each table by its name, the looks, and the map; each
    with the number of its steps."""
    parts = []
    most = PACE["cleared_at_once"]
    for table in blueprint.tables:
        size = blueprint.layouts[table.struct].size
        # The loop over the bytes of a record is divided: each of its turns clears a byte of every
        # record.
        rows = table.most_rows(blueprint.dungeon)
        turns = max(1, most // (rows if rows <= PACE["many_rows"] else 2 * rows))
        parts.append((table.name, -(-size // turns)))
    if blueprint.dungeon.looks:
        parts.append(("looks", -(-looks_bytes(blueprint.parameters.map) // most)))
    return [*parts, ("map", -(-blueprint.parameters.map.packed_bytes // most))]


def clear(g: Generation[Any]) -> Work:
    """Empty tables, looks and map: nothing to do in Python, where a new dungeon is empty."""
    names = [name for name, count in clearing_parts(g.blueprint) for _ in range(count)]
    yield from names[:-1]
    g.is_clear = True


@dataclass(frozen=True)
class StreamPhase(Phase[Any]):
    """A phase with random numbers of its own: the stream of this number."""

    stream: int

    def begin(self, generation: Generation[Any]) -> Work | None:
        self.seed(generation)
        return self.run(generation)

    def seed(self, generation: Generation[Any]) -> None:
        """Begin the stream."""
        random = generation.blueprint.random
        begin_stream(random, generation.random, generation.first_state, self.stream)


@dataclass(frozen=True)
class PassPhase(StreamPhase):
    """The phase of a pass. `number` counts the passes of the dungeon from 0."""

    number: int

    def begin(self, generation: Generation[Any]) -> Work:
        """Do the work of the pass, and note what has changed."""
        run: Callable[..., Work | None] = self.run
        before = generation.mark()
        self.seed(generation)
        yield from run(generation, generation.parameters.passes[self.number]) or ()
        generation.marks[self.name] = before, generation.mark()


CLEAR: Phase[Any] = Phase("clear", clear)
STAIRS: Phase[Any] = StreamPhase("stairs", place_far_stairs, stream_number("stairs"))
ZONES: Phase[Any] = Phase("zones", find_zones)
PLACES: Phase[Any] = Phase(PLACES_TABLE, add_places)
EDGES: Phase[Any] = Phase("edges", open_edges)
CAMERA: Phase[Any] = Phase("camera", Generation.place_camera)


def pipeline(
    kind: Kind[Any], dungeon: KindParameters, passes: Mapping[str, AnyPass]
) -> tuple[Phase[Any], ...]:
    """The phases of a dungeon, in order: the phases of its kind, its passes, the phases that every
    dungeon has, and those that test what it requires. `passes` are all existing passes by name."""
    phases = phases_without_tests(kind, dungeon, passes)
    return tuple(with_tests(phases, kind, dungeon, passes)) if dungeon.requires else phases


def phases_without_tests(
    kind: Kind[Any], dungeon: KindParameters, passes: Mapping[str, AnyPass]
) -> tuple[Phase[Any], ...]:
    """The phases of a dungeon as of `pipeline`, but none that test. The tiles of a world get their
    looks when its edges are open."""
    own = [
        PassPhase(use.id, passes[use.name].run, stream_number(use.id), number)
        for number, use in enumerate(dungeon.passes)
    ]
    last: list[Phase[Any]] = [] if has_stairs(kind, dungeon, passes) else [STAIRS]
    if dungeon.world:
        looks = [phase for phase in own if dungeon.passes[phase.number].given_looks]
        own = [phase for phase in own if phase not in looks]
        last = [*kind.phases_of_worlds, EDGES, *looks]
    return (CLEAR, *kind.phases_of(dungeon), *_with_tables(own, dungeon, passes), *last, CAMERA)


def _with_tables(
    own: Sequence[PassPhase], dungeon: KindParameters, passes: Mapping[str, AnyPass]
) -> Iterator[Phase[Any]]:
    """The phases of passes; before the first that looks at zones on any floor, the zones are found,
    and again if passes have changed tiles since then or have said where the player starts. Before
    the first that uses places on any floor, the table of places is begun."""
    known = has_places = False
    for phase in own:
        uses = [
            row.passes[phase.number] for row in dungeon.every_row() if row.passes[phase.number :]
        ]
        if not known and any(use.looks_at_zones for use in uses):
            known = True
            yield ZONES
        if not has_places and any(use.uses_places for use in uses):
            has_places = True
            yield PLACES
        yield phase
        done = passes[dungeon.passes[phase.number].name]
        known &= not (done.changes_tiles or done.shortens_ways or done.sets_start)


def has_stairs(kind: Kind[Any], dungeon: KindParameters, passes: Mapping[str, AnyPass]) -> bool:
    """Whether the kind of a dungeon or one of its passes places the stairs."""
    given = (passes[use.name].gives(use) for use in dungeon.passes)
    return kind.has_own_stairs(dungeon) or any(STAIRS_FEATURE in features for features in given)


def shared_phases(kind: Kind[Any]) -> tuple[Phase[Any], ...]:
    """All phases of a kind, with those that every dungeon has."""
    stairs = () if kind.places_stairs else (STAIRS,)
    return (CLEAR, *kind.phases, *stairs, *kind.phases_of_worlds, CAMERA)
