"""The tasks as a person calls them: `invoke` in a process of its own, on the tests' spec."""

from __future__ import annotations

import os
import subprocess
import sys

from helpers.tools import SPEC_FILE

from pygen.base.project import PROJECT

SECONDS = 300.0


def invoke(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `invoke` does with such arguments: an option of its own, or a task's name, first.

    The task works from the tests' spec unless the arguments name another. `environment` is added
    to the tests' own.
    """
    words = [str(argument) for argument in arguments]
    is_task = not words[0].startswith("-")
    if is_task and "--spec" not in words:
        words += ["--spec", str(SPEC_FILE)]
    return subprocess.run(
        [sys.executable, "-m", "invoke", *words],
        cwd=PROJECT,
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
