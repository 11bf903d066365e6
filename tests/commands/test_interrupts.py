"""Ctrl+C, signals, and outputs that take nothing: words and an exit status, never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pygen.base.project import PROJECT

TASK = (sys.executable, "-m", "invoke", "show", "--seeds", "0-400", "--summary")


@pytest.mark.parametrize("after", [0.25, 0.35, 0.45, 0.6, 1.0])
def test_ctrl_c_at_any_moment_shows_no_traceback_of_ours(after: float) -> None:
    process = subprocess.Popen(
        TASK, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    # Before tasks.py begins, Python and invoke answer.
    if str(PROJECT / "pygen") in said or "tasks.py" in said:
        assert "Traceback" not in said
    assert process.returncode in (130, 1, -signal.SIGINT, 0)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_ends_a_task_which_cleans_up(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    process = subprocess.Popen(
        (sys.executable, "-m", "invoke", "studio", "--no-browser"),
        cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    before = set((PROJECT / "build").glob("studio-*"))
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert "Traceback" not in said
    assert process.returncode in (status, -number, 0)
    assert not {path for path in before if path.exists() and _is_of(path, process.pid)}


def _is_of(path: Path, pid: int) -> bool:
    """Whether a folder was made by this process; others may run."""
    return str(pid) in path.name


def test_a_full_output_is_words() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            (sys.executable, "-m", "invoke", "show"),
            cwd=PROJECT, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode == 1
    assert "No space left" in done.stderr and "Traceback" not in done.stderr


def test_a_closed_output_is_as_if_nobody_read_it() -> None:
    command = f"{sys.executable} -m invoke show >&-"
    done = subprocess.run(
        ["sh", "-c", command], cwd=PROJECT, stderr=subprocess.PIPE, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 0 and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("shwo",), "Did you mean show?"),
        (("show", "--sed", "7"), "Did you mean --seed?"),
        (("init",), "Write it as in: invoke init my-dungeons"),
        (("show", "--zzzzzz"), "invoke --help show"),
    ],
)
def test_a_misspelt_command_line_is_told_what_to_write(words: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        (sys.executable, "-m", "invoke", *words),
        cwd=PROJECT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode != 0 and said in done.stderr and "Traceback" not in done.stderr
