"""Postponing signals until a few lines that must not be interrupted have run."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

TERMINATING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals by which a user or a system ends the process, and which Python can handle."""


@contextlib.contextmanager
def termination_deferred() -> Iterator[None]:
    """Handle SIGINT, SIGTERM and SIGHUP only after the block has ended.

    The block must be short. In threads other than the main thread this does nothing, because Python
    never interrupts them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[signal.Signals] = []
    before = {number: signal.getsignal(number) for number in TERMINATING}
    answered = [number for number, handler in before.items() if callable(handler)]
    # A signal mask would not do: the system would deliver the signals to another thread of this
    # process.
    try:
        for number in answered:
            signal.signal(number, lambda number, _: arrived.append(signal.Signals(number)))
        yield
    finally:
        for number in answered:
            signal.signal(number, before[number])
        for number in arrived:
            signal.raise_signal(number)
