"""Tables, figures and tiles that a kind declares: another kind brings its own, and nothing else.

A made-up kind is added to a copy of the project. It has no rooms, but a table of 128 entities of 4
bytes, figures of its own and a tile of its own, of which it fills a rectangle. It also has more
phases than any kind that there is.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import Sample, every_dungeon
from helpers.programs import CACHE, in_vice, playable_of
from helpers.tools import (
    SPEC_FILE,
    any_compiler,
    compiler_or_skip,
    copy_simulator,
    needs_ca65,
    needs_cc,
    needs_cc65,
    needs_oscar64,
    needs_vice,
)

from pygen.base.errors import EmulatorFailed, UserError
from pygen.base.project import C_FOLDER, PROJECT
from pygen.builders.native import NativeBuilder, NativeFailed, build_native, run_checked
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import build_module
from pygen.emit import emit
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.dungeon.rooms import Room
from pygen.engine.generator.kind import Kind
from pygen.engine.random.request import Request
from pygen.kinds import KINDS, generate
from pygen.kinds.catalogue import find_kinds
from pygen.proof import parity
from pygen.spec import Spec, load_spec

SOURCES = ("pygen", "c64src", "templates", "tasks.py", "pyproject.toml")

TENTS = range(1, 9)
PHASES = ["clear", "camp", "entities", *(f"tent {n}" for n in TENTS), "camera"]

TENT = '''

def pitch_tent_{n}(g: Generation[Camp]) -> None:
    """Pitch a tent in a column of its own."""
    g.tiles.set({x}, 12 + g.random.below(20), g.codes["wall"])
'''
TENT_IN_C = """
/* Pitch a tent in a column of its own. */
static void pitch_tent_{n}(void)
{{
    set_tile({x}, 12 + random_below(20), TILE_WALL);
}}
"""


def tents(text: str) -> str:
    """The functions of all tents, each of which is a phase."""
    return "".join(text.format(n=n, x=10 + 2 * n) for n in TENTS)


CAMP = {
    "pygen/kinds/camp/parameters.py": '''\
"""The parameters of the kind `camp`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.definition.map_size import MapSize


class Camp(KindParameters):
    """A walled camp with a fire, and those who sit around it."""

    kind: Literal["camp"] = Field(description="a walled camp")
    map: MapSize = Field(default=MapSize(width=40, height=40), description="the size of the map")
    entities: int = Field(default=100, ge=0, le=255, description="how many sit around the fire")

    def constants(self) -> Constants:
        return {"ENTITY_COUNT": self.entities}
''',
    "pygen/kinds/camp/building.py": '''\
"""The phases `camp` and `entities`: a walled camp with a fire, and those who sit around it."""

from __future__ import annotations

from pygen.engine.dungeon.generation import Generation
from pygen.kinds.camp.parameters import Camp


def build_camp(g: Generation[Camp]) -> None:
    """Draw walls all round, floor inside, a fire of 3 x 2 tiles, and the stairs."""
    width, height = g.tiles.width, g.tiles.height
    g.tiles.fill(0, 0, width, height, g.codes["wall"])
    g.tiles.fill(1, 1, width - 2, height - 2, g.codes["floor"])
    g.tiles.fill(4, 5, 3, 2, g.codes["fire"])
    g.up, g.down = (1, 1), (2, 2)
    g.tiles.set(*g.up, g.codes["up_stairs"])
    g.tiles.set(*g.down, g.codes["down_stairs"])


def place_entities(g: Generation[Camp]) -> None:
    """Put the entities anywhere, and count the tall ones."""
    for _ in range(g.parameters.entities):
        entity = {"kind": g.random.below(6), "x": g.random.below(40), "y": g.random.below(40)}
        g.tables["entities"].append(entity)
        g.figures["tall"] += entity["kind"] == 5
'''
    + tents(TENT),
    "pygen/kinds/camp/__init__.py": '''\
"""A walled camp with entities."""

from pygen.engine.generator.kind import Kind, Phase
from pygen.engine.definition.tables import Figures, Structs, Table
from pygen.engine.definition.tiles import TileDefault
from pygen.kinds.camp import building
from pygen.kinds.camp.parameters import Camp

BYTE = {"bytes": 1}
ENTITY = {"kind": {"bytes": 1, "unused": 255}, "x": BYTE, "y": {"bytes": 1, "unused": 7}}

KIND = Kind(
    "camp",
    Camp,
    (
        Phase("camp", building.build_camp),
        Phase("entities", building.place_entities),
        *(Phase(f"tent {n}", getattr(building, f"pitch_tent_{n}")) for n in range(1, 9)),
    ),
    tables=(Table("entities", "entity", lambda _: 128, "entities", "whoever is there"),),
    structs=(Structs(lambda _: {"entity": {**ENTITY, "data": BYTE}}),),
    figures=Figures("camp_figures", {"entities": 1, "tall": 1}),
    tiles=(TileDefault("fire", 7, "^", "red", opaque=True),),
    filled=("wall", "floor", "fire"),
)
''',
    "c64src/kinds/camp/building.h": """\
/* The phases `camp` and `entities`: a walled camp with a fire, and those who sit around it. */

/* Draw walls all round, floor inside, a fire of 3 x 2 tiles, and the stairs. */
static void build_camp(void)
{
    rectangle_left = 0;
    rectangle_top = 0;
    rectangle_right = MAP_WIDTH - 1;
    rectangle_bottom = MAP_HEIGHT - 1;
    fill_rectangle(TILE_WALL);
    rectangle_left = 1;
    rectangle_top = 1;
    rectangle_right = MAP_WIDTH - 2;
    rectangle_bottom = MAP_HEIGHT - 2;
    fill_rectangle(TILE_FLOOR);
    rectangle_left = 4;
    rectangle_top = 5;
    rectangle_right = 6;
    rectangle_bottom = 6;
    fill_rectangle(TILE_FIRE);
    SUMMARY->up_x = SUMMARY->up_y = 1;
    SUMMARY->down_x = SUMMARY->down_y = 2;
    set_tile(1, 1, TILE_UP_STAIRS);
    set_tile(2, 2, TILE_DOWN_STAIRS);
}

/* Put the entities anywhere, and count the tall ones. */
static void place_entities(void)
{
    uint8_t n, kind;
    struct entity_record *entity;

    for (n = 0; n != ENTITY_COUNT; ++n) {
        ASSERT("entities: a record past the table's capacity", n < ENTITIES_CAPACITY);
        entity = ENTITY_RECORD(n);
        kind = random_below(6);
        ENTITY_SET_KIND(entity, kind);
        ENTITY_SET_X(entity, random_below(40));
        ENTITY_SET_Y(entity, random_below(40));
        ENTITY_SET_DATA(entity, 0);
        ++FIGURES->entities;
        if (kind == 5)
            ++FIGURES->tall;
    }
}
"""
    + tents(TENT_IN_C),
    "c64src/kinds/camp/camp.h": """\
/* A walled camp with entities. Included by the emitted unit of every dungeon of this kind. */

#include "core/fill_rectangle.h"
#include "kinds/camp/building.h"
""",
}
"""The files of the made-up kind."""

CHECKED = """\
import sys
from pathlib import Path
from pygen.builders.native import build_native, run_checked
from pygen.spec import load_spec
spec = load_spec(Path(sys.argv[1]))
built = list(run_checked(build_native(spec, "checked"), spec, "camp", [1, 2]))
print(len(built), "dungeons")
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the made-up kind."""
    folder = tmp_path_factory.mktemp("camp")
    copy_simulator(folder)
    for source in SOURCES:
        if (PROJECT / source).is_dir():
            shutil.copytree(PROJECT / source, folder / source)
        else:
            shutil.copy(PROJECT / source, folder / source)
    for name, text in CAMP.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    dungeons = "camp: {kind: camp}, crypt: {kind: grid_rooms}, burrow: {kind: walk}"
    (folder / "all.yaml").write_text(f"dungeons: {{{dungeons}}}\n", encoding="utf-8")
    (folder / "alone.yaml").write_text("dungeons: {camp: {kind: camp}}\n", encoding="utf-8")
    full = "dungeons: {camp: {kind: camp, entities: 129}}\n"
    (folder / "full.yaml").write_text(full, encoding="utf-8")
    return folder


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def invoke(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(project, "-m", "invoke", *arguments)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "compiler",
    [
        # The others prove the native build, too.
        pytest.param("none", marks=[needs_cc, pytest.mark.long]),
        pytest.param("oscar64", marks=[needs_oscar64, needs_cc]),
        pytest.param("cc65", marks=[needs_cc65, needs_cc]),
    ],
)
@pytest.mark.parametrize("spec", ["alone.yaml", "all.yaml"])
def test_a_kind_with_a_table_of_its_own_is_equal_in_all_languages(
    project: Path, compiler: str, spec: str
) -> None:
    if compiler != "none":
        compiler_or_skip(compiler)
    done = invoke(
        project, "verify", "--spec", spec, "--sample", "32", "--compiler", compiler, "--jobs", "1",
        "--report", "report.json",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads((project / "report.json").read_text())["results"]
    dungeons = {result["dungeon"] for result in results if result["equal"] == 32}
    assert dungeons == ({"camp"} if spec == "alone.yaml" else {"camp", "crypt", "burrow"})


@needs_vice
@needs_ca65
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_kind_with_twelve_phases_is_stopped_and_measured_after_each(
    project: Path, compiler: str
) -> None:
    compiler_or_skip(compiler)
    assert len(PHASES) == 12
    arguments = ("--spec", "alone.yaml", "--compiler", compiler)
    done = invoke(project, "parity", *arguments, "--seeds", "0-3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all 4 dungeons are equal" in done.stdout
    done = invoke(project, "profile", *arguments, "--seed", "3")
    assert done.returncode == 0, done.stderr
    table = re.findall(r"^(\w+(?: \w+)?) +([\d,]+) +[\d.]+ %$", done.stdout, re.M)
    assert [name for name, _ in table] == PHASES
    assert all(int(cycles.replace(",", "")) > 50 for _, cycles in table)


def shown(project: Path, dungeon: str) -> dict[str, Any]:
    done = invoke(
        project, "show", "--spec", "all.yaml", "--dungeon", dungeon, "--seed", "3",
        "--json", "dungeon.json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads((project / "dungeon.json").read_text())
    return data


def test_its_table_and_figures_are_shown_like_all_others(project: Path) -> None:
    data = shown(project, "camp")
    assert len(data["entities"]) == data["statistics"]["entities"] == 100
    assert all(list(entity) == ["kind", "x", "y", "data"] for entity in data["entities"])
    tall = sum(entity["kind"] == 5 for entity in data["entities"])
    assert data["statistics"]["tall"] == tall > 0
    assert data["statistics"]["tiles"]["fire"] == 6
    assert set(data["statistics"]["hashes"]) == {"map", "entities"} and "rooms" not in data
    assert "entities" not in shown(project, "crypt")


def test_a_table_written_past_its_capacity_is_an_error_in_both_languages(project: Path) -> None:
    done = invoke(project, "show", "--spec", "full.yaml", "--seed", "3")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    said = " ".join(done.stderr.split())
    assert "row 129 of the table `entities` is past its capacity of 128" in said
    assert "Raise the capacity that the kind declares" in said


@needs_cc
def test_the_checked_build_ends_where_a_table_is_full(project: Path) -> None:
    done = run(project, "-c", CHECKED, "alone.yaml")
    assert done.returncode == 0 and done.stdout == "2 dungeons\n", done.stderr
    done = run(project, "-c", CHECKED, "full.yaml")
    assert done.returncode != 0
    assert "assertion failed: entities: a record past the table's capacity" in done.stderr


# ------------------------------------------------------------------ the kinds that there are


@every_dungeon
def test_a_table_is_final_after_the_phase_that_its_kind_names(sample: Sample) -> None:
    for seed in (0, 7, 4711):
        seen: list[tuple[str, str, bytes]] = []
        generation = generate(
            sample.spec,
            Request(sample.dungeon, seed),
            lambda phase, g: seen.extend((phase, name, g.table_bytes(name)) for name in g.tables),  # noqa: B023
        )
        phases = [phase.name for phase in KINDS[sample.kind].phases]
        for table in sample.spec.tables(sample.dungeon):
            done = phases[phases.index(table.final_after) :]
            found = {data for phase, name, data in seen if name == table.name and phase in done}
            assert found == {generation.table_bytes(table.name)}, table.name


def test_more_rooms_than_records_are_an_error(spec: Spec) -> None:
    generation = generate(spec, Request("crypt", 7))
    full = "dungeon `crypt`: row 17 of the table `rooms` is past its capacity of 16"
    with pytest.raises(UserError, match=full):
        generation.rooms.append(Room(1, 1, 4, 4))
    with pytest.raises(UserError, match=full):
        generation.table_bytes("rooms")


TOO_FAST = ("    ++room_count;\n", "    room_count += 2;\n")


def edited_sources(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of c64src in which `old` of a file is `new`."""
    copy = Path(shutil.copytree(C_FOLDER, folder / "c64src"))
    text = (copy / file).read_text()
    assert text.count(old) == 1
    (copy / file).write_text(text.replace(old, new))
    return copy


@needs_cc
def test_the_checked_build_asserts_that_rooms_fit_their_table(spec: Spec, tmp_path: Path) -> None:
    source = edited_sources(tmp_path, "kinds/grid_rooms/rooms.h", *TOO_FAST)
    program = build_native(spec, "checked", CACHE, source)
    with pytest.raises(NativeFailed, match="assertion failed: rooms: a record past the table's"):
        list(run_checked(program, spec, "crypt", [1]))


@pytest.mark.vice
def test_the_dev_profile_asserts_that_rooms_fit_their_table(spec: Spec, tmp_path: Path) -> None:
    compiler = any_compiler()
    source = edited_sources(tmp_path, "kinds/grid_rooms/rooms.h", *TOO_FAST)
    module = build_module(
        spec, "generator.yaml", compiler, "crypt", "dev", tmp_path, source_folder=source
    )
    with in_vice(module) as machine, pytest.raises(EmulatorFailed) as failure:
        parity.compare(machine, Request("crypt", 0))
    assert "rooms: a record past the table's capacity" in failure.value.message


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize(
    ("file", "old", "new", "phase", "field"),
    [
        ("rooms", "FIGURES->rooms = room_count;", "", "rooms", "rooms"),
        ("secret_rooms", "++FIGURES->secret_rooms;", "", "secret rooms", "secret_rooms"),
        ("stairs", "SUMMARY->down_y = ", "SUMMARY->down_y = 1 + ", "stairs", "down_y"),
    ],
)
def test_a_wrong_figure_is_blamed_on_its_phase(
    spec: Spec, tmp_path: Path, file: str, old: str, new: str, phase: str, field: str
) -> None:
    source = edited_sources(tmp_path, f"kinds/grid_rooms/{file}.h", old, new)
    builder = NativeBuilder(spec, build_native(spec, "quick", CACHE, source))
    cases = (parity.compare(builder, Request("crypt", seed)) for seed in range(8))
    wrong = next(case for case in cases if not case.equal)
    diagnosis = parity.diagnose(builder, wrong)
    assert diagnosis.phase == phase
    assert f"summary.{field}" in {difference.name for difference in diagnosis.differences}


def test_every_kind_counts_the_rows_of_its_tables() -> None:
    assert any(kind.tables for kind in KINDS.values())
    for kind in KINDS.values():
        for table in kind.tables:
            assert table.is_optional != (table.name in kind.figures.fields)
            assert table.final_after in {phase.name for phase in kind.phases}


def test_a_table_takes_no_code_where_no_dungeon_has_it(tmp_path: Path) -> None:
    for dungeons, has_rooms in (("burrow", False), ("burrow, crypt", True)):
        emit(load_spec(SPEC_FILE, [f"program.dungeons=[{dungeons}]"]), "spec", tmp_path)
        text = "".join(file.read_text() for file in tmp_path.iterdir())
        assert ("room_address[" in text) == has_rooms


@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize("secrets", [0, 2])
def test_a_program_may_have_any_number_of_secret_tiles(
    tmp_path: Path, compiler: str, secrets: int
) -> None:
    """All eight codes are in use, so that no comparison of a tile with a code is always false."""
    file = tmp_path / "spec.yaml"
    file.write_text("dungeons: {burrow: {kind: walk}}\n", encoding="utf-8")
    extra = "{{code: {0}, walkable: true, glyph: '{1}', colour: red, secret: {2}}}"
    tiles = [
        f"tiles.extra{n}=" + extra.format(code, "abc"[n], str(n < secrets).lower())
        for n, code in enumerate((3, 6, 7))
    ]
    spec = load_spec(file, tiles)
    assert "menu" in playable_of(spec, compiler).result.labels


def test_flags_are_bits_of_a_table_by_tile_code(tmp_path: Path) -> None:
    water = "{code: 7, walkable: false, glyph: 'w', colour: blue, swimmable: true}"
    spec = load_spec(SPEC_FILE, [f"tiles.water={water}"])
    emit(spec, "spec", tmp_path)
    header, tables = ((tmp_path / name).read_text() for name in ("tiles.h", "program_tables.c"))
    defined = dict(re.findall(r"#define TILE_(\w+) (\d+)\n", header))
    masks = {name: int(defined[name.upper()]) for name in FLAGS}
    assert sorted(masks.values()) == [1, 2, 4, 8, 16]
    found = re.search(r"tile_flags\[TILE_CODES\] = \{(.*?)\};", tables, re.DOTALL)
    assert found is not None
    rows = re.findall(r"^ +([\w |]+),", found[1], re.MULTILINE)
    flags = [
        sum(int(defined.get(word.removeprefix("TILE_"), "0")) for word in row.split(" | "))
        for row in rows
    ]
    for tile in spec.tiles.values():
        is_set = {name for name, mask in masks.items() if flags[tile.code] & mask}
        assert is_set == {name for name in FLAGS if getattr(tile, name)}


# ------------------------------------------------------------------ declarations that are wrong

KIND = """\
from dataclasses import replace
from pygen.engine.dungeon.rooms import rooms_table
from pygen.engine.definition.tables import Figures, Table
from pygen.engine.definition.tiles import TileDefault
from pygen.kinds import KINDS

def changed(name, **changes):
    return replace(KINDS["grid_rooms"], name=name, **changes)

"""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ("tables=(rooms_table(lambda _: 1, 'digging'),)", "final after `digging`, which is no"),
        ("figures=Figures('other_figures', {'treasures': 1})", "no figure `rooms` counts the rows"),
        ("tiles=('lava',)", "`tiles` names 'lava', which is no standard tile"),
        ("filled=('wall', 'lava')", "`filled` names lava, no tile of the kind"),
    ],
)
def test_a_declaration_that_contradicts_itself_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: str, words: str
) -> None:
    with pytest.raises(UserError) as failure:
        found_kinds(tmp_path, monkeypatch, first=changes)
    assert f"first{os.sep}__init__.py" in failure.value.message
    assert words in failure.value.message


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ("tables=(Table('rooms', 'hall', lambda _: 1, 'rooms', ''),)", "the region `rooms`"),
        (
            "tables=(Table('halls', 'room', lambda _: 1, 'rooms', ''),), "
            "figures=Figures('hall_figures', {'halls': 1})",
            "the struct of a table `room`",
        ),
        (
            "tables=(Table('screen', 'hall', lambda _: 1, 'rooms', ''),), "
            "figures=Figures('hall_figures', {'screen': 1})",
            "the region `screen`",
        ),
        ("figures=Figures('grid_rooms_figures', {'rooms': 1})", "the figures `grid_rooms_figures`"),
        ("tiles=(TileDefault('door', 9, 'd', 'red'),)", "the tile `door`"),
    ],
)
def test_two_kinds_that_mean_different_things_by_one_name_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: str, words: str
) -> None:
    assert set(found_kinds(tmp_path / "fine", monkeypatch, first="", second="")) == {
        "first", "second",
    }  # fmt: skip
    with pytest.raises(UserError) as failure:
        found_kinds(tmp_path / "wrong", monkeypatch, first="", second=changes)
    assert f"second{os.sep}__init__.py: {words} is not the one" in failure.value.message


def found_kinds(
    folder: Path, monkeypatch: pytest.MonkeyPatch, **kinds: str
) -> Mapping[str, Kind[Any]]:
    """The kinds of a folder, each like grid_rooms but for such changes."""
    package = f"kinds_of_{folder.name}_{abs(hash(folder))}"
    for name, changes in kinds.items():
        file = folder / package / name / "__init__.py"
        file.parent.mkdir(parents=True)
        file.write_text(KIND + f"KIND = changed({name!r}, {changes})\n", encoding="utf-8")
    (folder / package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(folder))
    return find_kinds(folder / package, package)
