"""The reference's dungeons by seed, as digests in a file, so that a change in C needs no Python.

A digest is that of a dungeon's compared regions (`pygen.builders.base.digest_of`). The file's name
contains the identity of the route that built the dungeons, so a change of its sources or of the
dungeon's part of the spec starts a new file. The file only saves time: where a digest differs, the
dungeon is built again and its digest decides. A damaged file only costs a rebuild.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from pygen.base.errors import CannotWrite
from pygen.builders.base import DIGEST_BYTES
from pygen.engine.random.seeds import LAST_SEED

SIZE = DIGEST_BYTES
UNKNOWN = bytes(SIZE)
KEPT = 8
"""How many files of one dungeon are kept, as designers often return to earlier values."""


class DigestFile:
    """The digests of one dungeon by seed. Many processes read the file, and one writes it."""

    def __init__(self, folder: Path, name: str, identity: str) -> None:
        """`name` tells readers the route and the dungeon; `identity` is that of the route."""
        self.folder = folder
        self.name = name
        self.path = folder / f"{name}-{identity[:16]}.digests"

    def read(self, seeds: Sequence[int]) -> dict[int, bytes]:
        """The digests of these seeds, as far as they are known."""
        data = b""
        with contextlib.suppress(OSError):
            data = self.path.read_bytes()
        found = {seed: data[SIZE * seed : SIZE * (seed + 1)] for seed in seeds}
        return {
            seed: digest
            for seed, digest in found.items()
            if len(digest) == SIZE and digest != UNKNOWN
        }

    def write(self, digests: Mapping[int, bytes]) -> None:
        """Add digests. Raises UserError if the file cannot be written."""
        try:
            if not self.path.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                self._forget_old()
                # Another command may create it at the same time; to make it long loses nothing.
                with self.path.open("ab") as file:
                    file.truncate(SIZE * (LAST_SEED + 1))
            with self.path.open("r+b") as file:
                for seed, data in digests.items():
                    file.seek(SIZE * seed)
                    file.write(data)
        except OSError as error:
            raise CannotWrite(self.path, error) from error

    def forget(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)

    def _forget_old(self) -> None:
        """Remove the oldest files of this dungeon to make room for a new one."""
        files = sorted(self.folder.glob(f"{self.name}-*.digests"), key=os.path.getmtime)
        for path in files[: len(files) - KEPT + 1] if len(files) >= KEPT else []:
            path.unlink(missing_ok=True)
