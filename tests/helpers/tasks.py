"""The tasks as a person calls them: `invoke` in a process of its own, on the tests' spec."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
from collections.abc import Sequence

from helpers.tools import SPEC_FILE
from invoke.main import program

from pygen.base.project import PROJECT

SECONDS = 300.0


def invoke_here(*arguments: object) -> subprocess.CompletedProcess[str]:
    """`invoke`, but in this process: for tasks that end at once, such as those with a mistake in
    their arguments. Starting a process would take most of a second."""
    return invoke_here_without_spec(*_words(arguments))


def invoke_here_without_spec(*words: str) -> subprocess.CompletedProcess[str]:
    """The same with these words alone."""
    output, errors, status = io.StringIO(), io.StringIO(), 0
    before = signal.getsignal(signal.SIGTERM)
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            program.run(["invoke", "--search-root", str(PROJECT), *words])
    except SystemExit as ended:
        status = int(ended.code or 0)
    finally:
        signal.signal(signal.SIGTERM, before)
    return subprocess.CompletedProcess(words, status, output.getvalue(), errors.getvalue())


def invoke(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `invoke` does with such arguments: an option of its own, or a task's name, first.

    The task works from the tests' spec unless the arguments name another. `environment` is added
    to the tests' own.
    """
    return invoke_without_spec(*_words(arguments), **environment)


def invoke_without_spec(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The same for a task that takes no spec."""
    return subprocess.run(
        [sys.executable, "-m", "invoke", *words],
        cwd=PROJECT,
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def _words(arguments: Sequence[object]) -> list[str]:
    """The arguments as text, with the tests' spec if they name a task and no spec."""
    words = [str(argument) for argument in arguments]
    if not words[0].startswith("-") and "--spec" not in words:
        words += ["--spec", str(SPEC_FILE)]
    return words
