"""Whether processes that were started are gone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

ENOUGH = 60.0
"""Seconds after which nothing will happen any more, on however busy a machine."""


def is_running(pid: int) -> bool:
    """Whether the process is there and more than a zombie that nobody has waited for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists() or state_of(pid) not in ("", "Z")


def state_of(pid: int) -> str:
    """The process's state as /proc tells it, or nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def wait_until(condition: Callable[[], bool]) -> bool:
    """Wait for the condition to hold; False if it does not in good time."""
    deadline = time.monotonic() + ENOUGH
    while time.monotonic() < deadline:
        # Asked once: what has come may be gone again the next time.
        if condition():
            return True
        time.sleep(0.01)
    return condition()
