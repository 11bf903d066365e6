"""What a proof of many seeds consists of, and what `prove` says of it."""

from __future__ import annotations

import dataclasses
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import tasks
from helpers.edited_spec import edited_text, write_spec
from helpers.programs import module_of
from helpers.tools import (
    SPEC_FILE,
    any_compiler,
    needs_cc,
    needs_vice,
    simulator_library,
)
from helpers.verify_driver import small_spec
from rich.console import Console

from pygen.base.errors import EmulatorFailed, ToolMissing, UserError
from pygen.builders.module import ModuleBuilder, ModuleRoute
from pygen.builders.python import PythonRoute
from pygen.builders.recompiling import Recompiling
from pygen.commands.prove import duration, print_proven
from pygen.commands.verify import prove_jobs
from pygen.compilers.module_building import Module
from pygen.console import proof_record
from pygen.console.proof_record import record_proof
from pygen.emulators.simulator import Simulator
from pygen.engine.random.request import Request
from pygen.proof import planning
from pygen.proof.every_seed import SeedJob, rate_of
from pygen.proof.journal import Entry, Journal
from pygen.proof.proven import Proven, proven, total_left
from pygen.spec import Spec, load_spec

pytestmark = needs_cc


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than 20 seeds are many."""
    monkeypatch.setattr(planning, "MOST_COMPLETE", 20)
    monkeypatch.setattr(planning, "SAMPLED", 8)
    monkeypatch.setattr(planning, "SAMPLED_IN_VICE", 16)


def planned(spec: Spec, count: int, folder: Path, **more: Any) -> tuple[list[SeedJob], list[str]]:
    recompiling = Recompiling.find(folder)
    module = module_of(spec, "burrow")
    route = ModuleRoute(module, simulator_library(), recompiling=recompiling)
    seeds = range(count)
    return planning.plan(spec, [route], ["burrow"], seeds, folder / "verify", folder, **more)


@needs_vice
def test_many_seeds_are_compared_without_statistics_and_a_sample_completely(
    few: None, tmp_path: Path
) -> None:
    spec, compiler = small_spec(), any_compiler().name
    jobs, left_out = planned(spec, 40, tmp_path)
    assert left_out == []
    found = [
        (
            job.route.name,
            list(job.seeds),
            job.is_sample,
            "statistics" in job.route.spec.parity.regions,
            "statistics" in job.against.spec.parity.regions,
        )
        for job in jobs
    ]
    sample = [0, 8, 16, 24, 32]
    assert found == [
        ("native", list(range(40)), False, False, False),
        (compiler, list(range(40)), False, False, False),
        ("native", sample, True, True, True),
        (f"{compiler} interpreted", sample, True, True, True),
        (f"{compiler} in VICE", [0, 16, 32], True, True, True),
    ]
    console = Console(file=io.StringIO(), width=150)
    assert prove_jobs(jobs, 2, console) == []
    assert [job.equal for job in jobs] == [40, 40, 5, 5, 3]
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert text.count("a sample of 1 row") == 3


def test_few_seeds_are_compared_completely_on_every_route(few: None, tmp_path: Path) -> None:
    jobs, left_out = planned(small_spec(), 20, tmp_path)
    assert left_out == [] and [job.is_sample for job in jobs] == [False, False]
    assert all("statistics" in job.route.spec.parity.regions for job in jobs)


def test_a_missing_vice_is_said(few: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise ToolMissing("there is no VICE here", "install it")

    monkeypatch.setattr(planning, "find_executable", missing)
    jobs, left_out = planned(small_spec(), 40, tmp_path)
    assert left_out == ["No sample in VICE: there is no VICE here."]
    assert len(jobs) == 4


def test_against_native_nothing_is_compared_with_python(few: None, tmp_path: Path) -> None:
    jobs, _ = planned(small_spec(), 40, tmp_path, against_native=True)
    assert {job.against.name for job in jobs} == {"native"}
    assert [job.is_sample for job in jobs] == [False, True]


def test_a_fault_of_the_counts_alone_is_found_by_the_sample(few: None, tmp_path: Path) -> None:
    spec = small_spec()
    image = bytearray(module_of(spec, "burrow").image)
    # The call count_tiles is an rts.
    at = module_of(spec, "burrow").calls["count_tiles"] - module_of(spec, "burrow").layout.start
    image[at] = 0x60
    module = dataclasses.replace(module_of(spec, "burrow"), image=bytes(image))
    route = ModuleRoute(module, simulator_library())
    jobs, _ = planning.plan(
        spec, [route], ["burrow"], range(40), tmp_path / "verify", tmp_path, against_native=True
    )
    wrong = prove_jobs(jobs, 1, Console(file=io.StringIO()), diagnosed=[])
    assert wrong == [f"{route.name} interpreted burrow"]


# ------------------------------------------------------------------ one opcode of a module


OTHER = {0xE8: 0xCA, 0xC8: 0x88, 0xCA: 0xE8, 0x88: 0xC8}
"""The opposites of inx, iny, dex and dey."""


def changed(module: Module) -> Module:
    """The module with one opcode changed, so that the interpreter builds another first dungeon or
    none."""
    simulator = Simulator(simulator_library())
    simulator.load({module.layout.start: module.image})
    _, times = simulator.profile()
    simulator.call(module.calls["generate"], 1 << 30)
    first = module.layout.start
    # Not the loops that save the zero page.
    runs = [at for at in range(first, first + len(module.image)) if 0 < times[at] < 40]
    right = ModuleBuilder(module, simulator_library()).digests([Request(module.dungeon, 0)])
    for at in (at - first for at in runs[len(runs) // 2 :]):
        if module.image[at] in OTHER:
            image = bytearray(module.image)
            image[at] = OTHER[image[at]]
            other = dataclasses.replace(module, image=bytes(image))
            try:
                builder = ModuleBuilder(other, simulator_library())
                if builder.digests([Request(module.dungeon, 0)]) == right:
                    continue
            except EmulatorFailed:
                pass
            return other
    pytest.fail("no opcode of the second half matters")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which each native library is built once."""
    return tmp_path_factory.mktemp("builds")


@pytest.mark.parametrize(
    ("compiler", "dungeon"),
    [
        ("oscar64", "crypt"),
        ("cc65", "catacombs"),
        pytest.param("oscar64", "burrow", marks=pytest.mark.long),
        pytest.param("oscar64", "catacombs", marks=pytest.mark.long),
        pytest.param("cc65", "crypt", marks=pytest.mark.long),
        pytest.param("cc65", "burrow", marks=pytest.mark.long),
    ],
)
def test_one_changed_opcode_is_found_and_named(
    spec: Spec, dungeon: str, compiler: str, tmp_path: Path, folder: Path
) -> None:
    right = module_of(spec, dungeon, compiler)
    spec = right.layout.spec.replaced(
        emulator=right.layout.spec.emulator.model_copy(update={"seconds_per_dungeon": 2})
    )
    right = dataclasses.replace(right, layout=dataclasses.replace(right.layout, spec=spec))
    module = changed(right)
    recompiling = Recompiling.find(folder)
    wrong = []
    for one in (right, module):
        route = ModuleRoute(one, simulator_library(), recompiling=recompiling)
        jobs, _ = planning.plan(
            spec, [route], [dungeon], range(600), tmp_path / "verify", folder,
            against_native=True,
        )  # fmt: skip
        wrong.append(prove_jobs(jobs, 1, Console(file=io.StringIO()), diagnosed=[]))
    assert wrong == [[], [f"{compiler} {dungeon}"]]


# ------------------------------------------------------------------ prove


@pytest.fixture
def job(tmp_path: Path) -> Iterator[SeedJob]:
    jobs, _ = planned(small_spec(), 10, tmp_path)
    yield jobs[0]


def test_what_is_proven_is_in_the_journals(job: SeedJob) -> None:
    (row,) = proven([job])
    assert (row.name, row.route, row.proven, row.seeds) == ("burrow", "native", 0, 10)
    assert row.left is None and total_left([row]) == (0, 1)
    job.journal.add(Entry("0-5", 6, "00000000", 3.0))
    (row,) = proven([job])
    assert (row.proven, row.seeds, row.seconds) == (6, 10, 3.0)
    assert rate_of([job]) == 2 and row.left == 2
    job.seeds = range(6)
    (row,) = proven([job])
    assert row.left == 0 and total_left([row]) == (0, 0)


def test_the_time_of_other_bytes_is_that_of_the_last_ones(job: SeedJob) -> None:
    folder, name = job.journal.path.parent, job.journal.name
    for number, seconds in ((1, 100.0), (2, 5.0)):
        earlier = Journal(folder, name, f"{number}" * 64)
        earlier.add(Entry("0-9", 10, "00000000", seconds))
        os.utime(earlier.path, (number, number))
    # Of another dungeon, whose name begins like this one's.
    Journal(folder, f"{name}-2", "3" * 64).add(Entry("0-9", 10, "00000000", 1.0))
    (row,) = proven([job])
    assert row.proven == 0 and row.left == 5


def row_of(route: str, done: int, left: float | None = 0.0, **more: Any) -> Proven:
    return Proven(
        **{
            "dungeon": "deep", "floor": 1, "floors": "floors 1-3", "route": route,
            "against": "python", "is_sample": False, "seeds": 65536, "proven": done,
            "seconds": 90.0, "left": left, "reference": "", **more,
        }
    )  # fmt: skip


def told(rows: list[Proven]) -> str:
    console = Console(file=io.StringIO(), width=120)
    print_proven(rows, console)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_the_table_shows_what_is_left() -> None:
    text = told(
        [
            row_of("native", 65536),
            row_of("cc65", 4096, 600.0),
            row_of("cc65 interpreted", 100, is_sample=True, seeds=128, left=None),
        ]
    )
    assert "deep floors 1-3  65,536  4,096 of 65,536    3 min      10 min" in text
    assert "a sample, cc65 interpreted: 100 of 128" in text
    assert "69,732 of 131,200 comparisons are proven" in text
    assert "besides 1 part that never ran" in text
    assert "all 65,536 comparisons are proven" in told([row_of("native", 65536)])
    assert (duration(119), duration(121)) == ("119 s", "2 min")


def test_a_report_of_everything_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = load_spec(SPEC_FILE)
    reference = PythonRoute(spec)
    rows = [
        dataclasses.asdict(
            row_of(
                route, 65536, dungeon=name, floor=row.first_floor, floors=row.name,
                reference=reference.identity(name, row.first_floor), **more,
            )
        )
        for name in spec.dungeons
        for row in spec.dungeons[name].floor_rows
        for route, more in (
            ("native", {}), ("oscar64", {}), ("cc65", {}),
            ("cc65 in VICE", {"is_sample": True, "seeds": 4, "proven": 4}),
        )
    ]  # fmt: skip
    report, record = tmp_path / "report.json", tmp_path / "proof.json"
    report.write_text(json.dumps({"date": "2026-11-26", "rows": rows}))
    record_proof(report, spec, record)
    monkeypatch.setattr(proof_record, "PROOF", record)
    count = sum(len(dungeon.floor_rows) for dungeon in spec.dungeons.values())
    assert proof_record.proof("").startswith(
        f"**Every seed is proven: all {count * 3 * 65536:,} comparisons are equal, byte for byte**"
    )
    table = proof_record.proven("")
    assert "| crypt | 1 | all | all | all | 90 + 90 + 90 |" in table
    assert f"completely: {4 * count} dungeons by cc65, in VICE." in table
    for spoil, complaint in (
        ({"proven": 65535}, "not proven: crypt"), ({"route": "z80"}, "not on every route: crypt"),
        ({"seeds": None}, "cannot be read"),
        ({"reference": "of another spec"}, "with another spec or other sources: crypt"),
        ({"dungeon": "deep"}, "not on every route: crypt"),
    ):  # fmt: skip
        report.write_text(
            json.dumps({"date": "2026-11-26", "rows": [{**rows[0], **spoil}, *rows[1:]]})
        )
        with pytest.raises(UserError, match=complaint):
            record_proof(report, spec, record)
    report.write_text(json.dumps({"date": "2026-11-26", "rows": [*rows, rows[0]]}))
    with pytest.raises(UserError, match="with other rows: crypt"):
        record_proof(report, spec, record)


def test_the_task_shows_what_is_proven(tmp_path: Path) -> None:
    report = tmp_path / "proven.json"
    # A spec of its own, as another test may forget at the same time what is proven of the tests'.
    spec = write_spec(tmp_path, edited_text(("steps: 700", "steps: 701")))
    arguments = ("--compiler", "none", "--dungeon", "burrow", "--sample", "5", "--spec", str(spec))
    assert tasks.invoke("verify", *arguments).returncode == 0
    done = tasks.invoke("prove", *arguments, "--report", str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all 5 comparisons are proven with today's bytes" in done.stdout
    (row,) = json.loads(report.read_text())["rows"]
    assert (row["dungeon"], row["route"], row["proven"]) == ("burrow", "native", 5)
