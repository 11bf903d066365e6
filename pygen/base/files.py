"""Writing files atomically, and reading files of unknown content."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pygen.base.errors import CannotWrite, UserError


def write_if_changed(path: Path, data: bytes) -> bool:
    """Write `data` to `path`; True if that changed the file.

    A file that already has this content is left untouched, including its time stamp, so that
    builds stay incremental. Otherwise a temporary file in the same folder is written and renamed,
    so that nobody ever reads a partial file.

    A symbolic link stays one: the file that it names is written. A device or pipe is written to.

    Raises UserError if the folder or file cannot be written.
    """
    temporary = ""
    path = Path(os.path.realpath(path)) if path.is_symlink() else path
    try:
        if path.exists() and not path.is_file():
            # Nothing can be renamed to it. Opening a folder is an error.
            with path.open("wb", buffering=0) as device:
                device.write(data)
            return True
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
        raise CannotWrite(path, error) from error


def create_files(files: Mapping[Path, bytes]) -> None:
    """Write new files, all or none: if one cannot be written, those before it are removed again.

    Folders are made where necessary, and removed with them. A file that exists is never replaced.

    Raises UserError if a file exists, or if a file or folder cannot be written.
    """
    path = Path()
    try:
        with contextlib.ExitStack() as undoing:
            for path, data in files.items():
                for folder in reversed([one for one in path.parents if not one.exists()]):
                    folder.mkdir()
                    undoing.callback(_remove, folder)
                with path.open("xb") as file:
                    undoing.callback(_remove, path)
                    file.write(data)
            undoing.pop_all()
    except FileExistsError as error:
        raise UserError(
            f"{path}: this file already exists", "Move it away first; nothing was written."
        ) from error
    except OSError as error:
        raise UserError(
            f"{path}: cannot be written: {error.strerror or error}",
            "Check the folder's permissions and the free space; nothing was written.",
        ) from error


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.rmdir() if path.is_dir() else path.unlink()


def source_files(folder: Path, *patterns: str) -> list[Path]:
    """The files below `folder` that match one of the glob patterns, sorted; at least one.

    Proofs and builds are identified by hashes of source files. If a folder is moved, a pattern may
    no longer match anything, and the hash of no files would never change again.

    Raises UserError if there is no such file.
    """
    files = sorted({path for pattern in patterns for path in folder.rglob(pattern)})
    if not files:
        raise UserError(
            f"{folder}: there are no source files ({', '.join(patterns)}) here",
            "The checkout is incomplete: restore it with `git checkout`.",
        )
    return files


def read_plain_file(path: Path, most: int, what: str) -> bytes:
    """The content of a regular file of at most `most` bytes.

    `what` names the kind of file in errors, such as "a saved map". Raises UserError if the file
    cannot be read or is too large.
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
