"""A record of what has been checked, in a file, so that an interruption loses almost nothing."""

from __future__ import annotations

import glob
import hashlib
import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file, write_if_changed
from pygen.base.version import version
from pygen.base.words import ranges
from pygen.engine.random.seeds import LAST_SEED, parse_seeds

KEY_DIGITS = 16
"""The digits of the key that are part of a journal's file name."""


@dataclass(frozen=True)
class Entry:
    """Seeds whose dungeons are equal on both routes.

    `seeds` is a list as users write it, such as "0-255". `checksum` is the CRC-32 of all their
    digests, concatenated, in hexadecimal. `seconds` is the processor time that it took.
    """

    seeds: str
    count: int
    checksum: str
    seconds: float


class Journal:
    """The checked seeds of one dungeon on one pair of routes.

    The file's name contains a hash of everything that the result depends on, so any change of that
    starts a new journal. The file is replaced atomically after each entry. A file counts as empty
    unless it is byte for byte what this class writes: an edited file proves nothing.
    """

    def __init__(self, folder: Path, name: str, key: str) -> None:
        self.name = name
        self.path = folder / f"{name}-{key[:KEY_DIGITS]}.json"
        self._key = key
        self.entries: list[Entry] = _read(self.path, key)

    def done(self) -> set[int]:
        """The seeds that have been checked."""
        return {seed for entry in self.entries for seed in parse_seeds(entry.seeds)}

    def add(self, entry: Entry) -> None:
        """Save an entry. Raises UserError if the file cannot be written."""
        self.entries.append(entry)
        entries = [asdict(item) for item in self.entries]
        write_if_changed(self.path, sealed({"key": self._key, "entries": entries}))

    def forget(self) -> None:
        """Remove all entries and the file."""
        self.entries.clear()
        self.path.unlink(missing_ok=True)

    def earlier_rate(self) -> float | None:
        """The seeds per second of processor time of the newest other journal with this name, which
        is of earlier bytes; None if there is none."""
        pattern = f"{glob.escape(self.name)}-{'[0-9a-f]' * KEY_DIGITS}.json"
        others = [path for path in self.path.parent.glob(pattern) if path != self.path]
        for path in sorted(others, key=os.path.getmtime, reverse=True):
            try:
                entries = _JournalFile.model_validate_json(path.read_bytes()).entries
            except (OSError, ValueError):
                continue
            if seconds := sum(entry.seconds for entry in entries):
                return sum(entry.count for entry in entries) / seconds
        return None


MOST_BYTES = 16 << 20
"""The largest size of a journal in bytes. One with an entry for each seed would have 6 MB."""


FORMAT = 1
"""The format of journals. A file of format 1 has no number of its format."""


class _Head(BaseModel):
    """The part of a journal that stays in every format."""

    format: int = FORMAT


class _JournalFile(BaseModel):
    """The contents of a journal's file."""

    model_config = ConfigDict(strict=True, extra="forbid")

    key: str
    entries: list[Entry]
    sha256: str


def sealed(record: Mapping[str, Any]) -> bytes:
    """The bytes of a journal's file: the key and the entries of `record`, and a digest of both."""
    digest = hashlib.sha256(json.dumps(record).encode()).hexdigest()
    return (json.dumps({**record, "sha256": digest}, indent=0) + "\n").encode()


def _read(path: Path, key: str) -> list[Entry]:
    """The entries of a file. There are none if it is missing, not written by us, or has another
    key. Raises UserError for a file of another format, which must not be replaced."""
    try:
        data = read_plain_file(path, MOST_BYTES, "a journal")
        found = _Head.model_validate_json(data).format
    except (ValueError, UserError):
        return []
    if found != FORMAT:
        raise UserError(
            f"{path}: it has format {found}; Undercroft {version()} reads format {FORMAT}",
            "Move the file away to check its seeds again.",
        )
    try:
        file = _JournalFile.model_validate_json(data)
        is_sound = file.key == key and _are_sound(file.entries)
        is_sound = is_sound and data == sealed(file.model_dump(exclude={"sha256"}))
    except ValueError:
        return []
    return file.entries if is_sound else []


def _are_sound(entries: Sequence[Entry]) -> bool:
    """Whether entries can come from `Journal.add`: no repeated seed, and plausible times.

    Raises ValueError for a text that is not a list of seeds.
    """
    seen: set[int] = set()
    for entry in entries:
        if not 0 <= entry.seconds < math.inf:
            return False
        before = len(seen)
        seen.update(_ascending(entry.seeds))
        if len(seen) != before + entry.count:
            return False
    return True


def _ascending(text: str) -> list[int]:
    """The seeds of a list in the form of `seeds_text`. Raises ValueError for any other text.

    `parse_seeds` also accepts lists that repeat a seed a million times, which would take long.
    """
    seeds: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        if not (seeds[-1] if seeds else -1) < low <= high <= LAST_SEED:
            raise ValueError(f"{part} is not a range of seeds, or out of order")
        seeds += range(low, high + 1)
    if seeds_text(seeds) != text:
        raise ValueError("the list of seeds is not in the form that `seeds_text` writes")
    return seeds


def seeds_text(seeds: Iterable[int]) -> str:
    """Seeds in ascending order as users write them, with consecutive seeds as ranges."""
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in ranges(seeds))


def spread(count: int) -> list[int]:
    """`count` seeds spread evenly over all 65,536, the first and the last among them."""
    if count <= 1:
        return [0][:count]
    return sorted({n * 65535 // (min(count, 65536) - 1) for n in range(min(count, 65536))})


def parts(seeds: Sequence[int], size: int) -> list[list[int]]:
    """Divide the seeds into lists of at most `size`."""
    return [list(seeds[at : at + size]) for at in range(0, len(seeds), size)]
