"""Files that are either whole or not there, and files of whoever wrote them."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from pygen.base.errors import UserError


def write_if_changed(path: Path, data: bytes) -> bool:
    """Give `path` the content `data`; True if that changed the file.

    A file that already holds these bytes is left untouched, time stamp included, so that builds
    stay incremental. Otherwise the bytes go to a temporary name in the same folder first and are
    renamed, so that nobody ever reads half a file.

    Raises UserError when the folder or file cannot be written.
    """
    temporary = ""
    try:
        if path.is_file() and path.read_bytes() == data:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
        return True
    except OSError as error:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
        reason = error.strerror or str(error)
        raise UserError(
            f"{path}: cannot be written: {reason}",
            "Check the folder's permissions and the free space.",
        ) from error


def source_files(folder: Path, *patterns: str) -> list[Path]:
    """The files below `folder` that match one of the glob patterns, sorted; never none.

    Identities of proofs and stamps of builds are hashes of source files. After a move a pattern may
    match nothing, and the hash of nothing would never change again.

    Raises UserError if there is no such file.
    """
    found = sorted({path for pattern in patterns for path in folder.rglob(pattern)})
    if not found:
        raise UserError(
            f"{folder}: there are no source files ({', '.join(patterns)}) here",
            "The checkout is incomplete: restore it with `git checkout`.",
        )
    return found


def read_plain_file(path: Path, most: int, what: str) -> bytes:
    """The bytes of a plain file, which must not be more than `most`; `what` it is, for errors.

    Raises UserError if it cannot be read or is too large.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UserError(f"{path}: this is not a plain file")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{path}: cannot be read: {reason}") from error
    if len(data) > most:
        raise UserError(f"{path}: it is too large for {what}")
    return data
