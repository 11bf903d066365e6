"""What may happen in the middle: the disk is full, somebody interrupts or kills the emulator.

Whatever happens, nothing half-written is taken for good, nothing is left running, a clear error is
all that is seen, and a second run succeeds.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from helpers.processes import ENOUGH, is_running, wait_until
from helpers.programs import module_of
from helpers.small_disk import leave_free, small_disk
from helpers.tools import any_compiler, compiler_or_skip, needs_cc, needs_proc, needs_vice

from pygen.base.errors import UserError
from pygen.base.project import PROJECT
from pygen.builders.native import build_native
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module, build_module
from pygen.spec import Spec

DRIVER = PROJECT / "tests/helpers/fault_driver.py"
NAMES = list(COMPILERS)
pytestmark = [pytest.mark.faults, pytest.mark.usefixtures("nothing_is_kept")]


_started: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    """End what a test that fails has left running."""
    yield
    while _started:
        process = _started.pop()
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def start(folder: Path, task: str, *arguments: str) -> subprocess.Popen[str]:
    """A task that writes into `folder`, its temporary files too."""
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, str(DRIVER), str(folder), task, *arguments],
        env={**os.environ, "TMPDIR": str(temporary), "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    _started.append(process)
    return process


def children(of: int) -> set[int]:
    """All that a process has started, and what those have started, and so on."""
    parents: dict[int, int] = {}
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            with contextlib.suppress(OSError):
                stat = (place / "stat").read_text().rpartition(")")[2].split()
                parents[int(place.name)] = int(stat[1])
    found: set[int] = set()
    new = {of}
    while new:
        new = {pid for pid, parent in parents.items() if parent in new} - found
        found |= new
    return found


def named(pids: set[int], name: str) -> list[int]:
    """Those that run a program of this name."""
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):
            program = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
            if Path(program.decode()).name == name:
                found.append(pid)
    return found


def all_end(pids: set[int]) -> bool:
    """Wait for them to end."""
    return wait_until(lambda: not any(is_running(pid) for pid in pids))


def emulates(process: subprocess.Popen[str]) -> bool:
    """Wait until it has an emulator."""
    return wait_until(lambda: bool(named(children(process.pid), "x64sc")))


def comes_to(moment: str, folder: Path, process: subprocess.Popen[str]) -> bool:
    """Wait until it has written such a file, or has ended."""
    return wait_until(lambda: has(folder, moment) or process.poll() is not None)


def is_told(status: int, output: str) -> bool:
    """Whether a failure was told in words."""
    return status == 1 and "error:" in output and "Traceback" not in output


# ------------------------------------------------------------------ the disk is full


@pytest.fixture(scope="module", params=NAMES)
def good(request: pytest.FixtureRequest, spec: Spec) -> Module:
    """A module as an undisturbed build makes it."""
    return module_of(spec, "burrow", request.param)


@pytest.mark.slow
def test_a_build_on_a_full_disk_is_a_clear_error_and_no_module(
    good: Module, spec: Spec, tmp_path: Path
) -> None:
    outcomes = []
    with small_disk(tmp_path, 10_000) as disk:
        for free in (0, 150, 400, 700, 1500, 7000):
            ballast = leave_free(disk, free)
            try:
                module = build_module(spec, "spec", good.compiler, "burrow", build_folder=disk)
                assert module.image == good.image
                outcomes.append("built")
            except UserError as error:
                assert error.message and "Errno" not in error.message
                assert not list(disk.rglob("*.prg"))
                outcomes.append(error.message)
            ballast.unlink()
            again = build_module(spec, "spec", good.compiler, "burrow", build_folder=disk)
            assert again.image == good.image and again.layout == good.layout
            assert again.result.prg.read_bytes() == good.result.prg.read_bytes()
            assert again.result.labels == good.result.labels
            shutil.rmtree(disk / "modules")
    assert outcomes[0] != "built" and outcomes[-1] == "built", outcomes
    assert any("No space left" in outcome for outcome in outcomes), outcomes


@pytest.mark.slow
@needs_cc
def test_a_native_build_on_a_full_disk_is_a_clear_error_and_no_library(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, outcomes = spec.only("burrow"), []
    with small_disk(tmp_path, 6000) as disk:
        (disk / "tmp").mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(disk / "tmp"))
        monkeypatch.setenv("TMPDIR", str(disk / "tmp"))
        for free in (0, 60, 150, 250, 350, 3000):
            ballast = leave_free(disk, free)
            try:
                build_native(spec, build_folder=disk / "build", selection=small)
                outcomes.append("built")
            except UserError as error:
                assert error.message
                outcomes.append(error.message)
            ballast.unlink()
            assert list((disk / "tmp").iterdir()) == []
            before = (disk / "build").exists() and list(disk.rglob("*.so"))
            assert bool(before) == (outcomes[-1] == "built")
            again = build_native(spec, build_folder=disk / "build", selection=small)
            assert again.is_file()
            shutil.rmtree(disk / "build")
    assert outcomes[0] != "built" and outcomes[-1] == "built", outcomes


@pytest.mark.slow
@needs_vice
def test_parity_needs_no_disk_but_for_its_report(tmp_path: Path) -> None:
    compiler = any_compiler().name
    with small_disk(tmp_path, 10_000) as disk:
        report = disk / "parity.json"
        arguments = (f"compiler={compiler}", "dungeon=burrow", "seeds=0-3", f"report={report}")
        process = start(disk, "build_release", f"compiler={compiler}")
        assert process.communicate(timeout=300) and process.returncode == 0
        ballast = leave_free(disk, 0)
        process = start(disk, "parity", *arguments)
        output, _ = process.communicate(timeout=300)
        assert is_told(process.returncode, output) and "No space left" in output, output
        assert not report.exists()
        ballast.unlink()
        process = start(disk, "parity", *arguments)
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0 and report.is_file(), output
        assert list((disk / "tmp").iterdir()) == []


# ------------------------------------------------------------------ somebody interrupts a build


def has(folder: Path, pattern: str) -> bool:
    """Whether there is such a file; folders may go while we look."""
    with contextlib.suppress(FileNotFoundError):
        return any(folder.glob(pattern))
    return False


MOMENTS = {
    signal.SIGINT: ("release/*/.compiling-*/*",),
    signal.SIGTERM: ("release/*/gen/*.c",),
    signal.SIGKILL: ("release/*/*.asm",),
}
"""What a build has written when it is interrupted."""


@pytest.mark.slow
@needs_proc
@needs_cc
@pytest.mark.parametrize(
    ("how", "compiler"),
    [
        (signal.SIGINT, "oscar64"), (signal.SIGTERM, "cc65"), (signal.SIGKILL, "oscar64"),
    ],
)  # fmt: skip
def test_an_interrupted_build_leaves_nothing_running_and_is_done_again(
    how: signal.Signals, compiler: str, tmp_path: Path
) -> None:
    compiler_or_skip(compiler)
    chance = Random(f"{how}{compiler}")
    for number, moment in enumerate(MOMENTS[how]):
        folder = tmp_path / str(number)
        folder.mkdir()
        process = start(folder, "build_release", f"compiler={compiler}")
        assert comes_to(moment, folder, process)
        time.sleep(chance.choice((0, 0.01, 0.05, 0.2)))
        mine = children(process.pid)
        process.send_signal(how)
        output, _ = process.communicate(timeout=ENOUGH)
        assert all_end(mine)
        assert "Traceback" not in output
        # The build may have come to its end before the signal did.
        assert process.returncode in (0, -how, 128 + how), output
        if how != signal.SIGKILL:
            assert not list(folder.rglob(".compiling-*")) and not list((folder / "tmp").iterdir())
        second = start(folder, "build_release", f"compiler={compiler}")
        output, _ = second.communicate(timeout=300)
        assert second.returncode == 0, output
    programs = {prg.read_bytes() for prg in tmp_path.rglob("release/*/*.prg")}
    assert len(programs) == 1


# ------------------------------------------------------------------ somebody kills the emulator


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a built program and its native twin."""
    folder = tmp_path_factory.mktemp("built")
    process = start(folder, "build_release", f"compiler={any_compiler().name}")
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    return folder


@needs_proc
@needs_vice
def test_a_case_whose_emulator_was_killed_at_any_moment_is_tried_again(built: Path) -> None:
    chance = Random("parity")
    report = built / "parity.json"
    arguments = (f"compiler={any_compiler().name}", f"report={report}", "dungeon=burrow")
    for _ in range(2):
        process = start(built, "parity", *arguments, "seeds=0-59")
        assert emulates(process)
        time.sleep(chance.random() * 3)
        mine = children(process.pid)
        victims = named(mine, "x64sc")
        if not victims or process.poll() is not None:
            process.communicate(timeout=300)
            continue
        os.kill(chance.choice(victims), signal.SIGKILL)
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0, output
        assert all_end(mine)
        assert list((built / "tmp").iterdir()) == []
        assert all(case["equal"] for case in json.loads(report.read_text())["cases"])
        report.unlink()


@needs_proc
@needs_vice
def test_emulators_that_are_killed_again_and_again_are_a_clear_error(built: Path) -> None:
    report = built / "killed.json"
    arguments = (f"compiler={any_compiler().name}", f"report={report}", "dungeon=burrow")
    process = start(built, "parity", *arguments, "seeds=0-59")
    mine: set[int] = set()

    def killed_or_ended() -> bool:
        for victim in named(children(process.pid), "x64sc"):
            mine.add(victim)
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        return process.poll() is not None

    assert wait_until(killed_or_ended)
    output, _ = process.communicate(timeout=300)
    assert is_told(process.returncode, output), output
    assert "signal SIGKILL" in output
    assert all_end(mine)
    assert list((built / "tmp").iterdir()) == []
    assert not report.exists()


@needs_proc
@needs_vice
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_parity_leaves_nothing_running(built: Path, how: signal.Signals) -> None:
    chance = Random(f"{how}")
    process = start(built, "parity", f"compiler={any_compiler().name}", "seeds=0-299")
    assert emulates(process)
    time.sleep(chance.random() * 2)
    mine = children(process.pid)
    process.send_signal(how)
    output, _ = process.communicate(timeout=ENOUGH)
    assert process.returncode in (-how, 128 + how) and "Traceback" not in output, output
    assert all_end(mine)
    if how != signal.SIGKILL:
        assert list((built / "tmp").iterdir()) == []
