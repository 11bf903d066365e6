"""Results of builds, stored by the hash of their inputs.

Modules, programs and native libraries share one folder. An entry is a single file that is written
under a temporary name beside its place and renamed, so that any number of processes may read and
write at once and be killed at any moment. An entry that is damaged, or cannot be read or written,
counts as missing.
"""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER

FOLDER_VARIABLE = "UNDERCROFT_CACHE"
"""The variable that names another folder for the entries. If it is empty, no entries are kept."""

MOST_BYTES = 400_000_000
"""The most bytes that the folder holds. The entries that were not used for longest are removed."""

_ENDING = ".zip"


def kept(key: str) -> dict[str, bytes] | None:
    """The files of the entry `key`, a hash in hexadecimal, by name; None if there is no such
    entry."""
    path = _path(key)
    if path is None:
        return None
    try:
        with zipfile.ZipFile(path) as archive:
            found = {name: archive.read(name) for name in archive.namelist()}
        os.utime(path)
        return found
    except (OSError, zipfile.BadZipFile, EOFError, ValueError, RuntimeError):
        return None


def keep(key: str, files: Mapping[str, bytes]) -> None:
    """Store files, by name, as the entry `key`."""
    path = _path(key)
    if path is None:
        return
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    with contextlib.suppress(UserError):
        write_if_changed(path, data.getvalue())
        # Looking at all entries takes longer than writing one.
        if key.startswith("0"):
            _make_room(path.parent)


def _path(key: str) -> Path | None:
    named = os.environ.get(FOLDER_VARIABLE)
    if named == "":
        return None
    return (Path(named) if named else BUILD_FOLDER / "cache") / f"{key}{_ENDING}"


def _make_room(folder: Path) -> None:
    entries = []
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            with contextlib.suppress(OSError):
                status = entry.stat()
                entries.append((status.st_mtime, status.st_size, entry.path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= MOST_BYTES:
            break
        with contextlib.suppress(OSError):
            os.unlink(path)
        total -= size
