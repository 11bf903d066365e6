"""Temporary folders that are removed whenever this process ends, even by an ill-timed signal."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pygen.base.signals import termination_deferred

_folders: dict[Path, int] = {}
"""The folders that have not been removed, each with the process that made it."""


@contextlib.contextmanager
def temporary_folder(prefix: str = "undercroft-", inside: Path | None = None) -> Iterator[Path]:
    """A new folder in `inside`, or else in the system's temporary folder. It is removed with the
    block.

    Raises OSError if it cannot be made.
    """
    with contextlib.ExitStack() as stack:
        with termination_deferred():
            folder = Path(tempfile.mkdtemp(prefix=prefix, dir=inside))
            _folders[folder] = os.getpid()
            stack.callback(_remove, folder)
        yield folder


def _remove(folder: Path) -> None:
    with termination_deferred():
        shutil.rmtree(folder, ignore_errors=True)
        _folders.pop(folder, None)


# A signal between two lines of the standard library can keep a block from ending normally.
@atexit.register
def _remove_all() -> None:
    for folder, owner in list(_folders.items()):
        if owner == os.getpid():
            _remove(folder)
