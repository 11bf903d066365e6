"""A court as a process of its own, which a thread of this machine or a worker of a cluster holds.

A mutant may hang, and a worker may be killed at any moment. So a court is the leader of a group of
processes, with all that it starts. It ends them and removes its copy of the project when its owner
wants it, and when its owner is gone.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from helpers.tools import MISSING
from hunts.mutation.judging import Court
from hunts.mutation.mutants import Mutant
from hunts.mutation.workshop import Workshop

from pygen.base.errors import EmulatorLost, UserError
from pygen.base.project import PROJECT
from pygen.base.temporary import temporary_folder
from pygen.builders.portable import OtherMachine, differences, facts_of_machine, version_of
from pygen.builders.runner import close_opened, held
from pygen.compilers import COMPILERS
from pygen.emulators.vice_command import vice_version

SECONDS_TO_REMOVE = 120.0
"""How long a process without an owner may take to remove its folder."""


def facts_of_judges(project: Path = PROJECT) -> dict[str, str]:
    """What must be the same wherever mutants are judged, by name."""
    return {**facts_of_machine(project, with_tests=True), **_facts_of_tools()}


@functools.cache
def _facts_of_tools() -> dict[str, str]:
    facts = {compiler.title: version_of(compiler.find) for compiler in COMPILERS.values()}
    facts["VICE"] = ""
    with contextlib.suppress(UserError):
        facts["VICE"] = vice_version()
    for package in ("hypothesis", "pytest"):
        facts[package] = importlib.metadata.version(package)
    # Tests without their tools are skipped, and see no mutant.
    return {**facts, "missing tools": " ".join(sorted(MISSING))}


# ------------------------------------------------------------------ in a worker


@dataclass(frozen=True)
class Piece:
    """A mutant to be judged; `facts` are those of the machine that has the list of mutants."""

    mutant: Mutant
    is_quick: bool
    facts: dict[str, str]


def judged(piece: Piece) -> str:
    """The verdict of this worker's court.

    Raises OtherMachine if the court would judge by other sources or with other tools; EmulatorLost
    if it is killed; and what it raises.
    """
    try:
        return held("court", lambda: CourtProcess(piece.facts)).judge(piece.mutant, piece.is_quick)
    except EmulatorLost:
        close_opened()
        raise


class CourtProcess:
    """A process with a court, for one thread."""

    program = "-m", __name__

    def __init__(self, facts: dict[str, str]) -> None:
        """Raises OtherMachine if the court's facts differ from these."""
        self._ending = threading.Lock()
        self._folder = contextlib.ExitStack()
        folder = self._folder.enter_context(temporary_folder("undercroft-mutants-"))
        self._connection, theirs = Pipe()
        folders = str(PROJECT), str(PROJECT / "tests")
        with theirs:
            number = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, *self.program, str(number), str(os.getpid()), str(folder)],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
                pass_fds=[number], stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        try:
            if differing := differences(self._answer(), facts):
                raise OtherMachine(
                    f"the court there has {differing}", "Start it again after a change."
                )
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The number of the process, and of the group of all that it starts."""
        return self._process.pid

    def judge(self, mutant: Mutant, is_quick: bool) -> str:
        """The verdict, as `Court.judge` gives it. Raises as `judged` does."""
        with contextlib.suppress(OSError):
            self._connection.send((mutant, is_quick))
        verdict: str = self._answer()
        return verdict

    def close(self) -> None:
        """End the process and all that it has started. Safe to call twice."""
        with self._ending:
            if self._process.returncode is None:
                # The number of the group is its own until somebody waits for the process.
                os.killpg(self.pid, signal.SIGKILL)
                self._process.wait()
            self._folder.close()

    def _answer(self) -> Any:
        try:
            answer = self._connection.recv()
        except (EOFError, OSError) as error:
            raise EmulatorLost(
                "a process that judges mutants was lost",
                "Its machine may have run out of memory, or of space for temporary files.",
            ) from error
        if isinstance(answer, Exception):
            raise answer
        return answer


# ------------------------------------------------------------------ in the court's process


def main(connection: Connection, owner: int, folder: Path) -> None:
    """Judge mutants in a folder until the owner ends this process, or is gone."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    threading.Thread(target=_end_with, args=(owner,), daemon=True).start()
    try:
        with contextlib.suppress(EOFError, ConnectionError):
            court = Court(Workshop(folder / "project"))
            connection.send(facts_of_judges(court.shop.project))
            while True:
                connection.send(_verdict(court, *connection.recv()))
    except Exception:
        traceback.print_exc()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.killpg(0, signal.SIGKILL)


def _verdict(court: Court, mutant: Mutant, is_quick: bool) -> str | Exception:
    try:
        return court.judge(mutant, is_quick)
    except Exception as error:
        error.add_note(traceback.format_exc())
        return error


def _end_with(owner: int) -> None:
    """End this process, with its folder and all that it has started, when its owner is gone."""
    while os.getppid() == owner:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_REMOVE)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(Connection(int(sys.argv[1])), int(sys.argv[2]), Path(sys.argv[3]))
