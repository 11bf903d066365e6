"""What a spec may leave out, and how records and memory are laid out then."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.edited_spec import (
    error_of,
    problems_of,
    the_problem,
    write_spec,
)
from helpers.parameters import parameters_of
from helpers.tools import SPEC_FILE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pygen.engine.definition.tiles import FLAGS
from pygen.engine.random.request import Request
from pygen.kinds import KINDS, generate
from pygen.spec import Spec, load_spec, spec_hash
from pygen.spec.hashing import dungeon_digest
from pygen.spec.memory_layout import LAST_FREE, MAILBOX_BYTES, REGIONS, MemoryNeeds, lay_out

COMPLETE = SPEC_FILE
"""A spec of the time when every key was required."""

SMALLEST = "dungeons: {crypt: {kind: grid_rooms}}\n"


def load(folder: Path, text: str, *overrides: str) -> Spec:
    """The spec of such a text."""
    return load_spec(write_spec(folder, text), overrides)


# ---------------------------------------------------------------------------- the smallest spec


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_alone_is_a_whole_spec(kind: str, tmp_path: Path) -> None:
    spec = load(tmp_path, f"dungeons: {{first: {{kind: {kind}}}}}\n")
    assert spec.program.dungeons == ["first"]
    generation = generate(spec, Request("first", 7))
    assert generation.status == 0


def test_the_smallest_spec_gives_the_dungeons_of_the_complete_one(tmp_path: Path) -> None:
    complete = load_spec(COMPLETE)
    names = {"crypt": "grid_rooms", "catacombs": "grid_rooms, connect: rules", "burrow": "walk"}
    text = "".join(f"  {name}: {{kind: {kind}}}\n" for name, kind in names.items())
    spec = load(tmp_path, "dungeons:\n" + text)
    assert spec_hash(spec.replaced(memory=complete.memory)) == spec_hash(complete)
    for name in names:
        assert dungeon_digest(spec, name) == dungeon_digest(complete, name)


def test_only_the_dungeons_are_required(tmp_path: Path) -> None:
    problem = the_problem(tmp_path, "display: {border_colour: red}\n")
    assert problem.key_path == "dungeons"
    assert problem.wrong == "this key is missing"
    assert problem.right.startswith("add `dungeons`")


def test_a_dungeon_that_is_no_group_or_has_no_valid_name_is_one_error(tmp_path: Path) -> None:
    problem = the_problem(tmp_path, "dungeons: {crypt: grid_rooms}\n")
    assert f"of which `kind` is one of: {', '.join(KINDS)}" in problem.right
    problem = the_problem(tmp_path, "dungeons: {Level-1: {kind: walk}}\n")
    assert problem.right.startswith("expected at most 24 lowercase letters")


def test_a_part_of_a_section_keeps_the_rest_at_its_defaults(tmp_path: Path) -> None:
    spec = load(
        tmp_path,
        SMALLEST + "display: {border_colour: red}\ncompilers: {cc65: {release: [-O]}}\n"
        "parity: {golden_seeds: [1]}\nprogram: {name: mine}\nrandom: {warm_up: 0}\n",
    )
    assert spec.display.border_colour == "red"
    assert spec.display.view_height == 24
    assert spec.compilers.cc65.release == ["-O"]
    assert spec.compilers.oscar64.release == ["-O2", "-xz"]
    assert spec.parity.seeds() == [1]
    assert spec.program.dungeons == ["crypt"]
    assert spec.random.shifts == [7, 9, 8]


def test_defaults_of_sizes_give_way_to_the_bounds_that_are_given(tmp_path: Path) -> None:
    def rooms(text: str) -> Any:
        kind = f"dungeons: {{crypt: {{kind: grid_rooms, rooms: {text}}}}}\n"
        return parameters_of(load(tmp_path, kind), "crypt").rooms

    small = rooms("{max_size: 3}")
    assert (small.min_size, small.long_side_min, small.short_side_max) == (3, 3, 3)
    large = rooms("{min_size: 9}")
    assert (large.max_size, large.long_side_min, large.short_side_max) == (9, 9, 9)
    assert rooms("{max_size: 12}").short_side_max == 6
    assert rooms("{priorities: {others_min: 9}}").priorities.others_max == 9
    assert rooms("{priorities: {others_max: 2}}").priorities.others_min == 2


def test_bounds_that_are_given_and_contradict_each_other_are_still_an_error(tmp_path: Path) -> None:
    text = "dungeons: {crypt: {kind: grid_rooms, rooms: {min_size: 9, max_size: 3}}}\n"
    assert "max_size 3 is below min_size 9" in the_problem(tmp_path, text).wrong


# ---------------------------------------------------------------------------- merging by name


def test_a_tile_keeps_the_keys_that_the_spec_does_not_change(tmp_path: Path) -> None:
    spec = load(tmp_path, SMALLEST + "tiles: {wall: {colour: brown}}\n")
    assert spec.tiles["wall"].colour == "brown"
    assert spec.tiles["wall"].glyph == "#"
    own = KINDS["grid_rooms"].tile_defaults
    assert spec.codes == {name: tile.code for name, tile in own.items()}


def test_a_further_tile_comes_after_the_others_and_needs_all_its_keys(tmp_path: Path) -> None:
    lava = '{code: 7, walkable: false, glyph: "~", colour: red}'
    spec = load(tmp_path, SMALLEST + f"tiles: {{lava: {lava}}}\n")
    assert list(spec.tiles) == [*KINDS["grid_rooms"].tile_defaults, "lava"]
    problems = problems_of(tmp_path, SMALLEST + "tiles: {lava: {code: 7}}\n")
    missing = [f"tiles.lava.{key}" for key in ("walkable", "glyph", "colour")]
    assert [problem.key_path for problem in problems] == missing


def test_only_the_tiles_structs_and_regions_of_the_specs_kinds_are_there(tmp_path: Path) -> None:
    spec = load(tmp_path, "dungeons: {burrow: {kind: walk}}\n")
    assert list(spec.codes) == ["empty", "wall", "floor", "up_stairs", "down_stairs"]
    assert list(spec.structs) == ["summary"]
    assert "rooms" not in spec.memory and "summary" in spec.memory


def test_the_flags_of_tiles_have_defaults_that_a_spec_may_change(tmp_path: Path) -> None:
    lava = '{code: 7, walkable: false, glyph: "~", colour: red}'
    water = '{code: 8, walkable: false, glyph: "w", colour: blue, swimmable: true}'
    spec = load(
        tmp_path,
        SMALLEST + f"tiles: {{wall: {{opaque: false}}, lava: {lava}, water: {water}}}\n",
        "dungeons.crypt.map.bits_per_tile=4",
    )
    flags = {
        name: [flag for flag in FLAGS if getattr(tile, flag)] for name, tile in spec.tiles.items()
    }
    assert flags == {
        "empty": ["opaque", "solid"],
        "wall": ["solid"],
        "floor": ["walkable"],
        "door": ["walkable", "opaque"],
        "up_stairs": ["walkable"],
        "down_stairs": ["walkable"],
        "secret_path": ["walkable", "opaque", "secret"],
        "lava": [],
        "water": ["swimmable"],
    }


def test_of_two_tiles_the_one_of_the_file_is_to_blame(tmp_path: Path) -> None:
    problem = the_problem(tmp_path, SMALLEST + "tiles: {empty: {}, wall: {code: 2}}\n")
    assert problem.key_path == "tiles.wall.code"
    assert problem.wrong == "code 2 is taken by `floor`"


def test_one_struct_is_replaced_and_the_others_stay(tmp_path: Path) -> None:
    corner = "structs: {corner: {y: {bytes: 1, unused: 255}, x: {bytes: 1, unused: 255}}}\n"
    plain, spec = load(tmp_path, SMALLEST), load(tmp_path, SMALLEST + corner)
    assert spec.layouts["corner"]["x"].offset == 1
    assert spec.layouts["room"].size == plain.layouts["room"].size == 42
    assert spec.layouts["door"].members == plain.layouts["door"].members


def test_the_fields_that_a_struct_lacks_are_one_error_whose_advice_works(tmp_path: Path) -> None:
    text = SMALLEST + "structs: {room: {x: {bytes: 1}, y: {bytes: 1}}}\n"
    problem = the_problem(tmp_path, text)
    assert "breakpoints, conn_data" in problem.wrong
    load(tmp_path, follow(text, problem.right))


def test_a_struct_under_nearly_the_name_of_another_is_an_error(tmp_path: Path) -> None:
    problem = the_problem(tmp_path, SMALLEST + "structs: {corners: {x: {bytes: 1}}}\n")
    assert problem.key_path == "structs.corners"
    assert "did you mean `corner`?" in problem.right


def test_a_region_under_nearly_the_name_of_another_is_an_error(tmp_path: Path) -> None:
    song = "memory: {song: {start: 0xC000, end: 0xCFFF}}\n"
    assert load(tmp_path, SMALLEST + song).memory["program"].end == 0xBFFF
    problem = the_problem(tmp_path, SMALLEST + song.replace("song", "vieport"))
    assert problem.key_path == "memory.vieport"
    assert "did you mean `viewport`?" in problem.right


def test_one_region_is_placed_and_the_others_lie_around_it(tmp_path: Path) -> None:
    spec = load(tmp_path, SMALLEST + "memory: {map: {start: 0x3000, end: 0x3FFF}}\n")
    assert (spec.memory["map"].start, spec.memory["map"].end) == (0x3000, 0x3FFF)
    assert all(region.end < 0x3000 for name, region in spec.memory.items() if region.start < 0x3000)
    assert spec.memory["program"].start == 0x4000


# ---------------------------------------------------------------------------- automatic layout


@pytest.mark.parametrize("kind", KINDS)
def test_regions_follow_one_another_so_that_the_program_gets_most(
    kind: str, tmp_path: Path
) -> None:
    spec = load(tmp_path, f"dungeons: {{first: {{kind: {kind}}}}}\n")
    regions = sorted(spec.memory.items(), key=lambda item: item[1].start)
    assert [name for name, _ in regions[:3]] == ["screen", "charset", "viewport"]
    assert regions[-1][0] == "program"
    edges = [0x0400, *(region.end + 1 for _, region in regions)]
    assert edges == [*(region.start for _, region in regions), LAST_FREE + 1]


def test_the_dungeons_that_are_here_keep_the_records_of_the_complete_spec(tmp_path: Path) -> None:
    complete, spec = load_spec(COMPLETE), load(tmp_path, SMALLEST)
    for name, layout in complete.layouts.items():
        assert spec.layouts[name].members == layout.members


def test_room_numbers_take_a_byte_as_soon_as_5_bits_are_too_few(tmp_path: Path) -> None:
    def room_id(columns: int, rows: int) -> tuple[int, int]:
        grid = f"dungeons.crypt.grid={{columns: {columns}, rows: {rows}}}"
        member = load(tmp_path, SMALLEST, grid).layouts["connection"]["room_id"]
        return member.bits, member.unused

    assert room_id(6, 5) == (5, 31)
    assert room_id(4, 8) == (8, 255)
    assert room_id(8, 8) == (8, 255)


def test_a_record_has_as_many_slots_as_any_dungeon_needs(tmp_path: Path) -> None:
    text = SMALLEST.replace("}}", "}, maze: {kind: grid_rooms, corridors: {max_connections: 7}}}")
    spec = load(tmp_path, text)
    for row in ("conn_data", "doors", "breakpoints"):
        assert spec.layouts["room"][row].count[0] == 7


@pytest.mark.parametrize("size", [6, 8])
def test_a_large_grid_works_with_no_more_than_its_size(size: int, tmp_path: Path) -> None:
    grid = f"{{kind: grid_rooms, grid: {{columns: {size}, rows: {size}}}}}"
    spec = load(tmp_path, f"dungeons: {{crypt: {grid}}}\n")
    generation = generate(spec, Request("crypt", 7))
    assert len(generation.rooms) > 25
    assert len(generation.table_bytes("rooms")) <= spec.memory["rooms"].size
    unpacked = spec.layouts["room"].unpack(generation.table_bytes("rooms"))
    assert unpacked == generation.table_values("rooms")[0]


NEEDS = st.builds(
    MemoryNeeds,
    sizes=st.fixed_dictionaries(
        {
            "screen": st.just(1024),
            "map": st.integers(0, 60000),
            "rooms": st.integers(0, 64 * 255),
            "entities": st.integers(0, 1024),
            "viewport": st.integers(2, 960),
            "mailbox": st.just(MAILBOX_BYTES),
            "summary": st.integers(11, 255),
            "statistics": st.integers(10, 512),
            "charset": st.sampled_from([1024, 2048]),
            "program": st.just(4096),
        }
    ),
)
SPANS = st.tuples(st.integers(0, 0xFFFF), st.integers(1, 0x3000)).map(
    lambda span: (span[0], min(span[0] + span[1] - 1, 0xFFFF))
)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(
    needs=NEEDS,
    placed=st.dictionaries(
        st.sampled_from([*REGIONS, "rooms", "entities", "song"]), SPANS, max_size=3
    ),
)
def test_regions_are_laid_out_without_overlaps_and_large_enough(
    needs: MemoryNeeds, placed: dict[str, tuple[int, int]]
) -> None:
    found = lay_out(needs, placed)
    assert not set(found) & set(placed)
    for name, (start, end) in found.items():
        assert 0x0400 <= start <= end <= LAST_FREE
        assert end - start + 1 >= needs.of(name)
        for first, last in placed.values():
            assert end < first or last < start
    for (_, (start, end)), (_, (first, last)) in combinations(found.items(), 2):
        assert end < first or last < start


FUZZ = settings(
    max_examples=40,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@FUZZ
@given(
    side=st.integers(64, 110),
    bits=st.sampled_from([3, 4, 8]),
    columns=st.integers(2, 8),
    rows=st.integers(2, 8),
    connections=st.integers(2, 8),
)
def test_whatever_fits_into_the_c64_is_laid_out_in_one_step(
    side: int, bits: int, columns: int, rows: int, connections: int, tmp_path: Path
) -> None:
    spec = load(
        tmp_path,
        "dungeons: {crypt: {kind: grid_rooms, rooms: {max_size: 5}, "
        f"map: {{width: {side}, height: {side}, bits_per_tile: {bits}}}, "
        f"grid: {{columns: {columns}, rows: {rows}}}, "
        f"corridors: {{max_connections: {connections}}}}}}}\n",
    )
    generation = generate(spec, Request("crypt", 1))
    assert len(generation.packed()) <= spec.memory["map"].size
    assert len(generation.table_bytes("rooms")) <= spec.memory["rooms"].size


def test_a_map_for_which_there_is_no_memory_is_blamed_on_the_dungeon(tmp_path: Path) -> None:
    size = "{width: 240, height: 240, bits_per_tile: 8}"
    text = f"dungeons: {{crypt: {{kind: grid_rooms, map: {size}}}}}\n"
    problem = the_problem(tmp_path, text)
    assert problem.key_path == "dungeons.crypt.map"
    found = re.search(r"such as (\d+) x \d+", problem.right)
    assert found is not None
    load(tmp_path, text.replace("240", found[1]))


# ---------------------------------------------------------------------------- advice

DELETED = re.compile(r"`([a-z_.]+)`")


def follow(text: str, right: str) -> str:
    """`text` without what the advice says to delete."""
    data = yaml.safe_load(text)
    advice = right[right.index("delete ") :]
    names = DELETED.findall(advice)
    assert names, right
    for name in names:
        section, _, key = name.partition(".")
        if key:
            del data[section][key]
        else:
            del data[section]
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


@pytest.mark.parametrize(
    "change",
    [
        "dungeons.crypt.grid={columns: 6, rows: 6, swap_passes: 2}",
        "dungeons.crypt.grid={columns: 8, rows: 8, swap_passes: 2}",
        "dungeons.crypt.corridors.max_connections=8",
        "dungeons.crypt.map={width: 96, height: 110, bits_per_tile: 3}",
        "dungeons.burrow.map={width: 200, height: 150, bits_per_tile: 4}",
        "memory.rooms.end=0x18FF",
        "memory.viewport.end=0x1810",
        "memory.screen.start=0x0410",
        "structs.room.w={bits: 3}",
    ],
)
def test_the_advice_leads_to_a_spec_that_works_in_one_step(change: str, tmp_path: Path) -> None:
    key, _, value = change.partition("=")
    data = yaml.safe_load(COMPLETE.read_text(encoding="utf-8"))
    *path, last = key.split(".")
    inner = data
    for word in path:
        inner = inner[word]
    inner[last] = yaml.safe_load(value)
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    problems = [p for p in error_of(write_spec(tmp_path, text)).problems if "delete" in p.right]
    assert problems
    for problem in problems:
        spec = load(tmp_path, follow(text, problem.right))
        assert isinstance(spec, Spec)


def test_a_grid_of_6_x_6_in_a_complete_spec_needs_one_step(tmp_path: Path) -> None:
    text = COMPLETE.read_text(encoding="utf-8")
    text, columns = re.subn(r"columns: \d", "columns: 6", text, count=1)
    text, rows = re.subn(r"rows: \d", "rows: 6", text, count=1)
    assert columns == rows == 1
    problems = error_of(write_spec(tmp_path, text)).problems
    assert problems
    # Every message has the whole advice, and no more than it takes.
    keys = "`structs.connection`, `memory.rooms` and `memory.program`"
    for problem in problems:
        assert problem.right.endswith(f"delete {keys} to have them laid out automatically")
    spec = load(tmp_path, follow(text, problems[0].right))
    assert parameters_of(spec, "crypt").record_count() == 36
    generate(spec, Request("crypt", 7))


def test_own_regions_are_never_to_be_deleted(tmp_path: Path) -> None:
    text = SMALLEST + (
        "memory: {song: {start: 0x2400, end: 0xBFFF}, program: {start: 0xC000, end: 0xCFFF},\n"
        "  map: {start: 0x0800, end: 0x0FFF}}\n"
    )
    problem = the_problem(tmp_path, text.replace("0x0FFF", "0x0900"))
    assert "song" not in problem.right
    load(tmp_path, follow(text.replace("0x0FFF", "0x0900"), problem.right))


# ---------------------------------------------------------------------------- old specs, overrides


def assert_has(found: Any, expected: Any, path: str = "") -> None:
    """Every value that the YAML gives is the spec's, in the same order."""
    if isinstance(expected, dict):
        keys = [key for key in found if key in expected]
        assert keys == list(expected), path
        for key, value in expected.items():
            assert_has(found[key], value, f"{path}.{key}")
    else:
        assert found == expected, path


def test_a_spec_of_the_time_when_all_keys_were_required_still_means_the_same() -> None:
    data = yaml.safe_load(COMPLETE.read_text(encoding="utf-8"))
    del data["dungeons"]["catacombs"]  # a merged dungeon has its keys in another order
    assert_has(load_spec(COMPLETE).model_dump(mode="json"), data)


@pytest.mark.parametrize(
    ("change", "path", "value"),
    [
        ("dungeons.crypt.rooms.max_size=7", ("dungeons", "crypt", "rooms", "max_size"), 7),
        ("display.border_colour=red", ("display", "border_colour"), "red"),
        ("tiles.wall.colour=red", ("tiles", "wall", "colour"), "red"),
        ("random.shifts[2]=13", ("random", "shifts"), [7, 9, 13]),
    ],
)
def test_an_override_reaches_what_the_file_leaves_out(
    change: str, path: tuple[str, ...], value: object, tmp_path: Path
) -> None:
    found: Any = load(tmp_path, SMALLEST, change)
    for key in path:
        found = found[key] if isinstance(found, dict) else getattr(found, key)
    assert found == value


def test_an_error_of_an_override_of_a_default_names_the_override(tmp_path: Path) -> None:
    path = write_spec(tmp_path, SMALLEST)
    (problem,) = error_of(path, ["tiles.wall.code=2"]).problems
    assert problem.path == "--set tiles.wall.code=2"
    (problem,) = error_of(path, ["dungeons.crypt.room.max_size=2"]).problems
    assert "did you mean `rooms`?" in problem.right
    (problem,) = error_of(path, ["structs.room.x.bytes=2"]).problems
    assert "automatic layout" in problem.wrong
