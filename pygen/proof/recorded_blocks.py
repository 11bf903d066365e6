"""What the reference has built of every seed, recorded in a file that is small enough to be kept
with the sources: a digest for each block of seeds.

A block's digest is that of the digests of its dungeons, one behind the other. The blocks of a row
of parameters are valid for one identity of the reference: its sources, the row's part of the spec,
and the compared regions. If another route's digests of a block have the same digest, all its
dungeons are equal to the reference's, and Python need not build them. If not, Python builds the
block, and decides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file, write_if_changed
from pygen.base.version import with_head
from pygen.builders.base import DIGEST_BYTES, digest_of
from pygen.engine.random.seeds import LAST_SEED
from pygen.proof.digests import DigestFile

SEEDS_OF_BLOCK = 1024
BLOCKS = (LAST_SEED + 1) // SEEDS_OF_BLOCK
FILE_NAME = "every_seed.json"
FORMAT = 1
MOST_BYTES = 16 << 20
"""The largest size of a record in bytes. A row has 2 KB."""


class _Row(BaseModel):
    """The record of a row: the identity of the reference, and the digests in hexadecimal."""

    model_config = ConfigDict(strict=True, extra="forbid")

    identity: str
    digests: str


class _Record(BaseModel):
    """The contents of a record."""

    format: int
    rows: dict[str, _Row]


@dataclass(frozen=True)
class RowOfReference:
    """A row of parameters of a dungeon, and the reference that builds it: its identity, and what is
    kept of its dungeons."""

    dungeon: str
    floor: int
    identity: str
    digests: DigestFile

    @property
    def key(self) -> str:
        """The row's name in a record."""
        return f"{self.dungeon} {self.floor}"


def recorded_blocks(file: Path, dungeon: str, floor: int, identity: str) -> list[bytes]:
    """The recorded digests of the blocks of a row; none if there are none for this identity.

    A record that cannot be read counts as empty, as it only saves time.
    """
    row = _read(file).get(f"{dungeon} {floor}")
    if row is None or row.identity != identity:
        return []
    try:
        data = bytes.fromhex(row.digests)
    except ValueError:
        return []
    blocks = [data[at : at + DIGEST_BYTES] for at in range(0, len(data), DIGEST_BYTES)]
    return blocks if len(data) == BLOCKS * DIGEST_BYTES else []


def record_blocks(file: Path, rows: Iterable[RowOfReference]) -> tuple[list[str], list[str]]:
    """Record the rows of which every seed's digest is kept. Returns the names of the rows that are
    recorded for today's reference, and of those that are not. Rows that are not in `rows` go.

    Raises UserError if the record cannot be written.
    """
    old = _read(file)
    new: dict[str, Mapping[str, Any]] = {}
    missing = []
    for row in rows:
        seeds = range(LAST_SEED + 1)
        known = row.digests.read(seeds)
        before = old.get(row.key)
        if len(known) == len(seeds):
            data = b"".join(digest_of_block([known[seed] for seed in part]) for part in blocks())
            new[row.key] = {"identity": row.identity, "digests": data.hex()}
        elif before and before.identity == row.identity:
            new[row.key] = before.model_dump()
        else:
            missing.append(row.key)
    text = json.dumps(with_head({"rows": new}, FORMAT), indent=0) + "\n"
    write_if_changed(file, text.encode())
    return list(new), missing


def blocks() -> list[range]:
    """The seeds of each block."""
    return [range(n, n + SEEDS_OF_BLOCK) for n in range(0, LAST_SEED + 1, SEEDS_OF_BLOCK)]


def digest_of_block(digests: Sequence[bytes]) -> bytes:
    """The digest of a block, from those of its dungeons."""
    return digest_of(b"".join(digests))


def _read(file: Path) -> dict[str, _Row]:
    """The rows of a record, which is read once for all jobs of a proof."""
    try:
        status = file.stat()
    except OSError:
        return {}
    return _read_once(file, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def _read_once(file: Path, _time: int, _size: int) -> dict[str, _Row]:
    try:
        record = _Record.model_validate_json(read_plain_file(file, MOST_BYTES, "a record"))
    except (UserError, ValidationError):
        return {}
    return record.rows if record.format == FORMAT else {}
