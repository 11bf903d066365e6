"""What has been checked already: kept in a file, so that an interruption loses next to nothing."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file, write_if_changed
from pygen.engine.seeds import LAST_SEED, parse_seeds


@dataclass(frozen=True)
class Entry:
    """Seeds whose dungeons are equal on both routes.

    `seeds` is a list as people write them, such as "0-255". `checksum` is the CRC-32 of all their
    parity regions one behind the other, in hex. `seconds` is the time one processor took for it.
    """

    seeds: str
    count: int
    checksum: str
    seconds: float


class Journal:
    """The checked seeds of one dungeon on one pair of routes.

    The file's name has the hash of all that the result depends on, so a change of any of it begins
    a new journal. The file is written whole after each entry and is never half there; one that
    cannot be read counts as empty.
    """

    def __init__(self, folder: Path, name: str, key: str) -> None:
        self.path = folder / f"{name}-{key[:16]}.json"
        self._key = key
        self.entries: list[Entry] = _read(self.path, key)

    def done(self) -> set[int]:
        """The seeds that need no more checking."""
        return {seed for entry in self.entries for seed in parse_seeds(entry.seeds)}

    def add(self, entry: Entry) -> None:
        """Remember an entry for good. Raises UserError if the file cannot be written."""
        self.entries.append(entry)
        data = {"key": self._key, "entries": [asdict(item) for item in self.entries]}
        write_if_changed(self.path, (json.dumps(data, indent=0) + "\n").encode())

    def forget(self) -> None:
        """Begin again."""
        self.entries.clear()
        self.path.unlink(missing_ok=True)


MOST_BYTES = 16 << 20
"""The journal of all seeds, each written down by itself, would have 6 MB."""


class _JournalFile(BaseModel):
    """A journal as it is in its file."""

    model_config = ConfigDict(strict=True, extra="forbid")

    key: str
    entries: list[Entry]


def _read(path: Path, key: str) -> list[Entry]:
    """The entries of a file; none if it is not there, damaged, or of another key."""
    try:
        file = _JournalFile.model_validate_json(read_plain_file(path, MOST_BYTES, "a journal"))
        is_sound = file.key == key and _are_sound(file.entries)
    except (ValueError, UserError):
        return []
    return file.entries if is_sound else []


def _are_sound(entries: Sequence[Entry]) -> bool:
    """Whether entries are as `Journal.add` wrote them: no seed twice, and times that can be.

    Raises ValueError for a text that is no list of seeds.
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
    """The seeds of a list that `seeds_text` wrote. Raises ValueError for any other text.

    `parse_seeds` also takes lists that name a seed a million times, and needs its time for them.
    """
    seeds: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        if not (seeds[-1] if seeds else -1) < low <= high <= LAST_SEED:
            raise ValueError(f"{part} is no range of seeds, or not in its place")
        seeds += range(low, high + 1)
    if seeds_text(seeds) != text:
        raise ValueError("the list of seeds is written in another way than ours")
    return seeds


def seeds_text(seeds: Iterable[int]) -> str:
    """A list of ascending seeds as people write it: ranges where they are one behind the other."""
    ranges: list[list[int]] = []
    for seed in seeds:
        if ranges and ranges[-1][1] == seed - 1:
            ranges[-1][1] = seed
        else:
            ranges.append([seed, seed])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in ranges)


def spread(count: int) -> list[int]:
    """`count` seeds spread evenly over all 65,536, the first and the last among them."""
    if count <= 1:
        return [0][:count]
    return sorted({n * 65535 // (min(count, 65536) - 1) for n in range(min(count, 65536))})


def parts(seeds: Sequence[int], size: int) -> list[list[int]]:
    """The seeds in lists of at most `size`."""
    return [list(seeds[at : at + size]) for at in range(0, len(seeds), size)]
