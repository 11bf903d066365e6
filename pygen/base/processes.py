"""Emulator processes that end with us, whatever happens, and whose output can be quoted."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from pygen.base.errors import EmulatorFailed

_PR_SET_PDEATHSIG = 1
_MOST_OF_LOG = 16 * 1024
_running: weakref.WeakSet[OwnedProcess] = weakref.WeakSet()


class OwnedProcess:
    """A process in a group of its own, with its output going to a log that leaves no file.

    With `output` only its complaints go to the log, and its standard output to that file.

    The group is killed by `end`, when this Python ends in good order, and on Linux also when
    this Python is killed. The last holds for the thread that started the process: it has to live
    as long as the process shall.

    Raises EmulatorFailed when the program cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        output: IO[bytes] | None = None,
    ) -> None:
        self._owner = os.getpid()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `end`)
        try:
            with _interrupted_afterwards():
                self._process = subprocess.Popen(
                    command,
                    cwd=folder,
                    env=dict(environment),
                    stdin=subprocess.DEVNULL,
                    stdout=output or self._log,
                    stderr=self._log,
                    start_new_session=True,
                    preexec_fn=_begin_child,
                )
                _running.add(self)
        except OSError as error:
            self._log.close()
            reason = error.strerror or str(error)
            raise EmulatorFailed(f"{command[0]}: cannot be started: {reason}") from error
        except BaseException:
            if self in _running:
                self.end()
            raise

    @property
    def pid(self) -> int:
        """The process's number, which is its group's too."""
        return self._process.pid

    def status(self, wait_seconds: float = 0.0) -> int | None:
        """How it ended: an exit status, or a signal's negative number; None while it runs."""
        try:
            return self._process.wait(wait_seconds)
        except subprocess.TimeoutExpired:
            return None

    def log_text(self) -> str:
        """The end of what the process wrote to its output, at most 16 KiB."""
        if self._log.closed:
            return ""
        # pread, because the file's position belongs to the process that writes.
        size = os.fstat(self._log.fileno()).st_size
        data = os.pread(self._log.fileno(), _MOST_OF_LOG, max(0, size - _MOST_OF_LOG))
        return data.decode("utf-8", "replace")

    def log_tail(self, lines: int = 6) -> str:
        """The last lines of its output that are not blank."""
        written = [line.rstrip() for line in self.log_text().splitlines() if line.strip()]
        return "\n  ".join(written[-lines:])

    def end(self) -> None:
        """Kill the process with all it started, and wait for it. Safe to call twice."""
        _running.discard(self)
        if os.getpid() != self._owner:
            return
        if self._process.returncode is None:
            # The group still has its number: its leader has not been waited for.
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._log.close()


@atexit.register
def _end_all() -> None:
    for process in list(_running):
        process.end()


def _find_libc() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        return ctypes.CDLL(None)
    except OSError:
        return None


# Loaded before any fork: a forked child must not load libraries.
LIBC = _find_libc()
"""None where the system does not end a process with its parent."""


_INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def _interrupted_afterwards() -> Iterator[None]:
    """Let an interruption wait. Python loses one that comes while it forks: what the handler raises
    there is printed and ignored."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTIONS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_child() -> None:
    """Between fork and exec: a signal that waits for the parent is not for the child."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTIONS)
    end_with_parent()


def end_with_parent() -> None:
    if LIBC is not None:
        LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
