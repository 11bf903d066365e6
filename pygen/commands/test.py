"""Run the tests. Tests whose tools are missing are skipped.

--arguments=--long adds the tests that take many minutes, and those that repeat another test
with the other compiler.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from pygen.base.errors import ToolMissing
from pygen.base.project import PROJECT
from pygen.console.arguments import jobs
from pygen.console.options import TaskArguments, Text


class Arguments(TaskArguments):
    arguments = Text("arguments for pytest, as in --arguments '-k parity -x'")
    # Tests often wait for a program or a disk, so one more process keeps all processors busy.
    jobs = jobs("processes", more=1)


def run(given: Arguments) -> int:
    if not importlib.util.find_spec("xdist"):
        raise ToolMissing(
            "the Python packages for tests are not installed",
            "Run `./bootstrap test` once: it installs them.",
        )
    workers = ["-n", str(given.jobs), "--dist", "worksteal"]
    arguments = shlex.split(given.arguments or "")
    command = [sys.executable, "-m", "pytest", *workers, *arguments]
    with environment_of_tests() as environment:
        return subprocess.run(command, cwd=PROJECT, env=environment, check=False).returncode


@contextlib.contextmanager
def environment_of_tests() -> Iterator[dict[str, str]]:
    """The variables for the tests. Where Python is told to save no compiled modules, it saves them
    in a folder that is removed afterwards: tests start Python hundreds of times, and each start
    would take a second more."""
    environment = dict(os.environ)
    if not environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        yield environment
        return
    with tempfile.TemporaryDirectory(prefix="undercroft-compiled-") as folder:
        yield {**environment, "PYTHONPYCACHEPREFIX": folder}
