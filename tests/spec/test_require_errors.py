"""What is wrong with the key `require`, in words and with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pygen.spec import SpecError, load_spec

HALLS = "kind: bsp"
OPEN = "{name: measure, figures: [open_share]}"
ENEMIES = f"{HALLS}, passes: [{{name: enemies}}]"


def problems(tmp_path: Path, section: str) -> list[Any]:
    path = tmp_path / "spec.yaml"
    path.write_text(f"dungeons:\n  halls: {{{section}}}\n", encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load_spec(path)
    return caught.value.problems


@pytest.mark.parametrize(
    ("section", "key", "wrong", "right"),
    [
        (f"{HALLS}, require: [loops]", "require[0]", "something is missing", "a comparison"),
        (f"{HALLS}, require: ['loops > 1 &&']", "require[0]", "`&&` cannot be", "write and"),
        (
            f"{HALLS}, require: ['loop > 1']",
            "require[0]",
            "no figure `loop`",
            "did you mean `loops`",
        ),
        (f"{HALLS}, require: [3]", "require[0]", "found the number 3", 'write it in quotes: "3"'),
        (f"{HALLS}, require: loops > 1", "require", "found the text", 'write `["loops > 1"]`'),
        (
            f"{HALLS}, require: {{conditions: [loops > 1], tries: 0}}",
            "require.tries",
            "0 is too small",
            "1 to 64",
        ),
        (
            f"{HALLS}, require: {{conditions: [loops > 1], tries: 65}}",
            "require.tries",
            "65 is too large",
            "1 to 64",
        ),
        (f"{HALLS}, require: {{conditions: []}}", "require.conditions", "an empty list", "list"),
        (
            f"{HALLS}, require: {{tries: 3}}",
            "require.conditions",
            "this key is missing",
            "conditions",
        ),
        (
            f"{HALLS}, require: [loops > 255]",
            "require[0]",
            "this is never met",
            "`loops` is 0 to 60",
        ),
        (
            f"{HALLS}, require: [loops > -1]",
            "require[0]",
            "this is always met",
            "`loops` is 0 to 60",
        ),
        (f"{HALLS}, require: [stairs_steps < 70000]", "require[0]", "this is always met", "5,183"),
        (f"{HALLS}, require: [open_share > 100]", "require[0]", "never met", "is 0 to 100"),
        (f"{HALLS}, require: [empty_square <= 72]", "require[0]", "always met", "is 0 to 72"),
        (
            f"{HALLS}, map: {{width: 30, height: 20}}, require: [stairs_steps > 599]",
            "require[0]",
            "this is never met",
            "`stairs_steps` is 0 to 599",
        ),
        (f"{HALLS}, require: [up_x > 71 or up_y < 0]", "require[0]", "never met", "0 to 71"),
        (f"{HALLS}, require: [random_state > 0]", "require[0]", "always met", "1 to 65,535"),
        (f"{HALLS}, require: [status > 127]", "require[0]", "never met", "0 to 127"),
        (
            f"{ENEMIES}, require: [passes.enemies.placed > 8]",
            "require[0]",
            "this is never met",
            "`passes.enemies.placed` is 0 to 8",
        ),
        (f"{ENEMIES}, require: [entities <= 8]", "require[0]", "always met", "0 to 8"),
        (
            "kind: grid_rooms, require: [rooms > 20]",
            "require[0]",
            "this is never met",
            "`rooms` is 0 to",
        ),
        (f"{HALLS}, require: [2 < 3]", "require[0]", "this is always met", "compare a figure"),
        (
            f"{HALLS}, require: [seed > 3]",
            "require[0]",
            "only `invoke find` has `seed`",
            "expected",
        ),
        (
            f"{HALLS}, require: [tiles.door > 3]",
            "require[0]",
            "only `invoke find` has `tiles.door`",
            "expected",
        ),
        (
            f"{HALLS}, require: [tries < 3]",
            "require[0]",
            "the number of tries follows",
            "delete it",
        ),
        (
            f"{HALLS}, require: [entities > 3]",
            "require[0]",
            "the dungeon has no figure `entities`",
            "enemies, items",
        ),
        (
            f"{HALLS}, require: [passes.locks.placed > 0]",
            "require[0]",
            "the dungeon has no pass `locks`",
            "add {name: locks}",
        ),
        (
            f"{HALLS}, passes: [{{name: items}}], require: [status == 0], "
            "floors: {2-: {passes: {enemies: {most: 3}}}}",
            "floors.2-.passes",
            "the dungeon has no pass `enemies`",
            "items",
        ),
        (
            f"{ENEMIES}, require: [passes.enemies.left_out == 0]",
            "require[0]",
            "a module counts entities",
            "status == 0",
        ),
        (
            f"{ENEMIES}, require: [passes.enemies.dragon > 0]",
            "require[0]",
            "there is no figure",
            "passes.enemies.placed",
        ),
        (
            f"{HALLS}, passes: [{OPEN}], require: [stairs_steps > 9]",
            "require[0]",
            "`stairs_steps` is not measured",
            "add stairs_steps to its `figures`",
        ),
        (
            "kind: mystery, numbers: exact, require: [chambers > 3]",
            "require",
            "it cannot be built again: in exact mode",
            "delete it",
        ),
        (
            f"{HALLS}, passes: [{{name: enemies, id: require}}]",
            "passes[0]",
            "`require` is the stream of random numbers",
            "id: require_2",
        ),
    ],
)
def test_a_mistake_is_said_where_it_is(
    tmp_path: Path, section: str, key: str, wrong: str, right: str
) -> None:
    found = problems(tmp_path, section)
    assert len(found) == 1, found
    (problem,) = found
    assert problem.key_path == f"dungeons.halls.{key}" and problem.line == 2
    assert wrong in problem.wrong and right in problem.right


def test_a_world_is_refused(tmp_path: Path) -> None:
    section = "kind: caves, world: {}, passes: [{name: gates}, {name: regions, keep: all}]"
    (problem,) = problems(tmp_path, f"{section}, require: [status == 0]")
    assert problem.key_path == "dungeons.halls.require"
    assert "a chunk of a world cannot be built again" in problem.wrong


def test_what_some_floors_may_have_is_not_refused_for_others(tmp_path: Path) -> None:
    floors = "floors: {4-9: {passes: {enemies: {most: 20}}}}"
    path = tmp_path / "spec.yaml"
    section = f"{ENEMIES}, require: [passes.enemies.placed <= 9], {floors}"
    path.write_text(f"dungeons:\n  halls: {{{section}}}\n", encoding="utf-8")
    assert load_spec(path).dungeons["halls"].requires


def test_a_mistake_on_some_floors_is_said_there(tmp_path: Path) -> None:
    section = f"{HALLS}, require: [loops > 1], floors: {{4-9: {{require: [loops > 999]}}}}"
    (problem,) = problems(tmp_path, section)
    assert problem.key_path == "dungeons.halls.floors.4-9.require[0]"
    assert "never met" in problem.wrong


def test_what_a_range_of_floors_does_not_measure_is_an_error_there(tmp_path: Path) -> None:
    section = (
        f"{HALLS}, passes: [{{name: measure}}], require: [stairs_steps > 9], "
        "floors: {4-9: {passes: {measure: {figures: [open_share]}}}}"
    )
    (problem,) = problems(tmp_path, section)
    assert "is not measured" in problem.wrong and "4-9" in problem.key_path
