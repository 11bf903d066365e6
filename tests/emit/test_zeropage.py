"""The plan of zero page: what is declared is what programs contain, and mistakes are explained."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.base.errors import UserError
from pygen.base.files import source_files
from pygen.base.project import C_FOLDER, TEMPLATES
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import build_module
from pygen.emit.zeropage import FILE_NAME, ZERO_PAGE, plan_zero_page
from pygen.spec import Spec, load_spec

WALK = f"kinds/walk/{FILE_NAME}"
THE_PLAN = {"platform.h", "zeropage.h.j2", "zeropage.c.j2"}
"""What turns the plan into declarations."""


def lists(folder: Path) -> Path:
    """A copy of all lists, to be changed."""
    for file in source_files(C_FOLDER, FILE_NAME):
        copy = folder / file.relative_to(C_FOLDER)
        copy.parent.mkdir(parents=True)
        copy.write_bytes(file.read_bytes())
    return folder


def failure(spec: Spec, folder: Path) -> UserError:
    with pytest.raises(UserError) as raised:
        plan_zero_page(spec, folder)
    assert raised.value.hint
    return raised.value


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("dungeon", ["crypt", "burrow"])
def test_every_variable_has_bytes_of_its_own_in_the_module(
    spec: Spec, compiler: str, dungeon: str
) -> None:
    module = module_of(spec, dungeon, compiler)
    plan = plan_zero_page(spec, C_FOLDER, selection=spec.only(dungeon))
    every = [variable for section in plan.generators for variable in section.variables]
    planned = [variable for variable in every if not variable.shares]
    result = module.result
    placed = [variable for variable in planned if variable.name in result.labels]
    spans = sorted(
        (result.labels[variable.name], result.labels[variable.name] + variable.size)
        for variable in placed
    )
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    sizes = {item.name: item.size for item in result.objects if item.kind == "zeropage"}
    assert [sizes[variable.name] for variable in placed] == [variable.size for variable in placed]
    room = module.layout.zeropage
    assert room.start <= spans[0][0] and spans[-1][1] <= room.stop
    if compiler == "cc65":
        first = result.labels[planned[0].name]
        assert [result.labels[variable.name] - first for variable in planned] == [
            variable.offset for variable in planned
        ]
    else:
        # OSCAR64 leaves out what nobody uses; the others are in order of their first use.
        assert len(placed) > len(planned) / 2


@pytest.mark.parametrize("generates", [True, False])
def test_offsets_follow_each_other(spec: Spec, generates: bool) -> None:
    plan = plan_zero_page(spec, C_FOLDER, generates)
    at = 0
    for section in plan.sections:
        for variable in section.variables:
            if not variable.shares:
                assert variable.offset == at
                at += variable.size
    assert 0 < at == plan.size


def test_variables_of_different_phases_share_their_bytes(tmp_path: Path) -> None:
    file = lists(tmp_path) / f"kinds/grid_rooms/{FILE_NAME}"
    file.write_text(
        "uint8_t a: rooms\nuint16_t b: rooms\nuint8_t c\nuint8_t d: corridors, stairs\n"
        "uint8_t e: stairs\nuint8_t f: treasures\n"
    )
    plan = plan_zero_page(load_spec(SPEC_FILE, ["program.dungeons=[crypt]"]), tmp_path)
    section = plan.generators[1]
    # `d` and `f` take the place of `a`; `e` is of a phase of `d`, and the types must be the same.
    shares = {variable.name: variable.shares for variable in section.variables}
    assert shares == {"a": "", "b": "", "c": "", "d": "a", "e": "", "f": "a"}
    offsets = {variable.name: variable.offset for variable in section.variables}
    assert offsets["d"] == offsets["f"] == offsets["a"]
    assert section.size == 1 + 2 + 1 + 1


def test_bytes_are_kept_between_steps_for_whoever_shares_them(tmp_path: Path) -> None:
    file = lists(tmp_path) / f"kinds/grid_rooms/{FILE_NAME}"
    file.write_text("uint8_t first: rooms\nkept uint8_t second: corridors\nuint8_t third: rooms\n")
    plan = plan_zero_page(load_spec(SPEC_FILE, ["program.dungeons=[crypt]"]), tmp_path)
    assert [variable.name for variable in plan.generators[1].kept] == ["first"]


def test_a_program_s_own_variables_are_not_those_of_its_generators(spec: Spec) -> None:
    generators, program = (plan_zero_page(spec, C_FOLDER, kind) for kind in (True, False))
    assert generators.generators and not generators.playing
    assert program.playing and not program.generators


def test_only_the_kinds_of_the_program_take_zero_page(spec: Spec, tmp_path: Path) -> None:
    lists(tmp_path)
    crypt = load_spec(SPEC_FILE, ["program.dungeons=[crypt]"])
    names = {section.kind for section in plan_zero_page(spec, tmp_path).sections}
    assert "walk" in names
    (tmp_path / WALK).write_text("nonsense\n")
    names = {section.kind for section in plan_zero_page(crypt, tmp_path).sections}
    assert names == {"", "grid_rooms"}


def test_a_kind_may_do_without_zero_page(spec: Spec, tmp_path: Path) -> None:
    (lists(tmp_path) / WALK).unlink()
    names = {section.kind for section in plan_zero_page(spec, tmp_path).sections}
    assert names == {"", "grid_rooms"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("uint32_t total  # a sum", "'uint32_t total' is no variable"),
        ("uint8_t Total", "'uint8_t Total' is no variable"),
        ("uint8_t table[4]", "is no variable"),
        ("static uint8_t total", "is no variable"),
        ("uint8_t total = 0", "is no variable"),
        ("uint8_ttotal", "is no variable"),
        ("uint8_t total: wlak", "there is no phase 'wlak'"),
        ("uint8_t fill_row: walk", "'fill_row' is already declared at"),
        ("uint8_t walker_x: walk", "'walker_x' is already declared at"),
        ("uint8_t total @ nowhere: walk", "'nowhere' is declared nowhere before"),
        ("uint8_t total @ random_low", "'random_low' keeps its value from step to step"),
        ("uint8_t total @ floor_number", "'floor_number' has the bytes of 'fill_count' itself"),
        ("uint16_t total @ fill_count", "'fill_count' has 1 bytes, too few for 2 from 0 on"),
        ("uint8_t total @ fill_row + 2", "'fill_row' has 2 bytes, too few for 1 from 2 on"),
        ("kept uint8_t total @ fill_count", "'total' cannot keep its value in 'fill_count'"),
        ("uint8_t total @ spot_x", "'spot_x' is declared nowhere before"),
        ("uint8_t total @ fill_row +", "is no variable in zero page"),
    ],
)
def test_a_wrong_line_is_reported_with_its_place(
    spec: Spec, tmp_path: Path, line: str, words: str
) -> None:
    file = lists(tmp_path) / WALK
    text = file.read_text()
    file.write_text(f"{text}\n# one more\n{line}\n")
    error = failure(spec, tmp_path)
    assert words in error.message
    assert error.message.startswith(f"{file}:{len(text.splitlines()) + 3}: ")


def test_the_phases_of_a_kind_are_named_if_one_is_wrong(spec: Spec, tmp_path: Path) -> None:
    (lists(tmp_path) / WALK).write_text("uint8_t here: walk, wlak\n")
    assert "walk, stairs, camera" in failure(spec, tmp_path).hint
    (tmp_path / "core" / FILE_NAME).write_text("uint8_t here: walk\n")
    assert "leave it out" in failure(spec, tmp_path).hint


def test_all_kinds_of_variables_are_read(spec: Spec, tmp_path: Path) -> None:
    (lists(tmp_path) / WALK).write_text(
        "# a comment\n\nuint8_t one\nkept uint16_t two : walk,stairs # why\nconst uint8_t *three\n"
    )
    sections = plan_zero_page(spec, tmp_path).generators
    section = next(section for section in sections if section.kind == "walk")
    found = [(v.name, v.c_type, v.size, v.phases, v.meaning, v.is_kept) for v in section.variables]
    assert found == [
        ("one", "uint8_t", 1, (), "", False),
        ("two", "uint16_t", 2, ("walk", "stairs"), "why", True),
        ("three", "const uint8_t *", 2, (), "", False),
    ]


def test_a_variable_may_be_laid_on_the_bytes_of_another(spec: Spec, tmp_path: Path) -> None:
    (lists(tmp_path) / WALK).write_text(
        "uint8_t *one\nuint8_t *two @ one: walk\nuint8_t upper @ one+1\nuint8_t at @ fill_row + 1\n"
    )
    plan = plan_zero_page(spec, tmp_path)
    by_name = {variable.name: variable for variable in plan.variables}
    first = by_name["one"].offset
    assert [by_name[name].bytes for name in ("two", "upper")] == [
        range(first, first + 2), range(first + 1, first + 2)
    ]  # fmt: skip
    assert by_name["at"].offset == by_name["fill_row"].offset + 1
    # Only assembly can name a byte of a pointer.
    assert [by_name[name].is_part for name in ("one", "two", "upper", "at")] == [
        False, False, True, True
    ]  # fmt: skip
    assert next(one for one in plan.generators if one.kind == "walk").size == 2
    assert {one.name for one in plan.variables if one.shares} >= {"two", "upper", "at"}


def more(folder: Path, name: str, count: int) -> Path:
    """A copy of all lists, one of which has so many more variables of a byte."""
    file = lists(folder) / name
    file.write_text(file.read_text() + "".join(f"uint8_t more_{n}\n" for n in range(count)))
    return folder


@pytest.mark.parametrize("compiler", COMPILERS)
def test_variables_that_do_not_fit_into_a_module_are_named(
    spec: Spec, tmp_path: Path, compiler: str
) -> None:
    found = compiler_or_skip(compiler)
    module = module_of(spec, "burrow", compiler)
    alone = spec.only("burrow")
    room = len(module.layout.zeropage) - found.zero_page_of_library
    count = room - plan_zero_page(spec, C_FOLDER, selection=alone).size
    sources = shutil.copytree(C_FOLDER, tmp_path / "c64src")
    wrong = more(tmp_path / "more", WALK, count + 1)
    (sources / WALK).write_bytes((wrong / WALK).read_bytes())
    with pytest.raises(UserError) as raised:
        build_module(spec, "spec", found, "burrow", build_folder=tmp_path, source_folder=sources)
    said = raised.value.message
    assert f"take {room + 1} bytes, and a module of {compiler} has {room}" in said
    for words in ("the kind walk: walker_x 1", f"more_{count} 1", "all generators: random_low 1"):
        assert words in said
    # One less is just right.
    right = more(tmp_path / "right", WALK, count)
    (sources / WALK).write_bytes((right / WALK).read_bytes())
    assert build_module(
        spec, "spec", found, "burrow", build_folder=tmp_path, source_folder=sources
    ).image


def test_variables_that_do_not_fit_into_a_program_are_named(spec: Spec, tmp_path: Path) -> None:
    used = plan_zero_page(spec, C_FOLDER, generates=False).size
    name = f"program/{FILE_NAME}"
    right = more(tmp_path / "right", name, len(ZERO_PAGE) - used)
    assert plan_zero_page(spec, right, generates=False).size == len(ZERO_PAGE) == 80
    wrong = more(tmp_path / "wrong", name, len(ZERO_PAGE) + 1 - used)
    with pytest.raises(UserError, match="take 81 bytes, and a program has 80: .* more_0 1"):
        plan_zero_page(spec, wrong, generates=False)


def test_a_list_that_is_missing_is_an_error(spec: Spec, tmp_path: Path) -> None:
    file = lists(tmp_path) / "core" / FILE_NAME
    file.unlink()
    assert failure(spec, tmp_path).message.startswith(f"{file}: cannot be read")


def test_no_other_file_declares_variables_in_zero_page() -> None:
    files = [
        *source_files(C_FOLDER, "*.c", "*.h", "*.j2"), *source_files(TEMPLATES, "*.j2")
    ]  # fmt: skip
    declaring = {
        file.name
        for file in files
        if re.search(r"\b(ZEROPAGE|ZEROPAGE_EXTERN|__zeropage)\b", file.read_text())
    }
    assert declaring == THE_PLAN
