"""Findings: what is wrong with a spec, and looking for it in a process of its own."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from pygen.base.cache import FOLDER_VARIABLE
from pygen.base.processes import end_with_parent
from pygen.base.project import PROJECT
from pygen.engine.random.request import Request

SECONDS = 120.0
"""How long a search for a finding may take; a dungeon that is never finished is a finding."""

SECONDS_TO_END = 5.0
"""How long a process may take to end before it is killed: it may hang in compiled C."""


@dataclass(frozen=True)
class Finding:
    """What is wrong with a spec.

    Two findings of the same `kind` count as the same fault. `words` say in one line what is wrong,
    and may name values that differ from spec to spec. `request` is the dungeon in which it shows;
    None if it shows before any dungeon is built.
    """

    kind: str
    words: str
    request: Request | None = None


def finding_of(error: BaseException, request: Request | None = None) -> Finding:
    """The finding that an exception is. Its kind is the exception's class and the line of the
    project that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(PROJECT)] or frames
    place = f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else "nowhere"
    name = type(error).__name__
    return Finding(f"{name} in {place}", f"{name}: {in_one_line(str(error))}", request)


def in_one_line(text: str) -> str:
    """A text of several lines as one line."""
    lines = "; ".join(line.strip() for line in text.splitlines() if line.strip())
    return lines.replace(":; ", ": ")


def isolated(
    look: Callable[[], Finding | None], seconds: float = SECONDS, request: Request | None = None
) -> Finding | None:
    """What `look` finds, in a process of its own. If it raises an exception, this is the finding.

    So is a crash of the process, for example because compiled C writes where no memory is, and a
    search of more than `seconds`, after which the process is killed. `request` is the dungeon that
    these are found with.
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_look, args=(look, sender), daemon=True)
    with warnings.catch_warnings():
        # The new process neither prints nor uses what other threads of this one may hold.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            return Finding("no end", f"not finished within {seconds:g} seconds", request)
        found: Finding | None = receiver.recv()
        return found
    except EOFError:
        process.join()
        status = process.exitcode or 0
        ending = f"with exit status {status}"
        if status < 0:
            ending = f"by {signal.Signals(-status).name}"
        return Finding(f"ended {ending}", f"the process ended {ending}", request)
    finally:
        receiver.close()
        if process.is_alive():
            # It ends the programs that it has started.
            process.terminate()
            process.join(SECONDS_TO_END)
        process.kill()
        process.join()


def _look(look: Callable[[], Finding | None], sender: Connection) -> None:
    """The work of the process."""
    # Ctrl-C is for the process that waits; it ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    end_with_parent()
    # What is built for a search that is done many times would push others out of the cache.
    os.environ[FOLDER_VARIABLE] = ""
    try:
        found = look()
    except Exception as error:
        found = finding_of(error)
    # Nobody may wait any more.
    with contextlib.suppress(OSError):
        sender.send(found)
