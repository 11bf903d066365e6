"""A copy of the project, in which one file at a time is a mutant."""

from __future__ import annotations

import compileall
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from py_compile import PycInvalidationMode

from helpers.shrinking import TRIES_VARIABLE
from hunts.mutation.mutants import Mutant

from pygen.base.cache import FOLDER_VARIABLE
from pygen.base.processes import end_with_parent
from pygen.base.project import BUILD_FOLDER, PROJECT

SECONDS_FOR_TESTS = 1800
NO_SUCH_TEST = 4
"""The status of pytest."""


class Workshop:
    """A copy of the project in `folder`, which is made."""

    def __init__(self, folder: Path) -> None:
        self.project = folder
        skipped = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".*_cache")
        shutil.copytree(PROJECT, folder, ignore=skipped)
        # Compiled once for all the processes of all tests. Whether a source is still the same is
        # told by its bytes: a mutant may have the length and the time of the original.
        compileall.compile_dir(folder, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)

    @contextlib.contextmanager
    def changed(self, mutant: Mutant) -> Iterator[Path]:
        """The mutant's file, which has the change until the block is left."""
        path = self.project / mutant.file
        original = path.read_text()
        try:
            path.write_text(mutant.applied(original))
            yield path
        finally:
            path.write_text(original)

    def failing(self, tests: Sequence[str], keep: bool = True) -> str:
        """The first of these tests that fails with what is in the copy now, "" if they pass.

        Without `keep` nothing that they build is left for others, nor taken from others. If one of
        them is not there with this mutant, all of their files are run. Raises RuntimeError if
        there are no such tests.
        """
        try:
            status, said = self.run(tests, keep)
            if status == NO_SUCH_TEST and "::" in tests[0]:
                files = dict.fromkeys(test.partition("::")[0] for test in tests)
                status, said = self.run(list(files), keep)
        except subprocess.TimeoutExpired:
            return tests[0]
        # 1: a test failed; 2: they could not be read, which may well be the mutant's fault; 5: all
        # of them are jobs of their own. Below 0 it was a signal: the mutant has written where no
        # memory is.
        if status > 2 and status != 5:
            raise RuntimeError(f"the tests could not be run: {said}")
        first = re.search(r"(?m)^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said)
        return "" if status in (0, 5) else first[1] if first else tests[0]

    def run(self, arguments: Sequence[str], keep: bool, **more: str) -> tuple[int, str]:
        """Run pytest until a test fails, with `more` in its environment: its status, and what it
        has said. `keep` is that of `failing`. Raises subprocess.TimeoutExpired."""
        kept = os.environ.get(FOLDER_VARIABLE) or str(BUILD_FOLDER / "cache")
        environment = {
            **os.environ,
            FOLDER_VARIABLE: kept if keep else str(self.project / "build" / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
            # Whether they fail is all that matters.
            TRIES_VARIABLE: "0",
            # A worker of a cluster has the folder of its own project there.
            "PYTHONPATH": "",
            **more,
        }
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *arguments]
        with tempfile.TemporaryFile() as output:
            status = subprocess.run(
                command, cwd=self.project, env=environment, stdout=output,
                stderr=subprocess.STDOUT, timeout=SECONDS_FOR_TESTS, check=False,
                preexec_fn=end_with_parent,
            ).returncode  # fmt: skip
            output.seek(0)
            said = output.read().decode("utf-8", "replace")
        if not keep:
            shutil.rmtree(self.project / "build", ignore_errors=True)
        return status, said
