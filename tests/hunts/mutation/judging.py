"""A worker: it has a copy of the project, and judges one mutant after the other in it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hunts.mutation.modules import ModuleJudge
from hunts.mutation.mutants import Mutant
from hunts.mutation.native import NativeJudge
from hunts.mutation.tests_of import tests_of
from hunts.mutation.workshop import Workshop

SAME = "equivalent: no compiler makes anything else of it"


@dataclass
class Court:
    """A copy of the project and the judges that work in it, made when they are needed."""

    shop: Workshop
    native: NativeJudge | None = None
    modules: ModuleJudge | None = None

    def judge(self, mutant: Mutant, is_known: bool = False) -> str:
        """How a mutant is found out; "" if it survives.

        Of one that is known as equivalent only the first comparison is made.
        """
        is_compared = mutant.part in ("generator", "assembly")
        if is_compared:
            self._be_ready()
        with self.shop.changed(mutant) as path:
            is_same = False
            if is_compared:
                found = self._compared(mutant.part, path)
                is_same = found is None
                if found or is_known:
                    return found or ""
            elif is_known:
                return ""
            # Nobody sees it in what is compiled, so only tests of assembly that is not used can.
            if is_same and mutant.part == "generator":
                return SAME
            for tests in tests_of(mutant, self.shop.project):
                if tests and self.shop.tests_fail(tests, keep="compilers" not in mutant.file):
                    return f"tests: {' '.join(tests[:2])}"
            if (
                mutant.part == "generator"
                and self.native
                and self.native.differs_for_some_seed(path)
            ):
                return "every seed"
            return SAME if is_same else ""

    def _be_ready(self) -> None:
        """Build the originals, while there is no mutant in the copy."""
        if self.native is None:
            self.native = NativeJudge(self.shop)
            self.modules = ModuleJudge(self.shop, self.native)

    def _compared(self, part: str, path: Path) -> str | None:
        """By what dungeons tell a mutant from the original, as `NativeJudge.verdict` says it."""
        assert self.native and self.modules
        found = self.native.verdict(path) if part == "generator" else None
        return self.modules.verdict(path) if found is None else found


_court: Court | None = None


def begin(folder: str, parent: int) -> None:
    """Make a worker of this process: it ends with its parent, and all that it has started too."""
    global _court
    os.setpgrp()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _court = Court(Workshop(Path(folder) / f"worker{os.getpid()}"))


def judged(mutant: Mutant, is_known: bool) -> tuple[Mutant, str]:
    """The verdict of this worker."""
    assert _court is not None
    return mutant, _court.judge(mutant, is_known)


def _end_with(parent: int) -> None:
    """Kill this group of processes as soon as `parent` is gone."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.killpg(0, signal.SIGKILL)


@contextlib.contextmanager
def workers_stopped(folder: Path) -> Iterator[None]:
    """Kill the workers that have their places in a folder, with all that they have started, if the
    block is left by an exception: otherwise they would finish what they are at."""
    try:
        yield
    except BaseException:
        for place in folder.glob("worker*"):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(int(place.name.removeprefix("worker")), signal.SIGKILL)
        raise
