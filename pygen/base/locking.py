"""One command at a time in a folder, and words for whoever waits."""

from __future__ import annotations

import contextlib
import fcntl
import sys
from collections.abc import Iterator
from pathlib import Path

from pygen.base.errors import CannotWrite

FILE_NAME = ".lock"


@contextlib.contextmanager
def folder_lock(folder: Path, what: str) -> Iterator[None]:
    """Reserve a folder, which is made if necessary, for the block.

    If another process or thread has reserved it, the block waits, and one line on standard error
    says for what: "waiting for another build of crypt", where `what` is "build of crypt". The lock
    ends with the block, and with the process, however it ends. It is not reentrant.

    Raises UserError if the folder or its lock cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / FILE_NAME).open("ab")
    except OSError as error:
        raise CannotWrite(error.filename or folder, error) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.stderr.write(f"waiting for another {what} ...\n")
            sys.stderr.flush()
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
