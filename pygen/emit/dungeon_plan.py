"""The plan of one dungeon, for the templates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.emit.comments import comments_of_dungeon
from pygen.emit.facts import call_facts, comments_of_parts, facts_of_parts
from pygen.emit.floor_rows import FloorRows, Words, floor_rows
from pygen.emit.kernels import kernels_called
from pygen.emit.opened import OpenPlan, opened_dungeon
from pygen.emit.packing import GROUPS, column_tables, row_starts
from pygen.emit.plan import Plan, plan_of
from pygen.emit.planes import plane_comments, plane_tables, read_masks
from pygen.emit.requirements import RequirePlan, TestPlan, require_plan
from pygen.emit.table_plan import Clearing, TablePlan, clearing, table_plan
from pygen.emit.work_memory import WorkVariable, work_variables
from pygen.engine.definition.looks import look_bits, look_row_bytes
from pygen.engine.generator.kind import Phase
from pygen.engine.generator.pipeline import CAMERA, PLACES, STAIRS, ZONES, PassPhase, StreamPhase
from pygen.engine.plane.automaton import rule_sums
from pygen.engine.plane.plane import row_bytes
from pygen.engine.random.streams import stream_of_salt
from pygen.kinds import phases_of
from pygen.passes import PASSES
from pygen.spec import Spec
from pygen.spec.chosen_calls import calls_of
from pygen.spec.game_calls import ROOM_TABLES, GameCall, families_of
from pygen.spec.preferences import preferences

MOST_GROUPS_AT_ONCE = 16
"""The most groups of tiles that are unpacked at once for counting."""

# Only dungeons with solid tiles besides walls have the first kernel, and only those with any tiles
# besides empty, wall, floor and stairs have the second.
SOLID_OTHERS_KERNEL = "core/plane/read_solid_others"
OTHERS_KERNEL = "core/plane/read_other_tiles"
# Where no tiles look like walls, the second kernel replaces the first.
SEEN_KERNEL, SOLID_KERNEL = "core/plane/read_seen", "core/plane/read_solid"
WRITING_KERNEL = "core/plane/write_tiles"
ZONES_HEADER = "core/plane/zones.h"
ZONES_KERNELS = ("core/plane/find_reached", "core/plane/combine_zones")
AUTOMATON_KERNEL = "core/plane/change_bytes"

MAJORITY_RULE = list(rule_sums("B5678/S45678"))
"""The rule by which a tile becomes what most of its square are."""


@dataclass(frozen=True)
class PhasePlan:
    """A phase for the driver: its name, its function call in C, whether it has several steps, the
    key of its stream of random numbers and the number of its pass, if it has these. `test` is for a
    phase that tests; `is_counted` says whether the next phase counts the entities of this one,
    `notes_made` whether it counts what this one makes."""

    name: str
    call: str
    has_steps: bool
    stream: int | None
    number: int | None
    test: TestPlan | None = None
    is_counted: bool = False
    notes_made: bool = False


@dataclass(frozen=True)
class DungeonPlan(Plan):
    """A dungeon, in the form from which its C is made.

    `floors` are its parameters on all floors, `comments` what its constants mean. `parts` are the
    folders of its kind and passes, `headers` those that only some of their uses need, `facts` the
    constants that these share with Python, `work_variables` their variables in work memory.
    `read_masks` are the masks from `pygen.emit.planes.read_masks`. `shown_width` and `shown_height`
    are the sides of the part of the map that a program has at once. `prefers` is what its code
    prefers, `speed` or `size`, by compiler. `calls` are its game calls, `left_out` the
    names of other calls that its module lacks, `opened` its open parameters.
    """

    floors: FloorRows
    comments: Mapping[str, str]
    parts: list[str]
    headers: list[str]
    facts: Mapping[str, int]
    work_variables: Sequence[WorkVariable]
    shared_kernels: Sequence[str]
    tables: Sequence[TablePlan]
    clearing: Clearing
    read_masks: Mapping[str, int]
    figure_offsets: Mapping[str, int]
    pass_figures: Sequence[tuple[str, int]]
    require: RequirePlan | None
    prefers: Mapping[str, str]
    shown_width: int
    shown_height: int
    calls: Sequence[GameCall]
    left_out: Sequence[str]
    opened: OpenPlan

    @property
    def call_parts(self) -> list[str]:
        """The folders of its game calls."""
        return call_parts(self.calls)

    @property
    def called_rooms(self) -> TablePlan | None:
        """The table whose records are rooms for its game calls, if it has one."""
        return next((table for table in self.tables if table.name in ROOM_TABLES), None)

    @property
    def call_facts(self) -> Mapping[str, int]:
        """The constants that the C of its game calls shares with Python. Raises UserError if one
        has the name of another constant."""
        taken = {*self.facts, *self.floors.constants}
        return call_facts(self.call_parts, taken) if self.calls else {}

    @property
    def group(self) -> int:
        """The number of tiles in a group, which fills whole bytes."""
        return GROUPS[self.map.bits_per_tile][0]

    @property
    def period(self) -> int:
        """The number of bytes that a group of tiles fills."""
        return GROUPS[self.map.bits_per_tile][1]

    @property
    def groups_at_once(self) -> int:
        """The number of groups of tiles that are unpacked at once for counting: a divisor of the
        number of groups of the map."""
        number = self.map.width * self.map.height // self.group
        return max(n for n in range(1, MOST_GROUPS_AT_ONCE + 1) if number % n == 0)

    @cached_property
    def row_offsets(self) -> list[int]:
        """The byte offset of the group in which each row starts, as in `row_starts`."""
        return row_starts(self.map)[0]

    @cached_property
    def row_skews(self) -> list[int]:
        """The skew of each row, as in `row_starts`."""
        return row_starts(self.map)[1]

    @property
    def columns(self) -> dict[str, list[int]]:
        """The tables of the map's columns."""
        return column_tables(self.map)

    @property
    def plane_rows(self) -> list[int]:
        """The offset of each row in a plane of one bit per tile."""
        return [row_bytes(self.map.width) * y for y in range(self.map.height)]

    def plane_bytes(self, rows: int) -> list[int]:
        """For each column, the byte of its tile in a plane, counted from `rows` rows above on."""
        return [rows * row_bytes(self.map.width) + x // 8 for x in range(self.map.width)]

    @property
    def plane_bits(self) -> list[int]:
        """For each column, the bit of its tile in its byte of a plane."""
        return [1 << x % 8 for x in range(self.map.width)]

    @property
    def look_bits(self) -> int:
        """The number of bits of a look."""
        return look_bits(self.map)

    @property
    def look_rows(self) -> list[int]:
        """The offset of the looks of each row."""
        return [look_row_bytes(self.map) * y for y in range(self.map.height)]

    @cached_property
    def filled_rows(self) -> dict[str, list[int]]:
        """For each tile that fills rectangles, the bytes of a row of that tile, starting with a
        whole byte."""
        bits, length = self.map.bits_per_tile, self.map.width + max(self.row_skews)
        repeated = sum(1 << bits * n for n in range(length))
        return {
            tile: list(
                (self.blueprint.codes[tile] * repeated).to_bytes((length * bits + 7) // 8, "little")
            )
            for tile in self.kind.filled
        }

    @property
    def seen_closed(self) -> list[int]:
        """The codes of the tiles that look closed."""
        return [*self.closed, *self.secrets]

    @property
    def capacities(self) -> dict[str, int]:
        """The most rows of each table."""
        return {table.name: table.capacity for table in self.tables}

    @property
    def without(self) -> dict[str, bool]:
        """For each optional phase of the kind, whether the dungeon leaves it out."""
        return {phase: phase in self.parameters.without for phase in self.kind.optional}

    @property
    def phases(self) -> list[PhasePlan]:
        """The dungeon's phases."""
        phases = [_phase(phase) for phase in phases_of(self.parameters)]
        for at, test in self.require.tests.items() if self.require else ():
            call = f"test_{at}()"
            phases[at] = replace(phases[at], call=call, has_steps=True, test=test)
            before = replace(phases[at - 1], is_counted=test.counts, notes_made=test.counts_made)
            phases[at - 1] = before
        return phases

    @property
    def places_stairs(self) -> bool:
        """Whether the engine places the dungeon's stairs."""
        return STAIRS in phases_of(self.parameters)

    @property
    def finds_zones(self) -> bool:
        """Whether the zones of its level are found."""
        return ZONES in phases_of(self.parameters)

    @property
    def has_places(self) -> bool:
        """Whether it has the table of places."""
        return PLACES in phases_of(self.parameters)

    @property
    def rewrites_planes(self) -> bool:
        """Whether a pass that writes the map from a plane comes right after another such pass."""
        writes = [WRITING_KERNEL in PASSES[use.name].kernels for use in self.parameters.passes]
        return any(both == (True, True) for both in pairwise(writes))

    @property
    def follows_majority(self) -> bool:
        """Whether the rule of all its automata is that of the majority. A kind or a pass that lists
        the kernel of automata has its rule in the constants RULE_BORN and RULE_KEPT."""
        parts = [("", self.kind.kernels)]
        for use in self.parameters.passes:
            parts.append((f"{use.name.upper()}_", PASSES[use.name].kernels))
        found = self.floors.constants
        return all(
            [found.get(f"{prefix}RULE_{part}") for part in ("BORN", "KEPT")] == MAJORITY_RULE
            for prefix, kernels in parts
            if AUTOMATON_KERNEL in kernels
        )

    @property
    def longest_room(self) -> int:
        """The longest side that a room of the kind's table of rooms may have on any floor; 0 if it
        is not known."""
        rows = [row.parameters for row in self.parameters.floor_rows]
        return max(
            row.record_needs().longest_side if hasattr(row, "record_needs") else 0 for row in rows
        )

    @property
    def phases_have_streams(self) -> bool:
        """Whether any phase has a stream of random numbers of its own."""
        return any(phase.stream is not None for phase in self.phases)

    @property
    def has_streams(self) -> bool:
        """Whether there is any stream: of a phase, of further tries, or of a salt."""
        return self.require is not None or self.phases_have_streams or bool(self.parameters.salt)

    @property
    def salt_stream(self) -> int:
        """The number of the stream with which the random numbers begin; only with a salt."""
        return stream_of_salt(self.parameters.salt)

    @property
    def in_memory(self) -> list[str]:
        """The names of everything in memory that the kernels of its parts may read."""
        variables = (variable.name for variable in self.work_variables)
        rows = (f"{tile}_row" for tile in self.filled_rows)
        map_tables = ["row_start"] if self.map.rows_are_aligned else ["row_start", "row_skew"]
        of_calls = ["tile_properties"] if self.calls else []
        return [*self.floors.in_memory, *variables, *map_tables, *rows, *of_calls]


def dungeon_plan(
    spec: Spec, name: str, words: Words, source_folder: Path, shown: tuple[int, int] | None = None
) -> DungeonPlan:
    """The plan of a dungeon whose C contains `words`. `shown` are the sides of the part of its map
    that a program has at once, if that is not the whole map.

    Raises UserError if a part has no C, and as `floor_rows`, `facts_of_parts` and `work_variables`
    do.
    """
    with_open = opened_dungeon(spec, name)
    spec = with_open.spec
    plan = plan_of(spec, name)
    blueprint, size = plan.blueprint, plan.map
    opened = {spec.codes["floor"], *plan.others}
    uses = dict.fromkeys(use.name for use in blueprint.dungeon.passes)
    parts = [f"kinds/{plan.kind.name}", *(f"passes/{use}" for use in uses)]
    for part in parts:
        _require_c(part, source_folder)
    kernels = _shared_kernels(plan)
    headers = []
    if ZONES in phases_of(blueprint.dungeon):
        headers += [ZONES_HEADER]
        kernels += ZONES_KERNELS
    headers += dict.fromkeys(
        f"passes/{use.name}/{header}"
        for use in plan.parameters.every_use()
        for header in use.own_headers
    )
    calls = calls_of(spec, name)
    kernels += kernels_called([*parts, *call_parts(calls)], source_folder, headers)
    kernels = list(dict.fromkeys(kernels))
    wanted: dict[str, Collection[int]] = {
        SOLID_KERNEL: opened,
        OTHERS_KERNEL: plan.others,
        SEEN_KERNEL: opened.difference(plan.secrets),
    }
    masks = read_masks(
        size.bits_per_tile,
        {*plan.closed, *opened, *plan.secrets},
        {kernel: codes for kernel, codes in wanted.items() if kernel in kernels},
    )
    rows = floor_rows(blueprint.dungeon, words, with_open.rows)
    of_planes = plane_tables(kernels, size.bits_per_tile, spec.codes, masks.values())
    rows = replace(rows, constants=rows.constants | of_planes)
    prefers = preferences(spec, name)
    is_small = "size" in prefers.values()
    tables = [table_plan(spec, name, table, is_small) for table in blueprint.tables]
    struct = plan.kind.figures.struct
    members = spec.layouts[struct].members if struct else ()
    return DungeonPlan(
        **vars(plan),
        floors=rows,
        comments=comments_of_dungeon(name, blueprint.dungeon)
        | comments_of_parts(parts)
        | plane_comments(of_planes),
        parts=parts,
        headers=[header for header in headers if header != ZONES_HEADER],
        facts=facts_of_parts(parts, rows.constants),
        work_variables=work_variables([*parts, *call_parts(calls)], source_folder, kernels),
        shared_kernels=kernels,
        tables=tables,
        clearing=clearing(spec, blueprint, tables, is_small),
        read_masks=masks,
        figure_offsets={member.name: member.offset for member in members},
        pass_figures=_pass_figures(plan),
        require=require_plan(plan),
        prefers=prefers,
        shown_width=shown[0] if shown else size.width,
        shown_height=shown[1] if shown else size.height,
        calls=calls,
        left_out=spec.modules.without,
        opened=with_open.plan,
    )


def call_parts(calls: Sequence[GameCall]) -> list[str]:
    """The folders with the C of some game calls."""
    return [f"calls/{family}" for family in families_of(calls)]


def _pass_figures(plan: Plan) -> list[tuple[str, int]]:
    """The structs of the figures of passes, and the number of bytes of figures before each."""
    declared = {PASSES[use.name].summary.struct for use in plan.parameters.every_use()}
    (_, head), *figures = plan.summary
    return [(one.name, at - head.size) for at, one in figures if one.name in declared]


def _require_c(part: str, source_folder: Path) -> None:
    """Raise UserError unless a kind or a pass, given by its folder, has its C file."""
    sort, _, name = part.partition("/")
    file = source_folder / part / f"{name}.h"
    if not file.is_file():
        what = {"kinds": "kind", "passes": "pass"}[sort]
        raise UserError(
            f"{file}: the {what} `{name}` has no such file",
            f"docs/adding-a-{what}.md lists the files of a {what}.",
        )


def _shared_kernels(plan: Plan) -> list[str]:
    """The shared kernels that a dungeon's kind and passes call."""
    used = list(plan.kind.kernels)
    for use in plan.parameters.passes:
        used += PASSES[use.name].kernels
        if plan.kind.table_of_places(plan.parameters):
            used += PASSES[use.name].kernels_with_rooms
    for use in plan.parameters.every_use():
        used += use.shared_kernels
    if ZONES in phases_of(plan.parameters):
        used.append(SEEN_KERNEL)
    if not plan.solid_others:
        used = [kernel for kernel in used if kernel != SOLID_OTHERS_KERNEL]
    if not plan.secrets:
        used = [SOLID_KERNEL if kernel == SEEN_KERNEL else kernel for kernel in used]
    if plan.others_are_stairs or not (plan.others or plan.solid_others):
        used = [kernel for kernel in used if kernel != OTHERS_KERNEL]
    return list(dict.fromkeys(used))


def _phase(phase: Phase[Any]) -> PhasePlan:
    return PhasePlan(
        phase.name,
        # The C function has the same name as its Python twin.
        f"{phase.function}({'MAP_WIDTH, MAP_HEIGHT' if phase is CAMERA else ''})",
        phase.has_steps,
        phase.stream if isinstance(phase, StreamPhase) else None,
        phase.number if isinstance(phase, PassPhase) else None,
    )
