"""The parts that work on planes: on a 6502 and on this machine they do what the reference does.

The kernel change_bytes is run by the automaton, take_entries by floods; read_solid,
read_other_tiles and write_tiles where a map is read and written. read_seen is run by the tests of
the kernels of the pass tile_rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from helpers.calls import answers, for_every_compiler
from helpers.kinds import data_with, loaded

from pygen.emit.plan import plan_of
from pygen.engine.definition.pace import Work, steps_of
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.automaton import rule_sums, run_automaton
from pygen.engine.plane.plane import (
    OPEN,
    SOLID,
    Plane,
    open_others,
    plane_bytes,
    read_others,
    read_plane,
    write_plane,
)
from pygen.engine.plane.regions import keep_regions
from pygen.engine.plane.tunnels import join_regions
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.spec import Spec

UNIT = """
#include "dungeon_grotto.c"
uint16_t native_left_out;
void phase_done(uint8_t phase)
{
    (void)phase;
}
static uint8_t *plane = MEMORY;
"""

# Each case has its plane in memory, which is changed there. The answer is the number of steps.
CALL = """\
        uint16_t at;
        uint8_t steps;
        for (at = 0; at != PLANE_BYTES; ++at)
            plane_solid[at] = plane[at];
        begin_plane(%s);
        %s
        steps = 1;
        while (%s() == 0)
            ++steps;
        for (at = 0; at != PLANE_BYTES; ++at)
            plane[at] = plane_solid[at];
        plane += PLANE_BYTES;
        *answer = steps;"""


def spec_with(
    width: int,
    height: int,
    *changes: str,
    kind: str = "caves",
    codes: Mapping[str, int] = MappingProxyType({}),
    further: Sequence[Mapping[str, Any]] = (),
) -> Spec:
    """A spec of one dungeon whose map has this size, whose tiles may have other codes, and that may
    have further passes."""
    # The pass has the kernels that read and write the map.
    passes = [{"name": "smooth"}, {"name": "regions", "keep": "all"}, *further]
    grotto = {"kind": kind, "map": {"width": width, "height": height}, "passes": passes}
    data = data_with({"grotto": grotto})
    free = iter(set(range(16)) - set(codes.values()))
    for name in codes:
        data["tiles"].setdefault(name, {})
    for name, tile in data["tiles"].items() if codes else ():
        tile["code"] = 0 if name == "empty" else codes.get(name) or next(n for n in free if n)
    return loaded(
        data,
        [
            "program.dungeons=[grotto]", "memory.program={start: 0x2400, end: 0x6FFF}",
            "memory.map={start: 0xA800, end: 0xBFFF}",
            *(f"dungeons.grotto.{change}" for change in changes),
        ],
    )  # fmt: skip


def random_plane(spec: Spec, chance: random.Random, solid: float) -> Plane:
    """A plane of random tiles within a solid edge."""
    plane = Plane(begin(spec, Request("grotto", 1)))
    for y in range(1, plane.height - 1):
        tiles = sum((chance.random() < solid) << x for x in range(plane.width))
        plane.solid[y] = tiles | plane.ring
    return plane


def in_memory(plane: Plane) -> bytes:
    """A plane as the C has it: the bits behind a row's end are as the edge, solid."""
    return b"".join(row.to_bytes(plane.row_bytes, "little") for row in plane.solid)


def compare(
    spec: Spec,
    folder: Path,
    compiler: str,
    planes: list[Plane],
    calls: tuple[str, str, str],
    work: Callable[[Plane], Work],
    tables: str = "",
) -> list[int]:
    """Let the C and the reference change the planes; returns the numbers of steps."""
    memory = b"".join(map(in_memory, planes))
    steps, changed = answers(
        spec, folder, compiler, CALL % calls, [bytes(1)] * len(planes), memory, UNIT + tables,
        ["program_tables.c", "core/generation.c"], ["dungeon_grotto_cc65.s"],
    )  # fmt: skip
    expected = [1 + sum(1 for _ in steps_of(work(plane))) for plane in planes]
    size = plane_bytes(spec.dungeons["grotto"].map)
    for number, plane in enumerate(planes):
        assert changed[number * size :][:size] == in_memory(plane), f"plane {number}"
    assert list(steps) == [count & 0xFF for count in expected]
    return expected


SIZES = [(56, 32), (43, 20), (130, 12), (175, 9), (8, 8)]


@pytest.mark.sampled(2)
@for_every_compiler
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_largest_region_is_kept(tmp_path: Path, compiler: str, width: int, height: int) -> None:
    spec = spec_with(width, height)
    chance = random.Random(width)
    planes = [random_plane(spec, chance, 0.1 + 0.1 * n) for n in range(6)]
    expected = [max(regions_of(plane), key=len) for plane in planes]
    # Of several that are as large the first one is kept.
    twins = random_plane(spec, chance, 1)
    twins.solid[2] &= ~0b0110110
    compare(
        spec, tmp_path, compiler, [*planes, twins],
        ("PLANE_SOLID", "begin_to_keep(0);", "keep_regions"), lambda plane: keep_regions(plane, 0),
    )  # fmt: skip
    assert twins.solid[2] == twins.all & ~0b0110
    assert [regions_of(plane) for plane in planes] == [[region] for region in expected]


@for_every_compiler
def test_large_regions_that_are_not_the_largest_are_dropped_at_the_end(
    tmp_path: Path, compiler: str
) -> None:
    spec = spec_with(56, 32)
    plane = random_plane(spec, random.Random(1), 1)
    for y in range(1, 31):
        # Three halls of 10, 20 and 16 columns.
        plane.solid[y] &= ~(0x3FF << 1 | 0xFFFFF << 13 | 0xFFFF << 37)
    done = compare(
        spec, tmp_path, compiler, [plane], ("PLANE_SOLID", "begin_to_keep(0);", "keep_regions"),
        lambda plane: keep_regions(plane, 0),
    )  # fmt: skip
    assert plane.solid[1] == plane.all & ~(0xFFFFF << 13)
    assert done


@for_every_compiler
def test_a_step_of_a_flood_can_take_more_than_255_tiles(tmp_path: Path, compiler: str) -> None:
    spec = spec_with(130, 12)
    plane = random_plane(spec, random.Random(1), 1)
    wide, narrow = ((1 << 60) - 1) << 1, 0xFFFFF << 70
    for y in range(1, 11):
        plane.solid[y] &= ~(wide | narrow)
    compare(
        spec, tmp_path, compiler, [plane], ("PLANE_SOLID", "begin_to_keep(0);", "keep_regions"),
        lambda plane: keep_regions(plane, 0),
    )  # fmt: skip
    assert plane.solid[1] == plane.all & ~wide


def maze_plane(spec: Spec, chance: random.Random) -> Plane:
    """A plane with a single way between any two of its open tiles."""
    plane = random_plane(spec, chance, 1)
    columns, rows = (plane.width - 1) // 2, (plane.height - 1) // 2
    waiting, seen = [(0, 0)], {(0, 0)}
    while waiting:
        at = chance.randrange(max(0, len(waiting) - 3), len(waiting))
        x, y = waiting[at]
        plane.solid[2 * y + 1] &= ~(1 << 2 * x + 1)
        beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        free = [(a, b) for a, b in beside if 0 <= a < columns and 0 <= b < rows]
        free = [place for place in free if place not in seen]
        if not free:
            del waiting[at]
            continue
        a, b = chance.choice(free)
        plane.solid[y + b + 1] &= ~(1 << x + a + 1)
        seen.add((a, b))
        waiting.append((a, b))
    return plane


@for_every_compiler
@pytest.mark.parametrize("width", [56, 64])
def test_a_flood_takes_every_way_of_a_maze(tmp_path: Path, compiler: str, width: int) -> None:
    """The planes lie in two pages; ways run along the first row of the second, or through it."""
    spec = spec_with(width, 61)
    chance = random.Random(3)
    planes = [maze_plane(spec, chance) for _ in range(8)]
    solid = [list(plane.solid) for plane in planes]
    compare(
        spec, tmp_path, compiler, planes, ("PLANE_SOLID", "begin_to_keep(0);", "keep_regions"),
        lambda plane: keep_regions(plane, 0),
    )  # fmt: skip
    assert [plane.solid for plane in planes] == solid, "a part of the only region was dropped"


def deep_plane(spec: Spec) -> Plane:
    """A plane in which a flood always leaves something behind, row for row."""
    plane = random_plane(spec, random.Random(1), 1)
    for y in range(1, plane.height - 1):
        plane.solid[y] &= ~(0x7FFE if y % 2 else 0x000A)
    return plane


@for_every_compiler
def test_a_flood_finds_what_its_stack_has_no_room_for(tmp_path: Path, compiler: str) -> None:
    spec = spec_with(16, 230)
    words = list(keep_regions(deep_plane(spec), 0))
    assert "search" in words, "the stack was not full"
    plane = deep_plane(spec)
    solid = list(plane.solid)
    compare(
        spec, tmp_path, compiler, [plane], ("PLANE_SOLID", "begin_to_keep(0);", "keep_regions"),
        lambda plane: keep_regions(plane, 0),
    )  # fmt: skip
    assert plane.solid == solid, "a part of the only region was dropped"


@for_every_compiler
def test_small_regions_are_dropped(tmp_path: Path, compiler: str) -> None:
    spec = spec_with(56, 32)
    chance = random.Random(2)
    planes = [random_plane(spec, chance, 0.3 + 0.08 * n) for n in range(5)]
    expected = [[region for region in regions_of(plane) if len(region) >= 7] for plane in planes]
    compare(
        spec, tmp_path, compiler, planes, ("PLANE_SOLID", "begin_to_keep(7);", "keep_regions"),
        lambda plane: keep_regions(plane, 7),
    )  # fmt: skip
    assert [regions_of(plane) for plane in planes] == expected


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_regions_are_joined(tmp_path: Path, compiler: str, width: int, height: int) -> None:
    spec = spec_with(width, height, "regions.keep=all")
    chance = random.Random(width + 1)
    planes = [random_plane(spec, chance, 0.5 + 0.12 * n) for n in range(4)]
    before = [list(plane.solid) for plane in planes]
    compare(
        spec, tmp_path, compiler, planes, ("PLANE_SOLID", "begin_to_join();", "join_regions"),
        join_regions,
    )  # fmt: skip
    for plane, solid in zip(planes, before, strict=True):
        assert len(regions_of(plane)) <= 1
        assert all(new & old == new for new, old in zip(plane.solid, solid, strict=True))


KEEP_AND_JOIN = """
static uint8_t has_kept;
static uint8_t keep_and_join(void)
{
    if (has_kept)
        return join_regions();
    if (keep_regions()) {
        has_kept = 1;
        begin_to_join();
        is_one_region = regions_kept == 1;
    }
    return 0;
}
"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize("least", [0, 9])
def test_a_single_region_is_joined_in_as_many_steps(
    tmp_path: Path, compiler: str, least: int
) -> None:
    """Even if its flood had to look for what its stack had no room for."""
    spec = spec_with(16, 230, "regions.keep=by_size")
    chance = random.Random(least)
    planes = [deep_plane(spec), *(random_plane(spec, chance, 0.25 + 0.06 * n) for n in range(6))]

    def work(plane: Plane) -> Work:
        yield from keep_regions(plane, least)
        kept.append(len(regions_of(plane)))
        yield "keep"
        yield from join_regions(plane)

    kept: list[int] = []
    compare(
        spec, tmp_path, compiler, planes,
        ("PLANE_SOLID", f"has_kept = 0; begin_to_keep({least});", "keep_and_join"), work,
        KEEP_AND_JOIN,
    )  # fmt: skip
    assert set(kept) == {1} if least == 0 else max(kept) > 1 and 1 in kept


RULES = ["B5678/S45678", "B5678/S5678", "B3/S23", "B012345678/S", "B/S012345678", "B2468/S01357"]


@for_every_compiler
@pytest.mark.sampled(6)
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("edge", [SOLID, OPEN])
@pytest.mark.parametrize("own", [["blobs"], []], ids=str)
def test_an_automaton_follows_its_rule(
    tmp_path: Path, compiler: str, width: int, height: int, edge: bool, own: list[str]
) -> None:
    """If all rules of the dungeon are that of the majority, there is no other one."""
    spec = spec_with(width, height, *(f"automaton.rule={rule}" for rule in own))
    rules_of_planes = RULES if own else RULES[:1] * 3
    chance = random.Random(width + 2)
    planes = [random_plane(spec, chance, 0.5) for _ in rules_of_planes]
    for plane in planes:
        plane.edge = edge
        for y in range(height):
            plane.close_row(y, edge)
    expected = [
        neighbours_counted(plane, rule) for plane, rule in zip(planes, rules_of_planes, strict=True)
    ]
    sums = [rule_sums(rule) for rule in rules_of_planes]
    rules = iter(sums)
    tables = [
        f"static const uint16_t {name}[] = {{ {', '.join(map(str, values))} }};"
        for name, values in zip(("born", "kept"), zip(*sums))
    ]
    begin_it = "begin_automaton(born[answer - ANSWERS], kept[answer - ANSWERS], 2);"
    compare(
        spec, tmp_path, compiler, planes,
        ("PLANE_SOLID" if edge else "PLANE_OPEN", begin_it, "run_automaton"),
        lambda plane: run_automaton(plane, *next(rules), 2), "\n".join(tables) + "\n",
    )  # fmt: skip
    assert [plane.solid for plane in planes] == expected


def neighbours_counted(plane: Plane, rule: str) -> list[int]:
    """What two rounds make of a plane, tile by tile."""
    born, kept = (part[1:] for part in rule.split("/"))
    solid = [[bool(row >> x & 1) for x in range(plane.width)] for row in plane.solid]
    inside = [(x, y) for y in range(1, plane.height - 1) for x in range(1, plane.width - 1)]
    for _ in range(2):
        before = [list(row) for row in solid]
        for x, y in inside:
            square = [before[b][a] for b in (y - 1, y, y + 1) for a in (x - 1, x, x + 1)]
            count = sum(square) - before[y][x]
            solid[y][x] = str(count) in (kept if before[y][x] else born)
    closed = [list(row) for row in solid]
    rows = []
    for y, row in enumerate(closed):
        bits = sum(tile << x for x, tile in enumerate(row))
        rows.append(bits | plane.ring if 0 < y < plane.height - 1 else plane.all)
    return rows


def regions_of(plane: Plane) -> list[set[tuple[int, int]]]:
    """The regions of a plane by their first tiles, row by row."""
    opened = {
        (x, y)
        for y in range(1, plane.height - 1)
        for x in range(1, plane.width - 1)
        if not plane.solid[y] >> x & 1
    }
    found = []
    for start in sorted(opened, key=lambda tile: (tile[1], tile[0])):
        if start not in opened:
            continue
        region, edge = {start}, [start]
        opened.discard(start)
        for x, y in edge:
            for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if beside in opened:
                    opened.discard(beside)
                    region.add(beside)
                    edge.append(beside)
        found.append(region)
    return found


READ_AND_WRITE = """\
        uint8_t at;
        const uint8_t *from;
        grotto_begin();
        /* In the first phase no map is read. */
        phase = 1;
        random_seed((uint16_t)(1 + (answer - ANSWERS)));
        from = plane;
        for (at = 0; at != MAP_HEIGHT; ++at) {
            uint8_t x;
            for (x = 0; x != MAP_WIDTH; ++x) {
                set_tile(x, at, *from);
                if (*from == TILE_UP_STAIRS) {
                    SUMMARY->up_x = x;
                    SUMMARY->up_y = at;
                }
                if (*from == TILE_DOWN_STAIRS) {
                    SUMMARY->down_x = x;
                    SUMMARY->down_y = at;
                }
                ++from;
            }
        }
        begin_plane(PLANE_SOLID);
        while (read_plane() == 0)
            ;
        begin_automaton(MAJORITY_BORN, MAJORITY_KEPT, 1);
        while (run_automaton() == 0)
            ;
#ifdef OTHER_TILES
        while (read_others() == 0)
            ;
        begin_to_open();
        while (open_others() == 0)
            ;
#endif
        while (write_plane() == 0)
            ;
        for (at = 0; at != MAP_HEIGHT; ++at) {
            uint8_t x;
            for (x = 0; x != MAP_WIDTH; ++x) {
                *plane = get_tile(x, at);
                ++plane;
            }
        }
        *answer = plane_at + plane_y;"""


def smooth_once(generation: Generation[Any]) -> None:
    """Read the map, let it change for a round, and write it, as the C below does."""
    plane = Plane(generation)
    for work in (
        read_plane(plane),
        run_automaton(plane, *rule_sums("B5678/S45678"), 1),
        *([read_others(plane), open_others(plane)] if plane.has_others else []),
        write_plane(plane),
    ):
        for _ in work:
            pass


def check_smoothed(
    spec: Spec, folder: Path, compiler: str, maps: list[bytes], expected: list[bytes]
) -> None:
    """Let the C do the same with these maps, and compare."""
    has_others = Plane(begin(spec, Request("grotto", 1))).has_others
    others = ("read_others", "open_others") if has_others else ()
    unit = UNIT + "".join(
        f'#include "core/plane/{name}.h"\n'
        for name in ("automaton", "read_plane", *others, "write_plane")
    )
    positions, changed = answers(
        spec, folder, compiler, READ_AND_WRITE, [bytes(1)] * len(maps), b"".join(maps), unit,
        ["program_tables.c", "core/generation.c"], ["dungeon_grotto_cc65.s"],
    )  # fmt: skip
    assert changed == b"".join(expected)
    assert positions == bytes(len(maps)), "the next one would not begin at the first byte"


STAIRS = ("up_stairs", "down_stairs")
FURTHER = ("secret_path", "treasure")
CODES = [
    {},
    *(
        dict(zip(("floor", "wall", *STAIRS, *FURTHER), codes, strict=True))
        for codes in (
            (1, 2, 5, 4, 6, 7),
            (7, 6, 2, 4, 1, 3),
            (1, 3, 4, 5, 6, 7),
            (3, 4, 1, 2, 5, 6),
        )
    ),
]
"""Codes that one bit tells apart, two bits, and none."""


@for_every_compiler
@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("kind", "width", "bits", "codes"),
    [
        *(("walk", width, bits, {}) for width in (27, 40, 117) for bits in (3, 4, 8)),
        *(("treasures", width, bits, {}) for width in (27, 40, 117) for bits in (3, 4, 8)),
        *(("treasures", width, 3, codes) for width in (27, 40) for codes in CODES[1:]),
        ("caves", 27, 3, {}),
        ("caves", 40, 4, {}),
        ("caves", 117, 8, {}),
        *(("caves", 27, 3, codes) for codes in CODES[1:]),
    ],
)
def test_a_map_is_read_and_written_and_keeps_its_other_tiles(
    tmp_path: Path, compiler: str, kind: str, width: int, bits: int, codes: dict[str, int]
) -> None:
    """Caves have their stairs after their passes: then there are no other tiles. A walk may have
    the stairs that the summary says, and with treasures other tiles anywhere."""
    spec = spec_with(
        width,
        12,
        f"map.bits_per_tile={bits}",
        kind="caves" if kind == "caves" else "walk",
        codes=codes,
        further=[{"name": "treasures"}] if kind == "treasures" else (),
    )
    chance = random.Random(bits)
    names = {"caves": (), "walk": STAIRS, "treasures": (*STAIRS, *FURTHER)}[kind]
    others = [spec.codes[name] for name in names]
    assert set(spec.blueprint("grotto").others) == set(names)
    assert plan_of(spec, "grotto").others_are_stairs == (kind == "walk")
    maps, expected = [], []
    for number in range(3):
        generation = begin(spec, Request("grotto", number))
        tiles = generation.tiles
        for y in range(1, 11):
            for x in range(1, width - 1):
                tiles.set(x, y, spec.codes[chance.choice(["empty", "wall", "floor", "floor"])])
        for code in others * 3 if kind == "treasures" else others[number:]:
            tiles.set(chance.randrange(1, width - 1), chance.randrange(1, 11), code)
        # Groups of eight tiles that are all floor, or all empty.
        tiles.fill(1, 2 + number, width - 2, 3, spec.codes[("floor", "empty", "wall")[number]])
        maps.append(bytes(tiles.tiles))
        smooth_once(generation)
        changed = bytes(tiles.tiles)
        assert changed != maps[-1]
        for old, new in zip(maps[-1], changed, strict=True):
            assert (old in others) == (new in others)
        expected.append(changed)
    check_smoothed(spec, tmp_path, compiler, maps, expected)


@pytest.mark.sampled(4)
@for_every_compiler
@pytest.mark.parametrize("width", [24, 43, 200])
@pytest.mark.parametrize("bits", [4, 8])
def test_water_and_mountains_stay_where_they_are_solid_still(
    tmp_path: Path, compiler: str, bits: int, width: int
) -> None:
    """The kernel read_solid_others finds them."""
    spec = spec_with(width, 10, f"map.bits_per_tile={bits}", kind="terrain")
    names = ["empty", "wall", "floor", "water", "mountain", "grass", "grass", "forest", "up_stairs"]
    chance = random.Random(bits * width)
    maps, expected = [], []
    for number in range(3):
        generation = begin(spec, Request("grotto", number))
        tiles = generation.tiles
        for y in range(10):
            for x in range(width):
                tiles.set(x, y, spec.codes[chance.choice(names[: 3 + 3 * number])])
        maps.append(bytes(tiles.tiles))
        smooth_once(generation)
        expected.append(bytes(tiles.tiles))
    kept = [spec.codes[name] for name in ("water", "mountain")]
    pairs = [(old, new) for one in zip(maps, expected, strict=True) for old, new in zip(*one)]
    assert {new for old, new in pairs if old in kept} == {*kept, spec.codes["floor"]}
    assert all(old == new for old, new in pairs if new in kept)
    check_smoothed(spec, tmp_path, compiler, maps, expected)
