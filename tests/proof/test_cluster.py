"""verify on a cluster: the same results as on one machine, whatever is killed."""

from __future__ import annotations

import contextlib
import io
import json
import random
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import tasks
from helpers.dask_cluster import DaskCluster, dask_cluster
from helpers.processes import wait_until
from helpers.programs import claiming, module_of
from helpers.tools import (
    SPEC_FILE,
    any_compiler,
    needs_cc,
    needs_distributed,
    needs_proc,
    needs_vice,
    simulator_library,
)
from helpers.verify_driver import small_spec
from rich.console import Console

from pygen.base.errors import EmulatorFailed, EmulatorLost
from pygen.base.project import PROJECT
from pygen.builders import cluster_client, cluster_worker
from pygen.builders.cluster import Cluster
from pygen.builders.cluster_client import Patience
from pygen.builders.module import ModuleRoute
from pygen.builders.module_vice import ModuleViceRoute
from pygen.builders.native import NativeRoute, build_native
from pygen.builders.python import PythonRoute
from pygen.builders.recompiling import Recompiling
from pygen.builders.runner import run_pieces
from pygen.commands.verify import prove_jobs
from pygen.emit.plan import plan_of
from pygen.engine.definition.conditions import parse_condition
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_seeds
from pygen.proof import every_seed, parity, planning
from pygen.search import finding
from pygen.search.numbers import number_reader
from pygen.spec import load_spec

pytestmark = [needs_cc, needs_distributed]

SEEDS = 256


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces that workers are done with soon, so that many of them can be lost. And patience, as
    workers take long to start on a busy machine."""
    monkeypatch.setattr(Patience.AT_FIRST, "_value_", (60.0, 60.0))
    monkeypatch.setattr(every_seed, "SEEDS_AT_ONCE", 32)
    monkeypatch.setattr(every_seed, "SEEDS_TO_BUILD", 32)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[DaskCluster]:
    """A cluster of the test's own, with two workers."""
    with dask_cluster(tmp_path, 2) as cluster:
        yield cluster


def jobs_in(folder: Path, seeds: int = SEEDS, is_recompiled: bool = False) -> list[Any]:
    spec = small_spec()
    recompiling = Recompiling.find(folder) if is_recompiled else None
    module = module_of(spec, "burrow", any_compiler().name)
    route = ModuleRoute(module, simulator_library(), recompiling=recompiling)
    jobs, _ = planning.plan(spec, [route], ["burrow"], range(seeds), folder / "verify", folder)
    return jobs


def proved(jobs: list[Any], workers: int | Cluster, folder: Path) -> str:
    """Do jobs as the task does. Returns what it prints."""
    text = io.StringIO()
    prove_jobs(jobs, workers, Console(file=text, width=110), folder / "report.json")
    return text.getvalue()


def report_in(folder: Path) -> bytes:
    """The report, without what says how long it took and with how many workers."""
    report = json.loads((folder / "report.json").read_text())
    del report["seconds"], report["workers"]
    for result in report["results"]:
        assert result.pop("seeds_a_second") > 0
    return json.dumps(report, indent=1).encode()


def recorded(folder: Path) -> dict[str, list[int]]:
    """The seeds in each journal, each as often as it is there, and the checksums by seeds."""
    found: dict[str, list[int]] = {}
    for path in (folder / "verify").glob("*.json"):
        entries = json.loads(path.read_text())["entries"]
        found[path.name] = sorted(seed for one in entries for seed in parse_seeds(one["seeds"]))
    return found


def proved_here(folder: Path, seeds: int = SEEDS) -> bytes:
    """The report of a run with a process of this machine."""
    proved(jobs_in(folder, seeds), 1, folder)
    return report_in(folder)


# ------------------------------------------------------------------ the same results


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A cluster with two workers for tests that kill nothing."""
    with dask_cluster(tmp_path_factory.mktemp("cluster"), 2) as cluster:
        yield cluster


@pytest.mark.long
def test_a_cluster_gives_the_same_report_and_refuses_a_worker_with_other_sources(
    shared: DaskCluster, tmp_path: Path
) -> None:
    changed = tmp_path / "changed"
    for folder in ("pygen", "c64src", "templates"):
        shutil.copytree(PROJECT / folder, changed / folder)
    with (changed / "c64src/kinds/walk/digging.h").open("a") as file:
        file.write("/* A change. */\n")
    other = shared.start_worker(changed)
    told: list[str] = []
    cluster = Cluster(shared.address, warn=told.append)
    assert wait_until(lambda: shared.log().count("Registered to") == 3)
    # A recompiled module is made ready on each machine.
    text = proved(jobs_in(tmp_path, SEEDS, True), cluster, tmp_path)
    shared.kill(other)
    assert f"with up to {cluster.most_workers} worker" in text and shared.address in text
    (sentence,) = told
    assert sentence.startswith("The worker tcp://127.0.0.1:")
    assert "is refused: it has sources " in sentence
    reference = tmp_path / "reference"
    proved(jobs_in(reference, SEEDS, True), 1, reference)
    assert report_in(tmp_path) == report_in(reference)
    assert recorded(tmp_path) == recorded(reference)
    assert set(map(tuple, recorded(tmp_path).values())) == {tuple(range(SEEDS))}


@needs_vice
def test_a_cluster_compares_samples_in_vice(shared: DaskCluster) -> None:
    spec = small_spec()
    wrong = module_of(load_spec(SPEC_FILE, ["dungeons.burrow.walk.steps=61"]), "burrow")
    routes = [ModuleViceRoute(module_of(spec, "burrow")), ModuleViceRoute(claiming(wrong, spec))]
    jobs = [parity.ParityJob(route, [Request("burrow", n) for n in range(3)]) for route in routes]
    here, there = Told(), Told()
    cases = parity.compare_all(jobs, there, Cluster(shared.address))
    assert cases == parity.compare_all(jobs, here, 1)
    assert [case.equal for case in cases] == [True] * 3 + [False] * 3
    assert sorted(there.phases) == sorted(here.phases) and len(here.phases) == 3


class Told(parity.Listener):
    """Notes the phases in which dungeons go wrong."""

    def __init__(self) -> None:
        self.phases: list[tuple[int, str]] = []

    def case_is_wrong(self, job: parity.ParityJob, diagnosis: parity.Diagnosis) -> None:
        self.phases.append((diagnosis.case.request.seed, diagnosis.phase))


def test_a_cluster_finds_the_same_dungeons(
    shared: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "SEEDS_AT_CLUSTER", 100)
    monkeypatch.setattr(finding, "SEEDS_AT_ONCE", 100)
    spec, cluster = small_spec(), Cluster(shared.address)
    alone = spec.only("burrow")
    library = build_native(spec, selection=alone)
    route = NativeRoute(spec, library, alone)
    names = number_reader(plan_of(spec, "burrow")).names
    condition = parse_condition("stairs_steps > 6", names)
    expected = list(
        finding.search(spec, "burrow", condition, range(950), 1, library, selection=alone)
    )
    searched: list[int] = []
    found = finding.search_on(
        cluster, route, "burrow", condition, range(950), advance=searched.append
    )
    assert found == expected and any(part.found for part in found)
    assert sorted(searched) == sorted(part.searched for part in expected)
    some = finding.search_on(cluster, route, "burrow", condition, range(950), limit=1)
    assert some == expected[: len(some)] and any(part.found for part in some)
    python = finding.search_on(cluster, PythonRoute(spec), "burrow", condition, range(200))
    assert python == expected[:2]


def test_without_a_scheduler_there_is_an_error_in_words(tmp_path: Path) -> None:
    nobody = Cluster("tcp://127.0.0.1:9")
    with pytest.raises(EmulatorFailed, match="tcp://127.0.0.1:9: no Dask scheduler answers there"):
        nobody.require()
    done = tasks.invoke("verify", "--scheduler", nobody.address)
    assert done.returncode == 1 and "no Dask scheduler answers there" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--scheduler", "server"], "'server' is not the address of a Dask scheduler"),
        (["--scheduler", "tcp://server:0"], "is not the address"),
        (["--scheduler", "tcp://server:65536"], "is not the address"),
        (["--scheduler", "http://server:8786"], "is not the address"),
        (["--scheduler", "tcp://server:8786", "--jobs", "1"], "exclude each other"),
        (["--attempts", "3"], "--attempts is for work on a cluster"),
        (["--scheduler", "tcp://server:8786", "--attempts", "0"], "'0' is not a number of"),
    ],
)
def test_an_argument_that_makes_no_sense_is_a_clear_error(
    arguments: list[str], complaint: str
) -> None:
    done = tasks.invoke_here("verify", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr and "Traceback" not in done.stderr


# ------------------------------------------------------------------ what it survives


@contextlib.contextmanager
def whenever_seeds_are_recorded(folder: Path, do: Callable[[], bool]) -> Iterator[None]:
    """During the block, call a function in a thread whenever the journals have grown, until it
    returns False."""
    is_over = threading.Event()

    def watch() -> None:
        before = 0
        while not is_over.wait(0.02):
            now = sum(map(len, recorded(folder).values()))
            if now > before:
                before = now
                if not do():
                    # Processes that this thread has started end with it.
                    is_over.wait()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@pytest.mark.faults
@pytest.mark.slow
@needs_proc
def test_workers_killed_at_random_change_no_byte_of_the_report(
    here: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine it takes a while until a worker has started.
    monkeypatch.setattr(Patience.AFTER_A_LOSS, "_value_", (600.0, 600.0))
    chance, kills = random.Random("whichever"), 0

    def kill_one() -> bool:
        nonlocal kills
        time.sleep(chance.random() / 2)
        here.kill(chance.choice(here.workers))
        here.start_worker()
        kills += 1
        return kills < 4

    with whenever_seeds_are_recorded(tmp_path, kill_one):
        cluster = Cluster(here.address, tries=20)
        proved(jobs_in(tmp_path, 1500), cluster, tmp_path)
    assert kills >= 2
    reference = tmp_path / "reference"
    assert report_in(tmp_path) == proved_here(reference, 1500)
    assert recorded(tmp_path) == recorded(reference)
    # An entry that was there twice would make the journal unsound.
    assert all(job.known == 1500 for job in proved_again(tmp_path, 1500))


def proved_again(folder: Path, seeds: int) -> list[Any]:
    jobs = jobs_in(folder, seeds)
    proved(jobs, 1, folder)
    return jobs


@pytest.mark.faults
@pytest.mark.slow
@needs_proc
def test_a_scheduler_that_comes_back_is_used_again(
    here: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patience.AFTER_A_LOSS, "_value_", (600.0, 600.0))

    def start_again() -> bool:
        here.kill(here.scheduler)
        for worker in list(here.workers):
            here.kill(worker)
        here.start_scheduler()
        here.start_worker()
        return False

    with whenever_seeds_are_recorded(tmp_path, start_again):
        proved(jobs_in(tmp_path, 1000), Cluster(here.address), tmp_path)
    assert report_in(tmp_path) == proved_here(tmp_path / "reference", 1000)


@pytest.mark.faults
@pytest.mark.slow
@needs_proc
def test_a_scheduler_that_does_not_come_back_is_an_error_and_what_is_proved_is_kept(
    here: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patience.AFTER_A_LOSS, "_value_", (2.0, 2.0))

    def kill() -> bool:
        here.kill(here.scheduler)
        return False

    with (
        whenever_seeds_are_recorded(tmp_path, kill),
        pytest.raises(EmulatorFailed, match="no Dask scheduler answers there"),
    ):
        proved(jobs_in(tmp_path, 1000), Cluster(here.address), tmp_path)
    before = sum(map(len, recorded(tmp_path).values()))
    assert 0 < before < 2000
    jobs = jobs_in(tmp_path, 1000)
    proved(jobs, 1, tmp_path)
    assert sum(job.known for job in jobs) == before and all(job.is_good for job in jobs)


@pytest.mark.faults
@needs_proc
def test_the_last_worker_that_is_lost_is_an_error(
    here: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patience.AFTER_A_LOSS, "_value_", (2.0, 2.0))

    def kill_all() -> bool:
        for worker in list(here.workers):
            here.kill(worker)
        return False

    with (
        whenever_seeds_are_recorded(tmp_path, kill_all),
        pytest.raises(EmulatorFailed, match="this scheduler has no workers"),
    ):
        proved(jobs_in(tmp_path, 1000), Cluster(here.address), tmp_path)


@pytest.mark.faults
@needs_proc
def test_an_interrupted_run_leaves_no_work_and_no_routes_behind(
    here: DaskCluster, tmp_path: Path
) -> None:
    def interrupt() -> bool:
        signal.raise_signal(signal.SIGINT)
        return False

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with (
        whenever_seeds_are_recorded(tmp_path, interrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        proved(jobs_in(tmp_path, 1500), Cluster(here.address), tmp_path)
    signal.signal(signal.SIGINT, before)
    with distributed_client(here) as client:
        assert wait_until(lambda: not any(client.processing().values()))
        assert set(client.run(lambda: len(cluster_worker._known)).values()) == {0}
    jobs = jobs_in(tmp_path, 1500)
    proved(jobs, Cluster(here.address), tmp_path)
    assert all(job.is_good and job.known for job in jobs[:1])


def distributed_client(cluster: DaskCluster) -> Any:
    return cluster_client.require_distributed().Client(cluster.address, set_as_default=False)


@pytest.mark.faults
@needs_proc
def test_a_worker_that_has_forgotten_the_routes_is_admitted_again(
    here: DaskCluster, tmp_path: Path
) -> None:
    """As one that was started again at the same address."""

    def make_forget() -> bool:
        with distributed_client(here) as client:
            client.run(lambda: cluster_worker._known.clear())
        return False

    with whenever_seeds_are_recorded(tmp_path, make_forget):
        proved(jobs_in(tmp_path, 1000), Cluster(here.address), tmp_path)
    assert report_in(tmp_path) == proved_here(tmp_path / "reference", 1000)


@pytest.mark.faults
@needs_proc
def test_workers_that_build_another_library_are_refused(here: DaskCluster, tmp_path: Path) -> None:
    spec, other = small_spec(), tmp_path / "generator.so"
    library = build_native(spec, build_folder=tmp_path)
    other.write_bytes(library.read_bytes() + b"\0")
    jobs = every_seed.make_jobs(
        NativeRoute(spec, other), PythonRoute(spec), "burrow", range(99), tmp_path / "verify"
    )
    told: list[str] = []
    with pytest.raises(EmulatorFailed, match="all workers of this scheduler are refused"):
        every_seed.verify(jobs, Cluster(here.address, warn=told.append))
    assert all("the native library has the digest" in sentence for sentence in told)
    assert len(told) == 2 and recorded(tmp_path) == {}


@pytest.mark.faults
@needs_proc
def test_a_worker_with_several_threads_is_refused(tmp_path: Path) -> None:
    told: list[str] = []
    with dask_cluster(tmp_path, 0) as cluster:
        cluster.start_worker(PROJECT, "--nthreads", "2")
        with pytest.raises(EmulatorFailed, match="all workers of this scheduler are refused"):
            every_seed.verify(jobs_in(tmp_path), Cluster(cluster.address, warn=told.append))
    assert "it has 2 threads: start it with --nthreads 1" in told[0]


@pytest.mark.faults
@needs_proc
def test_a_piece_that_kills_its_workers_ends_the_run(here: DaskCluster, tmp_path: Path) -> None:
    pool = Cluster(here.address, tries=2).pool({})
    with pytest.raises(EmulatorLost, match="the worker tcp://127.0.0.1:.* was lost"):
        run_pieces([signal.SIGKILL], signal.raise_signal, lambda _piece, _result: (), pool)
