"""A copy of the project, in which one file at a time is a mutant."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from hunts.mutation.mutants import Mutant

from pygen.base.cache import FOLDER_VARIABLE
from pygen.base.processes import end_with_parent
from pygen.base.project import BUILD_FOLDER, PROJECT

SECONDS_FOR_TESTS = 1800


class Workshop:
    """A copy of the project in `folder`, which is made."""

    def __init__(self, folder: Path) -> None:
        self.project = folder
        skipped = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".*_cache")
        shutil.copytree(PROJECT, folder, ignore=skipped)

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

        Without `keep` nothing that they build is left for others, nor taken from others. Raises
        RuntimeError if there are no such tests.
        """
        kept = os.environ.get(FOLDER_VARIABLE) or str(BUILD_FOLDER / "cache")
        environment = {
            **os.environ,
            FOLDER_VARIABLE: kept if keep else str(self.project / "build" / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        with tempfile.TemporaryFile() as output:
            try:
                status = subprocess.run(
                    command, cwd=self.project, env=environment, stdout=output,
                    stderr=subprocess.STDOUT, timeout=SECONDS_FOR_TESTS, check=False,
                    preexec_fn=end_with_parent,
                ).returncode  # fmt: skip
            except subprocess.TimeoutExpired:
                return tests[0]
            output.seek(0)
            said = output.read().decode("utf-8", "replace")
        if not keep:
            shutil.rmtree(self.project / "build", ignore_errors=True)
        # 1: a test failed; 2: they could not be read, which may well be the mutant's fault; 5: all
        # of them are jobs of their own. Below 0 it was a signal: the mutant has written where no
        # memory is.
        if status > 2 and status != 5:
            raise RuntimeError(f"the tests could not be run: {said}")
        first = re.search(r"(?m)^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said)
        return "" if status in (0, 5) else first[1] if first else tests[0]
