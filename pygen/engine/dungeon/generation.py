"""The state of a dungeon that is being generated, and its result: the same for all kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from pygen.engine.constants import (
    MOST_MADE,
    STATUS_NO_DOWN_STAIRS,
    STATUS_NO_UP_STAIRS,
    STATUS_NOT_ALL_PLACED,
    STATUS_NOT_AS_REQUIRED,
    STATUS_STAIRS_TOO_NEAR,
)
from pygen.engine.definition.blueprint import Blueprint, Parameters
from pygen.engine.definition.conditions import Condition
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.looks import LookMap
from pygen.engine.definition.places import PLACES, Place
from pygen.engine.definition.sides import Tile
from pygen.engine.definition.tables import Rows
from pygen.engine.dungeon.rooms import Room
from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.dungeon.watching import Attempt, Watch
from pygen.engine.random.random16 import Random16
from pygen.engine.random.streams import begin_stream, seeds_of_tries, stream_of_salt
from pygen.engine.random.worlds import Chunk, begin_chunk

STATUS_WORDS = {
    STATUS_NO_UP_STAIRS: "no room for the up stairs",
    STATUS_NO_DOWN_STAIRS: "no room for the down stairs",
    STATUS_STAIRS_TOO_NEAR: "the stairs are nearer than wanted",
    STATUS_NOT_ALL_PLACED: "no place for some entities of passes",
    STATUS_NOT_AS_REQUIRED: "not as required, even in the last try",
}


@dataclass(frozen=True)
class Mark:
    """A dungeon between two passes: the codes of its tiles, how many entities there are, how many
    things have found no place so far, and how many were made of each number."""

    tiles: bytes
    entities: int
    left_out: int
    made: tuple[int, ...]


@dataclass(frozen=True)
class Missed:
    """A condition that a try has not met: the number of the try (from 1), and the values of the
    condition's numbers."""

    attempt: int
    condition: Condition
    values: dict[str, int | None]


class Generation(Generic[Parameters]):
    """A dungeon that is being generated: its map, tables, random numbers and figures.

    `looks` are the looks of its tiles. They are in memory only if passes of the dungeon give looks,
    as `has_looks` says.

    `tables` has the rows of the kind's tables by name. `figures` has the kind's own figures, except
    the counts of rows, which follow from the tables. `first_state` is the state with which its
    random numbers began; the streams of passes are mixed from it.

    `tries` is the number of the try, from 1, and `try_seed` its seed, which is the floor's own in
    the first one; `missed` are the requirements that were not met so far. `is_clear` says whether
    memory holds nothing but this try.

    In a world it is the chunk at `chunk`: `world` is the state with which the random numbers of its
    floor began, and `gates` are the tiles of each side that are gates, once they are found.
    `edge_tiles` are the tiles at the edges before the kind closed them, by their places.
    """

    def __init__(self, blueprint: Blueprint[Parameters], seed: int, chunk: Chunk = (0, 0)) -> None:
        """Start with an empty map, and with random numbers from the floor's own `seed` (0..65535),
        or for a chunk of that floor."""
        self.blueprint = blueprint
        self.name = blueprint.name
        self.seed = seed
        self.parameters = blueprint.parameters
        self.codes = blueprint.codes
        self.walkable = blueprint.walkable
        self.ground = blueprint.ground
        self.doors = {self.codes[name] for name in ("door", "secret_path") if name in self.codes}
        """The codes of doors, secret ones included."""
        self.random = Random16(blueprint.random, seed)
        self._begin_salted()
        self.chunk = chunk
        self.world = 0
        if blueprint.dungeon.world:
            self.world = begin_chunk(blueprint.random, self.random, chunk)
        self.gates: list[list[int]] = [[], [], [], []]
        self.edge_tiles: dict[tuple[int, int], int] = {}
        self.tries = 1
        self.try_seed = seed
        self.missed: list[Missed] = []
        self.seeds_of_tries = seeds_of_tries(blueprint.random, self.random.state)
        self.watch: Watch | None = None
        """The notes for people who watch, if any; see `pygen.engine.dungeon.watching`."""
        self._empty()

    def _begin_salted(self) -> None:
        """Seed the random numbers of a dungeon with a salt anew, for its salt."""
        blueprint = self.blueprint
        if salt := blueprint.dungeon.salt:
            begin_stream(blueprint.random, self.random, self.random.state, stream_of_salt(salt))

    def _empty(self) -> None:
        """Begin with an empty map, empty tables, and the random numbers as they are."""
        blueprint, size = self.blueprint, self.parameters.map
        self.tiles = TileMap(size.width, size.height, size.bits_per_tile)
        self.looks = LookMap(size)
        self.first_state = self.random.state
        self.is_clear = False
        self.tables = {
            table.name: Rows[Any](blueprint.name, table, table.most_rows(blueprint.dungeon))
            for table in blueprint.tables
        }
        self.rooms: list[Room] = self.tables.get("rooms", [])
        """The rows of the table `rooms`; empty if the kind has none."""
        self.places: list[Place] = self.tables.get(PLACES, [])
        """The rows of the table `places`; empty if the dungeon has none."""
        self.figures = {name: 0 for figures in blueprint.figures for name in figures.fields}
        if blueprint.dungeon.requires:
            self.figures[self.tries_figure] = self.tries
        self.status = 0
        self.left_out = 0
        """The number of things of passes that found no place."""
        self.zones: dict[str, list[int]] = {}
        """The tiles of each zone by its name, as rows of bits, once they are found; see
        `pygen.engine.plane.zones`."""
        self.capped: dict[str, tuple[int, int]] = {}
        """How many things a pass wanted to place, and its limit, which is less: by the pass's id.
        The C does not count them."""
        self.made = [0] * MOST_MADE
        """How many things of each number passes have made. Only the host's C counts them."""
        self.notes: list[str] = []
        """What passes say about things that found no place, for people who watch."""
        self.marks: dict[str, tuple[Mark, Mark]] = {}
        """The dungeon before each pass that is done, and after it, by the pass's id."""
        self.up: tuple[int, int] = (0, 0)
        self.down: tuple[int, int] = (0, 0)
        self.camera: tuple[int, int] = (0, 0)
        self.counted: dict[str, int] = {}
        """The figures of passes that requirements name, as far as they are counted."""
        self.draft: Callable[[], bytes] | None = None
        """The tile codes to show for the phase's unfinished work, until it is on the map."""

    def begin_next_try(self) -> None:
        """Begin again from the next seed, with nothing of this try."""
        self.tries += 1
        self.try_seed = self.seeds_of_tries.draw()
        self.random.seed(self.blueprint.random, self.try_seed)
        self._begin_salted()
        self.random.draws = 0
        self._empty()

    def tried(self, what: str, x: int, y: int, w: int = 1, h: int = 1, fits: bool = True) -> None:
        """Tell people who watch that something was tried at w x h tiles from (x, y) on. `what`
        names it in a word or two, `fits` says whether it fits. The call changes nothing in the
        dungeon, and has no twin in C."""
        if self.watch is not None:
            self.watch.attempts.append(Attempt(what, x, y, w, h, fits))

    def random_tile(self) -> Tile:
        """A random tile that is not at the edge of the map; two draws, first its column."""
        x = 1 + self.random.below(self.tiles.width - 2)
        return x, 1 + self.random.below(self.tiles.height - 2)

    def leave_out(self, bit: int) -> None:
        """Leave out a thing of a pass that has found no place, and set this bit of the status."""
        self.status |= bit
        self.left_out += 1

    def mark(self) -> Mark:
        """The dungeon as it is now."""
        rows = len(self.tables.get(ENTITIES, []))
        return Mark(bytes(self.tiles.tiles), rows, self.left_out, tuple(self.made))

    # ------------------------------------------------------------------ contents of memory

    @property
    def has_looks(self) -> bool:
        """Whether the dungeon has the region `looks`, even if only other floors need it."""
        return bool(self.blueprint.dungeon.looks)

    def packed(self) -> bytes:
        """The packed map."""
        return self.tiles.pack()

    def table_values(self, name: str) -> list[dict[str, Any]]:
        """The records of a table by the field names of the spec, one for each row in use."""
        rows = self.tables[name]
        layout = self.blueprint.layouts[rows.table.struct]
        return [rows.table.values(layout.unused_values(), row) for row in rows]

    def table_bytes(self, name: str) -> bytes:
        """A table as it is in memory, unused records included."""
        rows = self.tables[name]
        rows.require_capacity()
        layout = self.blueprint.layouts[rows.table.struct]
        records = [layout.pack(values) for values in self.table_values(name)]
        return b"".join(records) + layout.unused * (rows.capacity - len(records))

    def head_values(self) -> dict[str, int]:
        """The summary's common head by the field names of the spec."""
        return {
            "status": self.status,
            "up_x": self.up[0],
            "up_y": self.up[1],
            "down_x": self.down[0],
            "down_y": self.down[1],
            "camera_x": self.camera[0],
            "camera_y": self.camera[1],
            "draws": self.random.draws,
            "random_state": self.random.state,
        }

    @property
    def tries_figure(self) -> str:
        """The name of the figure that says how many tries were made, if anything is required."""
        (name,) = self.blueprint.figures[-1].fields
        return name

    def figure_values(self) -> dict[str, int]:
        """The figures of the kind and of tables of passes by the field names of the spec."""
        counts = {name: len(rows) for name, rows in self.tables.items() if name in self.figures}
        return {**self.figures, **counts}

    def summary_values(self) -> dict[str, int]:
        """Everything in the summary by the field names of the spec: the head, then the figures."""
        return {**self.head_values(), **self.figure_values()}

    def summary_bytes(self) -> bytes:
        """The summary as it is in memory."""
        layouts, values = self.blueprint.layouts, self.figure_values()
        data = layouts["summary"].pack(self.head_values())
        for figures in self.blueprint.figures:
            own = {name: values[name] for name in figures.fields}
            data += layouts[figures.struct].pack(own)
        return data

    def tile_counts(self) -> dict[str, int]:
        """The number of tiles of each name on the map, in the order of the spec."""
        return {name: self.tiles.tiles.count(code) for name, code in self.codes.items()}

    def statistics_bytes(self) -> bytes:
        """The tile counts as they are in memory: a word each, low byte first."""
        return b"".join(count.to_bytes(2, "little") for count in self.tile_counts().values())

    def region_bytes(self) -> dict[str, bytes]:
        """The bytes of every compared memory region that this kind of dungeon has."""
        regions, wanted = self.growing_bytes(), self.blueprint.regions
        if "statistics" in wanted:
            regions["statistics"] = self.statistics_bytes()
        return {name: regions[name] for name in wanted if name in regions}

    def growing_bytes(self) -> dict[str, bytes]:
        """The bytes of every memory region that can be compared after each phase."""
        looks = {"looks": self.looks.pack()} if self.has_looks else {}
        tables = {name: self.table_bytes(name) for name in self.tables}
        return {"map": self.packed(), **looks, **tables, "summary": self.summary_bytes()}

    # ------------------------------------------------------------------ what every kind needs

    def place_camera(self) -> None:
        """Centre the view on the up stairs, as far as the map's edges allow."""
        size = self.parameters.map
        columns, rows = self.blueprint.view
        self.camera = (
            max(0, min(self.up[0] - columns // 2, size.width - columns)),
            max(0, min(self.up[1] - rows // 2, size.height - rows)),
        )
