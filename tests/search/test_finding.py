"""Searching many seeds: natively and by the reference, and `invoke find`."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import Sample, loaded, one_dungeon_of_each_kind
from helpers.programs import native_of
from helpers.tasks import invoke, invoke_here
from helpers.tools import needs_cc
from PIL import Image

from pygen.builders.native import NativeBuilder
from pygen.emit.plan import plan_of
from pygen.engine.definition.conditions import parse_condition
from pygen.engine.definition.entity_kinds import LOCKED_DOOR, OWN_ENEMIES
from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures.data import steps_to_down_stairs
from pygen.search.finding import search
from pygen.search.numbers import number_reader, numbers_of
from pygen.spec import Spec, load_spec

SPECS = Path(__file__).resolve().parents[1] / "specs"

ANY = "seed >= 0"


def all_found(
    spec: Spec,
    dungeon: str,
    where: str,
    seeds: range,
    library: Path | None,
    chunk: tuple[int, int] = (0, 0),
) -> list[Any]:
    condition = parse_condition(where, number_reader(plan_of(spec, dungeon)).names)
    parts = list(search(spec, dungeon, condition, seeds, 1, library, chunk))
    assert sum(part.searched for part in parts) == len(seeds)
    return [found for part in parts for found in part.found]


@needs_cc
@one_dungeon_of_each_kind
def test_the_native_numbers_are_those_of_the_reference(sample: Sample) -> None:
    spec, dungeon = sample.spec, sample.dungeon
    natively = all_found(spec, dungeon, ANY, range(12), native_of(spec))
    assert natively == all_found(spec, dungeon, ANY, range(12), None)
    assert [found.seed for found in natively] == list(range(12))


def test_a_world_has_no_numbers_of_stairs() -> None:
    done = invoke_here("find", "--spec", SPECS / "worlds.yaml", "--where", "stairs_steps > 3")
    assert done.returncode == 2 and "no number called `stairs_steps`" in done.stderr


PASSES = """
dungeons:
  one:
    kind: bsp
    map: {width: 40, height: 30}
    passes:
      - {name: water}
      - {name: secrets, chance: 100}
      - {name: treasures, id: hoard, count: 12, tries: 9}
      - {name: locks, count: 3, tries: 2}
      - {name: start}
      - name: enemies
        least: 40
        most: 60
        tries: 3
        table: [{name: rat, glyph: r, colour: brown, weight: 3}, {name: imp, glyph: i, colour: red}]
      - {name: tile_rules}
"""


@needs_cc
def test_figures_of_passes_are_counted_by_what_has_changed(tmp_path: Path) -> None:
    """Natively as in Python, and as map and table have them."""
    file = tmp_path / "passes.yaml"
    file.write_text(PASSES, encoding="utf-8")
    spec = load_spec(file)
    natively = all_found(spec, "one", ANY, range(24), native_of(spec))
    assert natively == all_found(spec, "one", ANY, range(24), None)
    for found in natively:
        g = generate(spec, Request("one", found.seed))
        made = {name[7:]: n for name, n in found.numbers.items() if name.startswith("passes.")}
        tiles, kinds = g.tile_counts(), [row["kind"] for row in g.tables["entities"]]
        assert (
            made["water.all"] == made["water.deep"] == tiles["water"] and not made["water.shallow"]
        )
        assert made["hoard.placed"] == tiles["treasure"] == 12 - made["hoard.left_out"]
        assert made["secrets.secret_paths"] == tiles["secret_path"] - tiles["treasure"]
        assert made["locks.placed"] == kinds.count(LOCKED_DOOR) == 3 - made["locks.left_out"]
        assert made["enemies.placed"] == made["enemies.rat"] + made["enemies.imp"]
        assert made["enemies.rat"] == kinds.count(OWN_ENEMIES[0])
        assert 40 <= made["enemies.placed"] + made["enemies.left_out"] <= 60
        assert not made["start.left_out"]
    sums = {
        name: sum(found.numbers[name] or 0 for found in natively) for name in natively[0].numbers
    }
    assert all(sums[f"passes.{name}"] for name in ("secrets.secret_paths", "enemies.left_out",
               "hoard.left_out", "locks.left_out", "enemies.imp"))  # fmt: skip


@needs_cc
def test_the_host_counts_steps_as_the_module_does() -> None:
    """Whoever counts them: the pass `measure`, the host natively, or in Python."""
    for start in ({"name": "secrets", "chance": 100}, {"name": "start"}):
        data = {"kind": "bsp", "passes": [start]}
        plain = loaded({"dungeons": {"halls": data}})
        passes = [start, {"name": "measure"}]
        measured = loaded({"dungeons": {"halls": {**data, "passes": passes}}})
        other = [*passes[:1], {"name": "measure", "figures": ["longest_way"]}]
        leaves_out = loaded({"dungeons": {"halls": {**data, "passes": other}}})
        found = [
            all_found(spec, "halls", ANY, range(8), library)
            for spec in (plain, measured, leaves_out)
            for library in (native_of(spec), None)
        ]
        steps = {tuple(one.numbers["stairs_steps"] for one in every) for every in found}
        assert len(steps) == 1 and all(*steps)


def test_a_figure_that_is_not_measured_cannot_be_compared() -> None:
    data = {"kind": "bsp", "passes": [{"name": "measure", "figures": ["longest_way"]}]}
    spec = loaded({"dungeons": {"halls": data}})
    names = number_reader(plan_of(spec, "halls")).names
    assert "longest_way" in names and "floor_loops" not in names
    assert numbers_of(spec, generate(spec, Request("halls", 7)), 7).keys() == set(names)


@needs_cc
@pytest.mark.parametrize("chunk", [(0, 0), (5, 2047)])
def test_a_world_is_searched_by_a_chunk(chunk: tuple[int, int]) -> None:
    spec = load_spec(SPECS / "worlds.yaml")
    natively = all_found(spec, "caverns", ANY, range(4), native_of(spec), chunk)
    assert natively == all_found(spec, "caverns", ANY, range(4), None, chunk)


@needs_cc
def test_the_steps_are_counted_on_any_map(spec: Spec) -> None:
    """On maps that no generator makes: with stairs at the edge, and none, and no way."""
    native = NativeBuilder(spec, native_of(spec))
    code, size = spec.codes, spec.dungeons["burrow"].map
    rows = {
        "at the edges": {(0, 0): "up_stairs", (size.width - 1, 0): "down_stairs"},
        "one step": {(5, 5): "up_stairs", (5, 6): "down_stairs"},
        "not around the edge": {(size.width - 1, 3): "up_stairs", (0, 4): "down_stairs"},
        "no down stairs": {(5, 5): "up_stairs"},
        "none": {},
    }
    for ground in ("floor", "wall"):
        for places in rows.values():
            generation = generate(spec, Request("burrow", 1))
            tiles = TileMap(size.width, size.height, size.bits_per_tile)
            tiles.fill(0, 0, size.width, size.height, code[ground])
            for place, name in places.items():
                tiles.set(*place, code[name])
            generation.tiles = tiles
            steps = native.steps_of_map("burrow", tiles.pack())
            assert steps == steps_to_down_stairs(spec, generation)


def test_the_numbers_have_the_names_that_a_condition_knows(spec: Spec) -> None:
    for dungeon in spec.dungeons:
        numbers = numbers_of(spec, generate(spec, Request(dungeon, 5)), 5)
        assert list(number_reader(plan_of(spec, dungeon)).names) == list(numbers)


def test_the_task_lists_seeds_and_writes_table_and_pictures(tmp_path: Path) -> None:
    where = "secret_rooms >= 2 and stairs_steps between 40 and 80"
    table, sheet = tmp_path / "new" / "found.csv", tmp_path / "found.png"
    done = invoke(
        "find", "--where", where, "--seeds", "0-99", "--csv", str(table), "--png", str(sheet)
    )
    assert done.returncode == 0, done.stderr
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert f"{len(rows)} of 100 seeds" in done.stdout and len(rows) > 3
    assert all(int(row["secret_rooms"]) >= 2 for row in rows)
    assert all(40 <= int(row["stairs_steps"]) <= 80 for row in rows)
    assert rows[0]["seed"] in done.stdout
    with Image.open(sheet) as picture:
        assert picture.width > 100


def test_the_task_stops_at_the_limit(spec: Spec) -> None:
    done = invoke("find", "--where", "secret_rooms >= 2", "--limit", "3", "--seeds", "0-999")
    lines = [line.split() for line in done.stdout.splitlines() if line]
    assert done.returncode == 0 and len(lines) == 5 and lines[0] == ["seed", "secret_rooms"]
    assert " ".join(lines[-1]).startswith(f"3 of {int(lines[-2][0]) + 1} seeds")


def test_the_task_says_which_numbers_there_are() -> None:
    done = invoke_here("find")
    assert done.returncode == 0
    assert {"secret_rooms", "tiles.floor"} <= set(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--where", "secret_roms > 2"], "^^^^"),
        (["--where", "rooms > 1", "--limit", "0"], "--limit: '0' is not a number of seeds"),
        (["--where", "rooms > 1", "--limit", "many"], "--limit: 'many' is not a number of seeds"),
        (["--where", "rooms > 1", "--floor", "300", "--seeds", "1"], "300 is out of range"),
        (["--where", "rooms > 1", "--seeds", "1", "--csv", "found.txt"], "found.csv"),
        (["--where", "rooms > 99", "--seeds", "1", "--png", "found.png"], "no dungeon"),
    ],
)
def test_mistakes_are_errors_in_words(arguments: list[str], said: str) -> None:
    done = invoke_here("find", *arguments)
    assert done.returncode == 2 and said in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
