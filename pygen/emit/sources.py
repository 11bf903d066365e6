"""The hand-written C and the kernels, found and read once for many builds.

Every build looks at all of these files, which hardly ever change: of a file that has the same time
and size as before, what was read of it still holds.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pygen.base.files import source_files


class SourceFile(NamedTuple):
    """A file, and the time and size by which a change of it is noticed."""

    path: str
    time: int
    size: int

    @property
    def name(self) -> str:
        """Its name without folders."""
        return os.path.basename(self.path)

    def text(self) -> str:
        """Its text."""
        return Path(self.path).read_text("utf-8")


def sources_in(folder: Path, *endings: str) -> tuple[SourceFile, ...]:
    """The files below `folder` whose names end in one of these ways, sorted; at least one.

    Takes a tenth of the time of `source_files`. Raises UserError as that does.
    """
    try:
        found = tuple(sorted(_found(str(folder), endings)))
    except FileNotFoundError:
        found = ()
    # It says what is wrong.
    return found or _states(source_files(folder, *(f"*{ending}" for ending in endings)))


def digest_of(folder: Path, *endings: str) -> bytes:
    """A hash of the files from `sources_in`, by their paths below `folder`."""
    return _digest(str(folder), sources_in(folder, *endings))


def _found(folder: str, endings: tuple[str, ...]) -> Iterator[SourceFile]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _found(entry.path, endings)
            elif entry.name.endswith(endings):
                status = entry.stat()
                yield SourceFile(entry.path, status.st_mtime_ns, status.st_size)


def _states(paths: list[Path]) -> tuple[SourceFile, ...]:
    return tuple(
        SourceFile(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in paths
    )


@lru_cache(maxsize=20)
def _digest(folder: str, files: tuple[SourceFile, ...]) -> bytes:
    state = hashlib.sha256()
    for file in files:
        name = Path(file.path).relative_to(folder).as_posix()
        state.update(name.encode() + b"\0" + Path(file.path).read_bytes() + b"\0")
    return state.digest()
