"""End to end: the modules in VICE against the reference, and what happens when it fails."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import tasks
from helpers.kinds import FROZEN, Sample, in_turns
from helpers.programs import compared_module_of, in_vice, module_of, tampered
from helpers.tools import SPEC_FILE, any_compiler, needs_ca65, needs_vice
from rich.console import Console

from pygen.base.errors import EmulatorFailed
from pygen.base.project import C_FOLDER, PROJECT
from pygen.base.version import version
from pygen.builders.module_vice import ModuleViceRoute
from pygen.commands.parity import ParityReport
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.emit import emit
from pygen.emit.floor_rows import floor_rows
from pygen.emit.kernels import words_of_parts
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof import parity
from pygen.proof.catalogue import read_catalogue
from pygen.spec import Spec, load_spec

GOLDEN = PROJECT / "tests" / "golden"

pytestmark = [needs_vice, needs_ca65]


class Log(parity.Listener):
    """Keeps the diagnoses."""

    def __init__(self) -> None:
        self.wrong: list[parity.Diagnosis] = []

    def case_is_wrong(self, job: parity.ParityJob, diagnosis: parity.Diagnosis) -> None:
        self.wrong.append(diagnosis)


def compare(
    module: Module, seeds: Sequence[int]
) -> tuple[list[parity.Case], list[parity.Diagnosis]]:
    log = Log()
    return parity.compare_all([job_of(module, seeds)], log, workers=1), log.wrong


def job_of(module: Module, seeds: Sequence[int]) -> parity.ParityJob:
    requests = [module.spec.proof_request(module.dungeon, seed) for seed in seeds]
    return parity.ParityJob(ModuleViceRoute(module), requests)


# ------------------------------------------------------------------ the proof itself


@pytest.mark.sampled(6)
@pytest.mark.slow
@pytest.mark.parametrize(("sample", "compiler"), in_turns(0), ids=str)
def test_all_golden_dungeons_of_the_modules_are_the_reference_s(
    sample: Sample, compiler: str
) -> None:
    seeds = sample.spec.parity.seeds()
    assert len(seeds) >= 64
    # `invoke parity` proves all of them for the dungeons that ship.
    seeds = seeds[:: 4 if sample.dungeon in FROZEN["dungeons"] else 16]
    cases, wrong = compare(compared_module_of(sample.spec, sample.dungeon, compiler), seeds)
    assert not wrong
    assert [case.request.seed for case in cases if case.equal] == seeds
    assert all(case.cycles > 10_000 for case in cases)


@pytest.mark.shipped
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_the_c64_s_bytes_have_the_names_that_the_shipped_catalogue_has(
    shipped_spec: Spec, compiler: str
) -> None:
    """By another route than the reference: the catalogue was recorded."""
    # Some that the benchmarks build, too; `invoke parity` proves all with both compilers.
    for dungeon in shipped_spec.program.dungeons[list(COMPILERS).index(compiler) :: 8]:
        catalogue = read_catalogue(GOLDEN, dungeon).values
        module = module_of(shipped_spec, dungeon, compiler)
        cases, wrong = compare(module, sorted(catalogue)[::32])
        assert cases and not wrong
        tables = [table.name for table in shipped_spec.tables(dungeon)]
        for case in cases:
            packed, records, summary, *_ = catalogue[case.request.seed]
            assert (case.hashes["map"], case.hashes["summary"]) == (packed, summary)
            # The catalogue has one hash for all tables.
            if len(tables) < 2:
                assert [case.hashes[name] for name in tables] == [records] * len(tables)


SHAPES = {
    "40 x 25": ["dungeons.crypt.map={width: 40, height: 25, bits_per_tile: 3}"],
    "64 x 64": ["dungeons.crypt.map={width: 64, height: 64, bits_per_tile: 3}"],
    "78 x 78": ["dungeons.crypt.map={width: 78, height: 78, bits_per_tile: 3}"],
    "100 x 60": ["dungeons.crypt.map={width: 100, height: 60, bits_per_tile: 3}"],
    "4 bits": [
        "dungeons.crypt.map={width: 72, height: 72, bits_per_tile: 4}",
    ],
    "4 bits, half a byte at the end": [
        "dungeons.crypt.map={width: 71, height: 71, bits_per_tile: 4}",
    ],
    "8 bits": ["dungeons.crypt.map={width: 50, height: 50, bits_per_tile: 8}"],
    "5 x 4 cells": [
        "dungeons.crypt.map={width: 78, height: 78, bits_per_tile: 3}",
        "dungeons.crypt.grid={columns: 5, rows: 4, swap_passes: 2}",
    ],
    "two rooms": [
        "dungeons.crypt.map={width: 22, height: 11, bits_per_tile: 3}",
        "dungeons.crypt.grid={columns: 2, rows: 1, swap_passes: 0}",
        "dungeons.crypt.rooms.max_size=5",
        "dungeons.crypt.rooms.short_side_max=5",
    ],
    "winding": [
        "dungeons.crypt.map={width: 40, height: 40, bits_per_tile: 3}",
        "dungeons.crypt.grid={columns: 4, rows: 4, swap_passes: 2}",
        "dungeons.crypt.rooms.min_distance=3",
        "dungeons.crypt.corridors.max_connections=2",
    ],
    # OSCAR64 took a door's byte for the number of the corridor's end.
    "a door whose bits come first": [
        "structs.door={has_treasure: {bits: 1}, wall_side: {bits: 2}, reserved: {bits: 4}, "
        "is_secret_door: {bits: 1}, y: {bytes: 1}, x: {bytes: 1}}",
    ],
    "other generator": ["random.shifts=[7, 9, 13]", "random.warm_up=0"],
    "uniform walk": ["dungeons.burrow.walk.pull=uniform", "program.dungeons=[burrow]"],
}


# One compiler for each: random specs are built with both (tests/kinds/test_any_spec.py).
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("shape", "compiler"),
    [
        pytest.param(shape, list(COMPILERS)[n % 2], marks=[] if n % 3 else pytest.mark.long)
        for n, shape in enumerate(SHAPES)
    ],
)
def test_other_shapes_work_untouched(tmp_path: Path, shape: str, compiler: str) -> None:
    changes = ["program.dungeons=[crypt]", *SHAPES[shape]]
    spec = load_spec(SPEC_FILE, changes)
    module = compared_module_of(spec, spec.program.dungeons[0], compiler)
    cases, wrong = compare(module, [0, 1, 2, 3, 4, 1000, 44257, 65535])
    assert not wrong
    assert all(case.equal for case in cases)


def test_cycles_repeat_exactly(spec: Spec, tmp_path: Path) -> None:
    module = module_of(spec, "crypt")
    first, _ = compare(module, [5, 6, 7])
    # In another order, in another emulator: what was built before must not matter.
    second, _ = compare(module, [7, 6, 5])
    assert [case.cycles for case in first] == [case.cycles for case in reversed(second)]


# ------------------------------------------------------------------ does the proof see

# Changes of single constants of the emitted C, and the phase that must be named. The seeds are
# those for which the constant matters at all, found with the reference.
TAMPERED = {
    ("dungeon_crypt.h", "GRID_COLUMNS"): "rooms",
    ("dungeon_crypt.h", "CELL_COUNT"): "rooms",
    ("dungeon_crypt.h", "GRID_SWAP_PASSES"): "rooms",
    ("dungeon_crypt.c", "COLUMN_LOW"): "rooms",
    ("dungeon_crypt.c", "COLUMN_HIGH"): "rooms",
    ("dungeon_crypt.c", "ROW_LOW"): "rooms",
    ("dungeon_crypt.c", "ROW_HIGH"): "rooms",
    ("dungeon_crypt.h", "ROOMS_MIN_SIZE"): "rooms",
    ("dungeon_crypt.h", "ROOMS_MAX_SIZE"): "rooms",
    ("dungeon_crypt.h", "ROOMS_RECTANGLE_CHANCE"): "rooms",
    ("dungeon_crypt.h", "ROOMS_LONG_SIDE_MIN"): "rooms",
    ("dungeon_crypt.h", "ROOMS_SHORT_SIDE_MAX"): "rooms",
    ("dungeon_crypt.h", "ROOMS_SQUARE_DIFFERENCE"): "rooms",
    ("dungeon_crypt.h", "ROOMS_MIN_DISTANCE"): "rooms",
    ("dungeon_crypt.h", "ROOMS_ATTEMPTS"): "rooms",
    ("dungeon_crypt.h", "ROOMS_PRIORITIES_FIRST"): "rooms",
    ("dungeon_crypt.h", "ROOMS_PRIORITIES_LAST"): "rooms",
    ("dungeon_crypt.h", "ROOMS_PRIORITIES_OTHERS_MIN"): "rooms",
    ("dungeon_crypt.h", "ROOMS_PRIORITIES_OTHERS_MAX"): "rooms",
    ("dungeon_crypt.h", "CONNECT_IS_RULES"): "corridors",
    ("dungeon_crypt.h", "CORRIDORS_MAX_CONNECTIONS"): "corridors",
    ("dungeon_crypt.h", "CORRIDORS_FIRST_LEG_DIVISOR"): "corridors",
    ("dungeon_crypt.h", "SECRETS_ROOM_CHANCE"): "secret rooms",
    ("dungeon_crypt.h", "SECRETS_TREASURES"): "treasures",
    ("dungeon_crypt.h", "STAIRS_FEW_ROOMS"): "stairs",
    ("dungeon_crypt.h", "STAIRS_DISTANCE_MANY"): "stairs",
    ("dungeon_catacombs.h", "CORRIDORS_SPUR_LENGTH"): "corridors",
    ("dungeon_burrow.h", "WALK_STEPS"): "walk",
    ("dungeon_burrow.c", "WEIGHT_MAP"): "walk",
    ("random_constants.h", "RANDOM_WARM_UP"): "clear",
    ("random_constants.h", "RANDOM_SEED_ZERO"): "clear",
    ("tiles.h", "TILE_WALL"): "rooms",
    ("tiles.h", "TILE_FLOOR"): "treasures",
    ("dungeon_crypt.h", "WALL_ROW_BYTES"): "rooms",
    ("dungeon_crypt.h", "FLOOR_ROW_BYTES"): "rooms",
    ("tiles.h", "TILE_DOOR"): "corridors",
    ("tiles.h", "TILE_SECRET_PATH"): "secret rooms",
    ("tiles.h", "TILE_UP_STAIRS"): "stairs",
    ("tiles.h", "TILE_DOWN_STAIRS"): "stairs",
    ("records.h", "ROOM_STATE_SECRET"): "secret rooms",
    ("records.h", "ROOM_STATE_TREASURE"): "treasures",
    ("memory.h", "VIEW_WIDTH"): "camera",
    ("memory.h", "VIEW_HEIGHT"): "camera",
}
# What the changed constant becomes, where one more would be no change of the dungeon at hand.
VALUES = {
    "ROOMS_RECTANGLE_CHANCE": 36000,
    "SECRETS_ROOM_CHANCE": 36000,
    "ROOMS_ATTEMPTS": 1,
    "CORRIDORS_SPUR_LENGTH": 0,
    "STAIRS_FEW_ROOMS": 16,
    "STAIRS_DISTANCE_MANY": 90,
    "CORRIDORS_MAX_CONNECTIONS": 3,
    "CELL_COUNT": 15,
    # The code of empty ground, which no switch of the program names beside these.
    **dict.fromkeys(("TILE_DOOR", "TILE_UP_STAIRS", "TILE_DOWN_STAIRS", "TILE_SECRET_PATH"), 0),
}


def tamper(file: Path, name: str) -> None:
    """Change one constant of an emitted file: a number, or a value of a table."""
    text = file.read_text()
    number = re.search(rf"#define {name} (\d+)(u?)(?= *(?:/\*.*)?$)", text, re.M)
    if number:
        value = VALUES.get(name, int(number[1]) ^ 1 if name == "CONNECT_IS_RULES" else None)
        if value is None:
            value = int(number[1]) + 1
        line = f"#define {name} {value}{'u' if value > 32767 else ''}"
        changed = text[: number.start()] + line + text[number.end() :]
    else:
        # A table, or a macro with the values of one.
        table = re.search(rf"{name}\[\d+\] = \{{(.*?)\}};", text, re.S)
        table = table or re.search(rf"#define {name} \\\n((?:.*\\\n)*.*)", text)
        assert table, f"{file.name} has no {name}"
        # The first value that is not 0, which is in every grid. Of a row of tiles, and of the
        # weights of a walk, the middle, as no dungeon reaches the edge.
        values = list(re.finditer(r"[1-9]\d*", table[1]))
        is_map_wide = name.endswith("_ROW_BYTES") or name == "WEIGHT_MAP"
        value_at = values[len(values) // 2] if is_map_wide else values[0]
        at = table.start(1) + value_at.start()
        value = int(value_at[0]) ^ (128 if name == "WEIGHT_MAP" else 1)
        changed = text[:at] + str(value) + text[at + len(value_at[0]) :]
    assert changed != text
    file.write_text(changed)


# Every tenth, and the first of each phase. The mutation run changes every line.
IN_VICE = [
    case
    for number, case in enumerate(TAMPERED)
    if number % 10 == 0 or TAMPERED[case] not in list(TAMPERED.values())[:number]
]


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize(("file", "name"), IN_VICE)
def test_a_changed_constant_is_found_and_its_phase_named(
    spec: Spec, tmp_path: Path, file: str, name: str
) -> None:
    dungeon = file[8:-2] if file.startswith("dungeon_") else "crypt"
    module = tampered(spec, dungeon, lambda folder: tamper(folder / file, name), tmp_path)
    with in_vice(module) as machine:
        for seed in spec.parity.seeds():
            try:
                case = parity.compare(machine, Request(dungeon, seed))
            except EmulatorFailed:
                # A room beyond the map may overwrite the module itself.
                phase = parity.failed_phase(ModuleViceRoute(module).open, Request(dungeon, seed))
                assert phase == f"; wrong from phase {TAMPERED[file, name]} on"
                return
            if not case.equal:
                diagnosis = parity.diagnose(machine, case)
                assert diagnosis.phase == TAMPERED[file, name]
                assert diagnosis.differences
                return
    pytest.fail(f"nobody noticed the changed {name}")


def test_every_parameter_of_the_emitted_headers_is_tampered_with(
    spec: Spec, tmp_path: Path
) -> None:
    # STAIRS_DISTANCE_FEW is read for small maps only, those of a walk by other walks than the
    # burrow, when its kernel is emitted, or by how steps are divided. The others say how tiles are
    # packed, how long tables are, or what a kernel is to do: a change of those is not another
    # dungeon but a program that writes elsewhere.
    not_parameters = {
        "STAIRS_DISTANCE_FEW", "WALK_WALKERS", "WALK_BEGIN_IS_FARTHEST", "SHARE_TILES",
        "DUNGEON_GENERATE", "IS_PULLED", "MOVES_AT_ONCE",
        "WANTED_SECTIONS", "COVERAGE_STEPS", "COVERAGE_STRAYING",
        "MAP_WIDTH", "MAP_HEIGHT", "MAP_BYTES", "MAP_GROUPS", "MAP_TILES_LEFT",
        "TILE_BITS", "TILE_MASK",
    }  # fmt: skip
    emit(spec, "generator.yaml", tmp_path)
    for dungeon in spec.program.dungeons:
        parameters = spec.dungeons[dungeon]
        read = floor_rows(parameters, words_of_parts(C_FOLDER)).constants
        of_one_floor = {name for name in read if not name.startswith(("SOME_", "ALL_"))}
        constants = of_one_floor - parameters.constants_of_all_floors().keys() - not_parameters
        known = {name for file, name in TAMPERED if file.startswith("dungeon_")}
        text = (tmp_path / f"dungeon_{dungeon}.h").read_text()
        assert constants <= known
        assert all(re.search(rf"\b{name}\b", text) for name in constants)


@pytest.mark.parametrize(
    ("name", "phase", "words"),
    [
        # Where a corridor bends is known before a tile of it is drawn.
        (
            "CORRIDORS_FIRST_LEG_DIVISOR",
            "corridors",
            r"rooms\[\d+\]\.breakpoints\[\d\]\[\d\]\.[xy]: Python \d+, C64 \d+",
        ),
        ("WALL_ROW_BYTES", "rooms", r"tile \(\d+, \d+\): Python \w+, C64 \w+"),
    ],
)
def test_a_difference_is_told_by_name_with_a_picture_and_a_command(
    spec: Spec, tmp_path: Path, name: str, phase: str, words: str
) -> None:
    def wrong(folder: Path) -> None:
        tamper(folder / "dungeon_crypt.h", name)

    compiler = any_compiler()
    job = job_of(tampered(spec, "crypt", wrong, tmp_path), [0, 1, 2])
    text = io.StringIO()
    console = Console(file=text, width=200, color_system=None)
    steps: list[tuple[str, int]] = []
    report = ParityReport(console, " --set x=1", lambda *step: steps.append(step))
    parity.compare_all([job], report, workers=1)
    assert steps == 3 * [(f"{compiler.name} crypt", 1)]
    told = text.getvalue()
    assert f"differs first after phase '{phase}'" in told
    assert re.search(r"the first wrong step is \d+ ", told)
    assert "in this step Python changed" in told and "in this step the C64 changed" in told
    assert re.search(words, told), told
    assert "differing values at the end: map" in told
    assert ("X" in told and "·" in told) == (phase == "rooms")
    assert f"invoke parity --compiler {compiler.name} --dungeon crypt --seeds" in told
    assert "--set x=1" in told


# ------------------------------------------------------------------ what can go wrong


def test_an_emulator_killed_in_the_middle_is_a_clear_error(spec: Spec, tmp_path: Path) -> None:
    with in_vice(module_of(spec, "crypt")) as machine:
        parity.compare(machine, Request("crypt", 0))
        os.kill(machine.emulator.pid, signal.SIGKILL)  # type: ignore[attr-defined]
        with pytest.raises(EmulatorFailed, match="crypt, seed 1"):
            parity.compare(machine, Request("crypt", 1))


def test_a_module_that_takes_too_long_is_a_clear_error(tmp_path: Path) -> None:
    # Some 150 million cycles, ten times what the emulator can run in the second it has.
    walk = ["dungeons.burrow.walk.steps=65535", "dungeons.burrow.walk.walkers=12"]
    endless = load_spec(SPEC_FILE, [*walk, "emulator.seconds_per_dungeon=1"])
    module = module_of(endless, "burrow")
    with in_vice(module) as machine, pytest.raises(EmulatorFailed, match="burrow, seed 0") as hung:
        parity.compare(machine, Request("burrow", 0))
    assert "within 1 s" in hung.value.message


def invoke(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return tasks.invoke(*arguments, HOME=str(folder), **environment)


def test_parity_as_a_task_reports_its_cases(tmp_path: Path) -> None:
    any_compiler()
    report = tmp_path / "parity.json"
    done = invoke(
        "parity", "--seeds", "0,7,100-101", "--dungeon", "crypt", "--report", str(report),
        folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text())
    assert (found["format"], found["tool"]) == (1, f"Undercroft {version()}")
    cases = found["cases"]
    assert {case["seed"] for case in cases} == {0, 7, 100, 101}
    keys = {"compiler", "dungeon", "seed", "equal", "cycles", "draws", "hashes", "floor"}
    keys.add("chunk")
    assert set(cases[0]) == keys
    assert all(case["equal"] is True for case in cases)
    reference = generate(load_spec(SPEC_FILE), Request("crypt", 7))
    assert {c["draws"] for c in cases if c["seed"] == 7} == {reference.random.draws}


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["parity", "--seeds", "65536"], 2, "65535"),
        (["parity", "--seeds", "7-3"], 2, "3-7"),
        (["parity", "--floor", "0-3"], 2, "1 to 256"),
        (["parity", "--floor", "257"], 2, "1 to 256"),
        (["parity", "--dungeon", "cellar"], 2, "crypt, catacombs, burrow"),
        (["parity", "--compiler", "gcc"], 2, "cc65"),
        (["show", "--seed", "x"], 2, "0 to 65535"),
        (["show", "--steps", "0"], 2, "1 to 65535"),
        (["show", "--steps", "many"], 2, "1 to 65535"),
        (["show", "--steps", "9", "--seeds", "1-2"], 2, "one dungeon"),
        (["show", "--steps", "9", "--summary"], 2, "figures only"),
        (["parity", "--steps", "1", "--dungeon", "crypt"], 2, "clear its memory"),
        (["show", "--set", "dungeons.crypt.rooms.max_size=99"], 2, "max_size"),
        (["show", "--spec", "nowhere.yaml"], 2, "nowhere.yaml"),
    ],
)
def test_a_mistake_is_told_in_words_with_its_exit_status(
    arguments: list[str], status: int, words: str
) -> None:
    done = tasks.invoke_here(*arguments)
    assert done.returncode == status
    assert words in done.stderr
    assert "Traceback" not in done.stderr + done.stdout


def test_without_any_compiler_the_build_says_how_to_get_one(tmp_path: Path) -> None:
    done = invoke("build-release", folder=tmp_path, PATH=str(tmp_path), OSCAR64_HOME="")
    assert done.returncode == 1
    assert "cc65" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_dev_profile_gives_the_same_dungeons(spec: Spec, name: str) -> None:
    for dungeon in spec.program.dungeons:
        cases, wrong = compare(module_of(spec, dungeon, name, "dev"), [0, 1, 65535])
        assert not wrong and all(case.equal for case in cases)


def test_an_assertion_that_fails_is_told_in_its_words(spec: Spec, tmp_path: Path) -> None:
    def narrowed(folder: Path) -> None:
        header = folder / "dungeon_crypt.h"
        text = re.sub(r"(#define ROOMS_CAPACITY) \d+", r"\1 2", header.read_text())
        header.write_text(text)

    module = tampered(spec, "crypt", narrowed, tmp_path, profile="dev")
    with in_vice(module) as machine, pytest.raises(EmulatorFailed) as failure:
        parity.compare(machine, Request("crypt", 0))
    assert "rooms: a record past the table's capacity" in failure.value.message
