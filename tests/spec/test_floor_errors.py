"""Mistakes in `floors`: each is reported at its place, once, with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.edited_spec import position, problems_of

from pygen.spec import Problem, load_spec

HEAD = """\
dungeons:
  deep:
    kind: grid_rooms
    secrets: {room_chance: 20}
    floors:
"""


def problems(folder: Path, *floors: str) -> tuple[str, list[Problem]]:
    """A spec with these lines of floors, and what is wrong with it."""
    text = HEAD + "".join(f"      {line}\n" for line in floors)
    return text, problems_of(folder, text)


@pytest.mark.parametrize(
    ("line", "at", "key", "wrong", "right"),
    [
        ("4-9: {rooms: {max_size: 99}}", "99", "4-9.rooms.max_size", "99 is too large", "2 to 32"),
        ("12: {rooms: {max_size: x}}", "x}", "12.rooms.max_size", 'the text "x"', "2 to 32"),
        ("10-: {rooms: {mx_size: 5}}", "mx", "10-.rooms.mx_size", "unknown key", "`max_size`"),
        ("10-: {room: {}}", "room:", "10-.room", "unknown key", "`rooms`"),
        ("10-: 5", "5", "10-", "found the number 5", "a group of the keys"),
        ("10-: {rooms: {min_size: 9, max_size: 8}}", "8}", "10-.rooms.max_size", "below min_size",
         "9 or more"),
        ("10-: {rooms: {short_side_max: 9}}", "9}", "10-.rooms.short_side_max", "outside",
         "4 to 8"),
        ("4-9: {map: {width: 80}}", "map", "4-9.map", "`map` is the same on all floors", "delete"),
        ("4-9: {connect: rules}", "rules", "4-9.connect", "`connect` is the same", "delete it"),
        ("4-9: {kind: walk}", "walk", "4-9.kind", 'the text "walk"', "the same on all floors"),
        ("4-9: {floors: {5: {}}}", "floors: {", "4-9.floors", "ranges of its own", "beside"),
        ("9-4: {}", "9-4", "9-4", "runs backwards", "write 4-9"),
        ("250-257: {}", "250", "250-257", "do not exist", "1 to 256"),
        ("257: {}", "257", "257", "do not exist", "1 to 256"),
        ("0-3: {}", "0-3", "0-3", "no range of floors", "such as 4-9"),
        ("four: {}", "four", "four", "no range of floors", "10- for all"),
        ("4-9: {structs: {}}", "structs", "4-9.structs", "unknown key", "possible keys"),
    ],
)  # fmt: skip
def test_a_mistake_in_floors_is_one_error_with_its_place(
    tmp_path: Path, line: str, at: str, key: str, wrong: str, right: str
) -> None:
    text, found = problems(tmp_path, line)
    assert len(found) == 1, found
    (problem,) = found
    assert problem.key_path == f"dungeons.deep.floors.{key}"
    assert wrong in problem.wrong and right in problem.right, problem
    assert (problem.line, problem.column) == position(text, at, "floors:")


def test_the_place_of_a_value_that_a_range_leaves_out_is_what_is_around_it(tmp_path: Path) -> None:
    text, found = problems(tmp_path, "10-: {grid: {columns: 8, rows: 8}, rooms: {border: 6}}")
    assert {problem.key_path for problem in found} == {"dungeons.deep.floors.10-.rooms.max_size"}
    assert {(p.line, p.column) for p in found} == {position(text, "rooms: {", "floors:")}
    assert all("cannot fit" in problem.wrong for problem in found)


def test_ranges_with_a_floor_in_common_are_an_error(tmp_path: Path) -> None:
    text, found = problems(tmp_path, "4-9: {}", "12: {}", "9-11: {}", "10-: {}")
    told = [(p.key_path.rpartition(".")[2], p.wrong) for p in found]
    assert told == [
        ("9-11", "`9-11` overlaps `4-9`: floor 9 is in both"),
        ("10-", "`10-` overlaps `12`: floor 12 is in both"),
        ("10-", "`10-` overlaps `9-11`: floor 10 is in both"),
    ]
    assert (found[0].line, found[0].column) == position(text, "9-11", "floors:")


def test_a_walks_pull_is_the_same_on_all_floors(tmp_path: Path) -> None:
    text = "dungeons:\n  w:\n    kind: walk\n    floors:\n      2: {walk: {pull: uniform}}\n"
    (problem,) = problems_of(tmp_path, text)
    assert problem.key_path == "dungeons.w.floors.2.walk.pull"
    assert (problem.line, problem.column) == position(text, "uniform", "")


def test_what_is_wrong_with_the_dungeon_itself_is_said_once(tmp_path: Path) -> None:
    text = HEAD.replace("room_chance: 20", "room_chance: 200, treasure: 3")
    found = problems_of(tmp_path, text + "      4-9: {}\n      10-: {rooms: {max_size: 5}}\n")
    keys = [problem.key_path for problem in found]
    assert keys == ["dungeons.deep.secrets.room_chance", "dungeons.deep.secrets.treasure"]
    # The same with a rule between two keys.
    text = HEAD.replace("room_chance: 20}", "room_chance: 20}\n    grid: {columns: 1, rows: 1}")
    found = problems_of(tmp_path, text + "      4-9: {secrets: {treasures: 1}}\n")
    assert [problem.key_path for problem in found] == ["dungeons.deep.grid"]


def test_mistakes_of_several_ranges_are_reported_together(tmp_path: Path) -> None:
    _, found = problems(tmp_path, "1: {rooms: {max_size: 1}}", "2: {rooms: {border: 99}}")
    keys = [problem.key_path for problem in found]
    assert keys == ["dungeons.deep.floors.1.rooms.max_size", "dungeons.deep.floors.2.rooms.border"]


def test_records_and_memory_fit_the_floor_that_needs_most(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    line = (
        "10-: {grid: {columns: 8, rows: 6}, rooms: {max_size: 4}, corridors: {max_connections: 8}}"
    )
    file.write_text(f"{HEAD}      {line}\n", encoding="utf-8")
    spec = load_spec(file)
    room = spec.layouts["room"]
    assert room["doors"].count == (8,)
    assert spec.memory["rooms"].size >= 48 * room.size
    assert spec.layouts["connection"]["room_id"].bits == 8


def test_a_record_that_is_too_small_for_some_floors_is_an_error_there(tmp_path: Path) -> None:
    text = HEAD + "      10-: {grid: {columns: 8, rows: 6}, rooms: {max_size: 4}}\n"
    text += "structs: {connection: {room_id: {bits: 5, unused: 31}, corridor_type: {bits: 3}}}\n"
    (problem,) = problems_of(tmp_path, text)
    assert problem.key_path == "dungeons.deep.floors.10-.grid"
    assert "48 cells are more than 31 rooms" in problem.wrong
    assert (problem.line, problem.column) == position(text, "grid: {", "floors:")


def test_a_region_that_is_too_small_for_some_floors_names_them(tmp_path: Path) -> None:
    text = HEAD + "      10-: {grid: {columns: 6}, rooms: {max_size: 4}}\n"
    text += "memory: {rooms: {start: 0x4000, end: 0x42FF}}\n"
    (problem,) = problems_of(tmp_path, text)
    assert problem.key_path == "memory.rooms.end"
    assert "24 rooms of dungeon `deep, floors 10-`" in problem.wrong
