"""Worlds: chunks that fit together, whichever is made first, each reachable from every other."""

from __future__ import annotations

import itertools
import random
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import invariants
from helpers.equal_dungeons import require_equal, require_references
from helpers.plan import unpack_map
from helpers.printed import as_text
from helpers.programs import module_of, native_of
from helpers.tools import (
    SPEC_FILE,
    WORLDS_SPEC_FILE,
    any_compiler,
    compiler_or_skip,
    needs_cc,
    needs_cc65,
    needs_oscar64,
    simulator_library,
)
from helpers.worlds import CHUNKS, SIDE, expected_gates

from pygen.base.errors import UsageError, UserError
from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder, run_checked
from pygen.commands.show import picture_around
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_chunk
from pygen.engine.random.worlds import area_chunk, gates_of_edge, mix_chunk, sample_chunk
from pygen.kinds import generate
from pygen.programs.exporting import export
from pygen.spec import Spec, SpecError, load_spec

WORLDS = ("caverns", "wards", "moors")
every_world = pytest.mark.parametrize("name", WORLDS)


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(WORLDS_SPEC_FILE)


# ------------------------------------------------------------------ the mixture


def test_each_bit_that_is_mixed_changes_every_bit_of_the_result_half_the_time() -> None:
    numbers = random.Random(1)
    bits = [(16, n) for n in range(16)] + [(11, n) for n in range(11)] * 2
    words = [0] * 16 + [1] * 11 + [2] * 11
    tries = 600
    for (_, bit), word in zip(bits, words, strict=True):
        changed, folded = Counter[int](), Counter[int]()
        for _ in range(tries):
            mixed = [numbers.randrange(65536), numbers.randrange(2048), numbers.randrange(2048)]
            one = mix_chunk(mixed[0], mixed[1], mixed[2])
            mixed[word] ^= 1 << bit
            two = mix_chunk(mixed[0], mixed[1], mixed[2])
            pair = (one[0] ^ two[0]) << 16 | (one[1] ^ two[1])
            changed.update(n for n in range(32) if pair >> n & 1)
            folded.update(n for n in range(16) if (pair >> 16 ^ pair) >> n & 1)
        # Five standard deviations of so many tries.
        assert all(abs(changed[n] / tries - 0.5) < 0.11 for n in range(32)), (word, bit)
        assert all(abs(folded[n] / tries - 0.5) < 0.11 for n in range(16)), (word, bit)


def test_the_chunks_of_a_world_have_as_many_seeds_as_chance_would_give() -> None:
    seeds = Counter(
        first ^ second for first, second in (mix_chunk(7, *area_chunk(n)) for n in range(65536))
    )
    # 1 - 1/e of all seeds are there.
    assert 0.62 < len(seeds) / 65536 < 0.645 and max(seeds.values()) < 12


@pytest.mark.parametrize("most", [1, 2, 3])
def test_gates_are_spread_over_the_edge_and_never_side_by_side(most: int) -> None:
    places, counts = Counter[int](), Counter[int]()
    for x, y in itertools.product(range(100), range(60)):
        gates = gates_of_edge(4711, x, y, most)
        places.update(gates)
        counts[len(gates)] += 1
        assert all(2 <= place <= 29 for place in gates)
        assert all(b - a > 1 for a, b in itertools.pairwise(gates))
    assert set(counts) == set(range(1, most + 1))
    assert max(counts.values()) < 1.1 * min(counts.values())
    assert set(places) == set(range(2, 30))


def test_samples_of_chunks_have_corners_neighbours_and_no_repetitions() -> None:
    sample = [sample_chunk(number) for number in range(65536)]
    assert {(0, 0), (CHUNKS - 1, 0), (0, CHUNKS - 1), (CHUNKS - 1, CHUNKS - 1)} <= set(sample)
    assert all(0 <= x < CHUNKS and 0 <= y < CHUNKS for x, y in sample)
    assert len(set(sample)) > 64000
    area = {area_chunk(number) for number in range(65536)}
    assert len(area) == 65536 and {(0, 0), (CHUNKS - 1, 1), (127, CHUNKS - 128)} <= area


# ------------------------------------------------------------------ chunks


@every_world
def test_every_chunk_is_joined_and_has_the_gates_of_its_edges(spec: Spec, name: str) -> None:
    for seed in range(24):
        invariants.check_stages(spec, spec.proof_request(name, seed))
    for floor in (2, 256):
        invariants.check_stages(spec, Request(name, 3, floor, (2047, 9)))


@every_world
def test_neighbours_have_the_same_gates_also_where_the_world_goes_round(
    spec: Spec, name: str
) -> None:
    for x, y in ((0, 0), (CHUNKS - 1, CHUNKS - 1), (5, 0), (0, 5), (700, 1999)):
        gates = generate(spec, Request(name, 9, chunk=(x, y))).gates
        right = generate(spec, Request(name, 9, chunk=((x + 1) % CHUNKS, y))).gates
        below = generate(spec, Request(name, 9, chunk=(x, (y + 1) % CHUNKS))).gates
        assert gates[2] == right[0] and gates[3] == below[1]
        expected = expected_gates(spec, Request(name, 9, chunk=(x, y)))
        assert gates == [expected[side] for side in ("left", "above", "right", "below")]


def joined(spec: Spec, name: str, seed: int, side: int) -> list[Sequence[int]]:
    """The rows of tiles of so many chunks in each direction, from the corner of a world on."""
    native = NativeBuilder(spec, native_of(spec))
    size = spec.dungeons[name].map
    rows: list[Sequence[int]] = []
    for y in range(side):
        chunks = [
            unpack_map(
                native.build(Request(name, seed, chunk=(x, y))).regions["map"],
                SIDE, SIDE, size.bits_per_tile,
            )
            for x in range(side)
        ]  # fmt: skip
        for line in range(SIDE):
            rows.append([tile for one in chunks for tile in one[line * SIDE : (line + 1) * SIDE]])
    return rows


def count_apart(spec: Spec, rows: Sequence[Sequence[int]]) -> int:
    """How many walkable tiles cannot be reached from the first one that can be walked on."""
    walkable = {tile.code for tile in spec.tiles.values() if tile.walkable}
    width = len(rows[0])
    left = {
        y * width + x
        for y, row in enumerate(rows)
        for x, tile in enumerate(row)
        if tile in walkable
    }
    waiting = [left.pop()]
    while waiting:
        at = waiting.pop()
        beside = [at - width, at + width]
        beside += [at - 1] * (at % width > 0) + [at + 1] * (at % width < width - 1)
        for tile in beside:
            if tile in left:
                left.remove(tile)
                waiting.append(tile)
    return len(left)


@needs_cc
@every_world
@pytest.mark.parametrize("side", [16, pytest.param(64, marks=pytest.mark.long)])
def test_all_of_a_world_can_be_reached(spec: Spec, name: str, side: int) -> None:
    rows = joined(spec, name, 7, side)
    assert count_apart(spec, rows) == 0
    # The test sees what is cut off.
    floor, wall = spec.codes["floor"], spec.codes["wall"]
    alone = [[wall] * len(rows[0]), [floor], [wall] * len(rows[0])]
    alone[1] += [wall] * (len(rows[0]) - 1)
    assert count_apart(spec, [*rows, *alone]) > 0


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize(
    ("noise", "width"),
    [
        ("{spacing: 1, octaves: 1}", 0),
        ("{spacing: 8, octaves: 4, persistence: 0}", 0),
        ("{spacing: 8, octaves: 3}", 3),
        ("{spacing: 32, octaves: 6, fade: linear}", 8),
        ("{form: gradient, offsets: true, spacing: 32, octaves: 3}", 0),
        ("{form: gradient, offsets: true, spacing: 32, octaves: 3}", 6),
    ],
)
def test_landscapes_go_on_where_pages_of_points_end(noise: str, width: int) -> None:
    """The chunks at both sides of where a page ends, and where the world goes round, fit, and so do
    their rivers."""
    changes = [f"dungeons.moors.noise={noise}", f"dungeons.moors.rivers.width={width}"]
    spec = load_spec(WORLDS_SPEC_FILE, changes)
    native = NativeBuilder(spec, native_of(spec))
    ends = (0, 7, 8, 15, 63, 64, 127, CHUNKS - 1)
    requests = [Request("moors", 5, 2, (x, y)) for x, y in zip(ends, ends[3:] + ends[:3])]
    for request in requests:
        assert native.build(request).regions == invariants.check_stages(spec, request)


def test_chunks_differ_by_coordinates_and_seed(spec: Spec) -> None:
    requests = [
        Request("caverns", 1, chunk=(0, 0)), Request("caverns", 1, chunk=(1, 0)),
        Request("caverns", 1, chunk=(0, 1)), Request("caverns", 2, chunk=(0, 0)),
        Request("caverns", 1, 2, (0, 0)),
    ]  # fmt: skip
    assert len({generate(spec, request).packed() for request in requests}) == len(requests)


# ------------------------------------------------------------------ in C


@needs_cc
@every_world
def test_the_native_build_has_the_chunks(spec: Spec, name: str) -> None:
    native = NativeBuilder(spec, native_of(spec))
    requests = [spec.proof_request(name, seed) for seed in range(48)]
    expected = [b"".join(generate(spec, one).region_bytes().values()) for one in requests]
    assert native.build_many(requests) == b"".join(expected)
    program = native_of(spec, "checked")
    seeds = range(8)
    for seed, regions in zip(seeds, run_checked(program, spec, name, seeds), strict=True):
        found = generate(spec, spec.proof_request(name, seed)).region_bytes()
        assert {region: regions[region] for region in found} == found


@needs_cc
@every_world
@pytest.mark.parametrize(
    "compiler",
    [pytest.param("oscar64", marks=needs_oscar64), pytest.param("cc65", marks=needs_cc65)],
)
def test_a_module_takes_the_chunk_from_the_request_block(
    spec: Spec, name: str, compiler: str
) -> None:
    assert compiler in COMPILERS
    module = module_of(spec, name, compiler)
    machine = ModuleBuilder(module, simulator_library())
    # More than one run of the simulator takes.
    requests = [spec.proof_request(name, 300 * n) for n in range(12)]
    require_references(spec, requests, machine.build_many(requests))
    # A game may count on: coordinates are taken modulo the size of the world.
    beyond = Request(name, 5, chunk=(65535, 2048 + 3))
    inside = generate(spec, Request(name, 5, chunk=(2047, 3)))
    require_equal(spec, name, inside.region_bytes(), machine.build(beyond).regions, beyond)


@needs_cc
def test_entities_lie_in_the_chunks_and_treasures_are_hidden_in_them() -> None:
    changed = (
        "[{name: gates}, {name: regions, keep: all}, {name: treasures}, {name: items}, "
        "{name: enemies, by: rooms}]"
    )
    spec = load_spec(WORLDS_SPEC_FILE, [f"dungeons.wards.passes={changed}"])
    module = module_of(spec, "wards", any_compiler().name)
    machine = ModuleBuilder(module, simulator_library())
    for seed in range(8):
        request = spec.proof_request("wards", seed)
        regions = invariants.check_stages(spec, request)
        require_equal(spec, "wards", regions, machine.build(request).regions, request)
        assert len(generate(spec, request).tables["entities"]) > 4


# ------------------------------------------------------------------ the spec


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ("caverns.world.gates=0", "world.gates", "greater than or equal to 1|1 to 3|at least 1"),
        ("caverns.map={width: 40}", "map", "the chunks of a world have 32 x 32 tiles, not 40 x 32"),
        ("caverns.floors={2-: {caves: {rounds: 2}}}", "floors", "same parameters on all floors"),
        ("wards.without=[]", "world", "a world has no stairs.*write `without: .stairs.`"),
        ("caverns.passes=[]", "caverns", "nothing leads from a chunk.*name: gates.*keep: all"),
        ("caverns.passes=[{name: gates}]", "passes", "add {name: regions, keep: all} behind"),
        (
            "caverns.passes=[{name: gates}, {name: regions}]",
            "passes",
            "nothing leads from a chunk",
        ),
        (
            "caverns.passes=[{name: gates}, {name: smooth}, {name: regions, keep: all}]",
            "passes",
            "nothing leads from a chunk",
        ),
        (
            "caverns.passes=[{name: gates}, {name: regions, keep: all}, {name: stairs}]",
            "passes[2]",
            "`stairs` places stairs, and a world has none",
        ),
        ("caverns={kind: caves, passes: [{name: gates}]}", "passes[0]", "is a chunk of a world"),
        (
            "caverns.passes=[{name: gates}, {name: regions, keep: all}, {name: start}]",
            "passes[2]",
            "`start` cannot come here, because the map is a chunk of a world",
        ),
        (
            "caverns.passes=[{name: gates}, {name: regions, keep: all}, "
            "{name: items, from_stairs: 5}]",
            "passes[2].from_stairs",
            "a world has no stairs from which",
        ),
        (
            "caverns.passes=[{name: gates}, {name: regions, keep: all}, {name: locks}]",
            "passes[2]",
            "`locks` locks doors, and in a world another way leads round them",
        ),
        ("moors.noise.wraps=true", "moors.noise.wraps", "goes on from chunk to chunk"),
        ("moors.rivers.count=1", "moors.rivers.count", "expected 0; take `width` instead"),
        (
            "moors={kind: terrain, world: {}, noise: {spacing: 4, octaves: 3}, rivers: {width: 2}, "
            "without: [stairs], passes: [{name: gates}, {name: regions, keep: all}]}",
            "moors.rivers.width",
            "as close together as the points",
        ),
        ("moors.falloff.width=4", "moors.falloff.width", "a world has no edge"),
        (
            "caverns={kind: mystery, map: {width: 56, height: 40}, world: {}}",
            "world",
            "`mystery` cannot go without them",
        ),
    ],
)  # fmt: skip
def test_what_is_no_world_is_a_clear_error(change: str, place: str, words: str) -> None:
    with pytest.raises(SpecError, match=words) as caught:
        load_spec(WORLDS_SPEC_FILE, [f"dungeons.{change}"])
    assert place in str(caught.value)


def test_a_kind_with_hidden_rooms_must_leave_them_out() -> None:
    world = (
        "{kind: grid_rooms, world: {}, without: [stairs, treasures], grid: {columns: 2, rows: 2},"
    )
    world += " rooms: {min_distance: 3}, passes: [{name: gates}, {name: regions, keep: all}]}"
    with pytest.raises(SpecError, match="hidden some of its rooms.*secret rooms"):
        load_spec(WORLDS_SPEC_FILE, [f"dungeons.caverns={world}"])
    world = world.replace("treasures", "treasures, secret rooms")
    assert load_spec(WORLDS_SPEC_FILE, [f"dungeons.caverns={world}"]).dungeons["caverns"].world


def test_programs_of_all_dungeons_leave_worlds_out(spec: Spec) -> None:
    assert spec.program.dungeons == list(WORLDS)
    assert spec.selection_of("undercroft").dungeons == tuple(WORLDS)[:1], (
        "a file of worlds plays its first"
    )
    more = load_spec(WORLDS_SPEC_FILE, ["dungeons.burrow={kind: walk}"])
    assert more.selection_of("undercroft").dungeons == ("burrow",)
    named = load_spec(WORLDS_SPEC_FILE, ["programs={mine: {dungeons: [wards]}}"])
    assert named.selection_of("mine").dungeons == ("wards",)


# ------------------------------------------------------------------ on the way in and out


def test_a_chunk_is_named_by_column_and_row() -> None:
    assert parse_chunk("0,0") == (0, 0) and parse_chunk(" 2047, 5") == (2047, 5)
    for text in ("", "5", "5,", "1,2,3", "-1,2", "a,b", "2048,0", "0,99999"):
        with pytest.raises(UsageError, match="chunk"):
            parse_chunk(text)


def test_only_worlds_have_chunks() -> None:
    spec = load_spec(SPEC_FILE)
    with pytest.raises(UsageError, match="burrow has no chunks"):
        generate(spec, Request("burrow", 7, chunk=(1, 0)))
    assert spec.proof_request("burrow", 7) == Request("burrow", 7)


def test_a_chunk_is_shown_with_its_gates(spec: Spec) -> None:
    request = Request("caverns", 7, chunk=(2047, 3))
    text = as_text(spec, generate(spec, request), colour=False)
    gates = expected_gates(spec, request)
    assert "chunk 2047,3" in text and f"left at {' and '.join(map(str, gates['left']))}" in text
    assert "stairs" not in text and str(request) == "caverns, seed 7, chunk 2047,3"
    assert picture_around(spec, request, 1).startswith(b"\x89PNG")
    with pytest.raises(UserError, match="--around: burrow has no chunks"):
        picture_around(load_spec(SPEC_FILE), Request("burrow", 7), 1)


@needs_cc65
def test_an_exported_world_says_where_the_chunk_is(spec: Spec, tmp_path: Path) -> None:
    compiler = compiler_or_skip("cc65")
    exported = export(spec, "spec", compiler, "wards", tmp_path)
    start = exported.module.layout.start
    assert f"wards_chunk_x = ${start + 51:04x}" in (tmp_path / "wards.inc").read_text()
    assert f"wards_chunk_y = ${start + 53:04x}" in (tmp_path / "wards.inc").read_text()
    said = re.search(r"cl65 .*wards_example\.c", (tmp_path / "wards_example.c").read_text())
    assert said
    done = subprocess.run(
        said[0].split(), cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert "WARDS_SET_CHUNK(0u, 0u);" in (tmp_path / "wards_example.c").read_text()
