"""Emulator processes that never outlive this Python, and whose output can be quoted in errors."""

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
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from pygen.base.errors import EmulatorFailed
from pygen.base.signals import termination_deferred

_PR_SET_PDEATHSIG = 1
_MAX_LOG_BYTES = 16 * 1024
_running: weakref.WeakSet[OwnedProcess] = weakref.WeakSet()


class OwnedProcess:
    """A process in its own process group, whose output goes to an unnamed temporary log.

    With `output`, standard output goes to that file, and only standard error to the log.

    The group is killed by `end`, when this Python exits normally, and on Linux also when this
    Python is killed. Linux kills the process as soon as the thread that started it ends, so that
    thread must live at least as long as the process is needed.

    Raises EmulatorFailed if the program cannot be started.
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
            # Python loses a signal that arrives while it forks.
            with termination_deferred():
                self._process = subprocess.Popen(
                    command,
                    cwd=folder,
                    env=dict(environment),
                    stdin=subprocess.DEVNULL,
                    stdout=output or self._log,
                    stderr=self._log,
                    start_new_session=True,
                    preexec_fn=end_with_parent,
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
        """The process ID, which is also the ID of its process group."""
        return self._process.pid

    def status(self, wait_seconds: float = 0.0) -> int | None:
        """The exit status, or the negated number of the signal that killed the process; None while
        it runs.

        Waits up to `wait_seconds` for the process to end.
        """
        try:
            return self._process.wait(wait_seconds)
        except subprocess.TimeoutExpired:
            return None

    def ending(self) -> str:
        """How the process ended, which it must have done: `by signal SIGKILL`, or `with exit status
        1`."""
        status = self._process.returncode
        if status >= 0:
            return f"with exit status {status}"
        with contextlib.suppress(ValueError):
            return f"by signal {signal.Signals(-status).name}"
        return f"by signal {-status}"

    def log_text(self) -> str:
        """The end of the process's output, at most 16 KiB."""
        if self._log.closed:
            return ""
        # pread, because the file's position belongs to the process that writes.
        size = os.fstat(self._log.fileno()).st_size
        data = os.pread(self._log.fileno(), _MAX_LOG_BYTES, max(0, size - _MAX_LOG_BYTES))
        return data.decode("utf-8", "replace")

    def log_tail(self, lines: int = 6) -> str:
        """The last `lines` lines of the output that are not blank."""
        written = [line.rstrip() for line in self.log_text().splitlines() if line.strip()]
        return "\n  ".join(written[-lines:])

    def end(self) -> None:
        """Kill the process and everything it started, and wait for it. Safe to call twice."""
        _running.discard(self)
        if os.getpid() != self._owner:
            return
        if self._process.returncode is None:
            # The group's ID is still ours: its leader has not been waited for.
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
"""The C library; None on systems that cannot kill a process when its parent ends."""


def end_with_parent() -> None:
    """Have the kernel kill this process when the thread that started it ends; Linux only."""
    if LIBC is not None:
        LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
