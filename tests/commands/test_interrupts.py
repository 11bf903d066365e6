"""Ctrl+C, signals, and outputs that take nothing: words and an exit status, never a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE

from pygen.base.project import PROJECT

TASK = (sys.executable, "-m", "invoke", "show", "--seeds", "0-400", "--summary")


@pytest.mark.parametrize("after", [0.25, 0.35, 0.45, 0.6, 1.0])
def test_ctrl_c_at_any_moment_shows_no_traceback_of_ours(after: float) -> None:
    with subprocess.Popen(
        TASK, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            time.sleep(after)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
        finally:
            process.kill()
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
    # It may itself run where hanging up is ignored, as behind nohup.
    command = f"import signal, os, sys; signal.signal({int(number)}, signal.SIG_DFL); "
    if number == signal.SIGINT:
        command = "import signal, os, sys; signal.signal(2, signal.default_int_handler); "
    command += "os.execv(sys.executable, [sys.executable, '-m', 'invoke', *sys.argv[1:]])"
    file = tmp_path / "generator.yaml"
    file.write_bytes(SPEC_FILE.read_bytes())
    with subprocess.Popen(
        (sys.executable, "-c", command, "studio", "--no-browser", "--spec", str(file)),
        cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            process.stdout.readline()
            process.send_signal(number)
            _, said = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "Traceback" not in said
    assert process.returncode in (status, -number, 0)


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
        (("show", "--png"), "--png sheet.png"),
        (("show", "--json"), "`invoke --help show` says what belongs behind --json"),
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
