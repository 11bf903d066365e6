"""Ctrl+C, signals, and outputs that take nothing: words and an exit status, never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE

from pygen.base.errors import UserError
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.studio.running import run_studio

INTERRUPTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
module = sys.argv.pop(1)
def hook(event, values):
    if event == "import" and values[0] == module:
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(hook)
from invoke.main import program
program.run()
"""
"""Invoke, interrupted as soon as a module is imported."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "module",
    [
        "rich.markup",
        "pygen.base.errors",
        "pygen.console.terminal",
        "pydantic",
        "pygen.console.maps",
    ],
)
def test_ctrl_c_from_our_first_lines_on_is_a_word(module: str) -> None:
    done = subprocess.run(
        (sys.executable, "-c", INTERRUPTED, module, "show"),
        cwd=PROJECT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.stderr, done.returncode) == ("interrupted\n", 130)


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
    # What a studio that was killed has left long ago.
    left = BUILD_FOLDER / f"studio-left-{tmp_path.parent.name}-{number}"
    left.mkdir(parents=True)
    os.utime(left, (1e9, 1e9))
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
    assert not left.exists()


def test_a_studio_that_can_build_nowhere_is_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="file/build: cannot be written"):
        run_studio(SPEC_FILE, tmp_path / "file" / "build", 0, False, print)


IN_A_FOLDER = """
import sys, time
from pathlib import Path
from pygen.base.temporary import temporary_folder
from pygen.console.invocation import answering_for_errors
with answering_for_errors(), temporary_folder(inside=Path(sys.argv[1])):
    print("made", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_temporary_folder(number: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        (sys.executable, "-c", IN_A_FOLDER, str(tmp_path)),
        cwd=PROJECT, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None and process.stdout.readline() == "made\n"
            assert list(tmp_path.iterdir())
            process.send_signal(number)
            assert process.wait(60) == 128 + number
        finally:
            process.kill()
    assert not list(tmp_path.iterdir())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [("show",), ("--list",), ("--help", "show")])
def test_a_full_output_is_words(
    words: tuple[str, ...], unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    # Whether Python writes at once or when it ends.
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            (sys.executable, "-m", "invoke", *words),
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


@pytest.mark.sampled(2)
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
