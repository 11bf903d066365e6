"""Mistakes in `modules.open`, and what is refused later because a module cannot have it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.edited_spec import problems_of

from pygen.base.errors import UsageError, UserError
from pygen.base.project import C_FOLDER
from pygen.commands.export import Arguments, run
from pygen.console.values import parse_values, values_for
from pygen.emit.dungeon_plan import dungeon_plan
from pygen.emit.kernels import words_of_parts
from pygen.emit.opened import opened_dungeon
from pygen.spec import Spec, SpecError, load_spec
from pygen.spec.open_parameters import open_parameters

TEXT = """\
version: 1
dungeons:
  crypt: {kind: grid_rooms, map: {width: 64, height: 64}}
  halls:
    kind: bsp
    map: {width: 64, height: 64}
    floors: {2-9: {doors: {chance: 50}}}
program: {name: game, dungeons: [crypt, halls]}
modules:
  open: [%s]
"""


def spec_with(folder: Path, names: str) -> Spec:
    file = folder / "spec.yaml"
    file.write_text(TEXT % names, encoding="utf-8")
    return load_spec(file)


@pytest.mark.parametrize(
    ("names", "wrong", "right"),
    [
        ("rooms.mx_size", "no dungeon has the parameter `rooms.mx_size`", "did you mean"),
        ("connect", "expected", "rooms.max_size"),
        ("crypt.connect", "cannot be open, because the C is made for its value", "grid.rows"),
        ("map.width", "`map.width` cannot be open", "expected one of"),
        ("halls.grid.rows", "no dungeon has the parameter `grid.rows`", "split.rooms"),
        ("doors.chance", "`doors.chance` differs between the floors of `halls`", "one value"),
        ("rooms.max_size 12-6", "runs backwards", "smaller number first"),
        ("rooms.max_size, rooms.max_size", "is there twice", "once"),
    ],
)
def test_mistakes_are_reported_where_they_are(
    tmp_path: Path, names: str, wrong: str, right: str
) -> None:
    (problem,) = problems_of(tmp_path, TEXT % names)
    assert problem.line == 10
    assert wrong in str(problem) and right in str(problem)


def test_a_broken_dungeon_hides_no_name(tmp_path: Path) -> None:
    """What is wrong with a dungeon is reported, and not that none has its keys."""
    text = (TEXT % "rooms.max_size, split.rooms").replace("kind: bsp", "kind: bsp\n    split: 3")
    (problem,) = problems_of(tmp_path, text)
    assert "split" in str(problem)


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        ("crypt.rooms.max_size 8-99", "has values that crypt cannot have"),
        ("crypt.rooms.max_size 10-12", "lacks 8, the value of crypt"),
    ],
)
def test_a_range_must_be_one_of_the_dungeon(tmp_path: Path, names: str, wrong: str) -> None:
    with pytest.raises(UserError, match=wrong):
        open_parameters(spec_with(tmp_path, names), "crypt")


def test_a_value_that_needs_more_memory_is_out_of_range(tmp_path: Path) -> None:
    spec = spec_with(tmp_path, "grid.columns, split.rooms")
    for dungeon in ("crypt", "halls"):
        (one,) = open_parameters(spec, dungeon).parameters
        assert one.most == one.default > one.least


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        ("rooms.max_size 8-14, rooms.fill 50-60", "ROOM_LEAST follows from more than one"),
        ("halls.rooms.max_size", "the tables for all values of the open parameter"),
    ],
)
def test_what_has_no_table_is_refused(tmp_path: Path, names: str, wrong: str) -> None:
    spec = spec_with(tmp_path, names)
    with pytest.raises(UserError, match=wrong):
        dungeon_plan(spec, "halls", words_of_parts(C_FOLDER), C_FOLDER)


def test_a_name_opens_all_dungeons_that_can_have_it_open(tmp_path: Path) -> None:
    spec = spec_with(tmp_path, "rooms.min_size, crypt.rooms.attempts")
    names = {
        dungeon: [one.name for one in open_parameters(spec, dungeon).parameters]
        for dungeon in spec.dungeons
    }
    assert names == {"crypt": ["rooms.min_size", "rooms.attempts"], "halls": ["rooms.min_size"]}
    assert opened_dungeon(spec, "halls").plan.names == ["rooms.min_size"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("rooms.min_size", "is no NAME=NUMBER"),
        ("rooms.min_size=x", "is no NAME=NUMBER"),
        ("rooms.min_size=4,rooms.min_size=4", "is there twice"),
        ("rooms.min=4", "rooms.min is not open in crypt"),
        ("rooms.min_size=200", "rooms.min_size is 200: expected"),
    ],
)
def test_values_on_the_command_line(tmp_path: Path, text: str, wrong: str) -> None:
    spec = spec_with(tmp_path, "rooms.min_size, crypt.rooms.attempts")
    with pytest.raises(UsageError, match=wrong):
        values_for(spec, "crypt", parse_values(text))
    assert values_for(spec, "crypt", parse_values("rooms.attempts=9")) == (4, 9)


def test_an_export_names_the_line_of_what_a_module_cannot_have(tmp_path: Path) -> None:
    spec_with(tmp_path, "rooms.min_size, crypt.rooms.max_size 8-99")
    given = Arguments(spec=str(tmp_path / "spec.yaml"), dungeon="crypt", to=str(tmp_path / "to"))
    with pytest.raises(SpecError, match=r"spec\.yaml:10:26: modules\.open\[1\]: `rooms\.max_size"):
        run(given)
    assert not (tmp_path / "to").exists()
