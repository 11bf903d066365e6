"""Packed bytes, which are kept by the digest of what they were packed from: packing is slow."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pygen.base.cache import keep, kept
from pygen.programs import zx0
from pygen.programs.zx0 import Unpacked, ZX0Failed

ENTRY = "packed.zx0"
"""The file in the cache."""


@dataclass(frozen=True)
class Packed:
    """Packed bytes, and what comes out of them."""

    data: bytes
    unpacked: Unpacked

    @property
    def share(self) -> int:
        """The packed bytes in per cent of the unpacked ones."""
        return round(100 * len(self.data) / len(self.unpacked.data))

    def lowest(self, to: int) -> int:
        """The lowest address of the packed bytes if they are unpacked over themselves, to `to`."""
        return to + len(self.unpacked.data) + self.unpacked.distance - len(self.data)


def packed(data: bytes, now: Callable[[str], None] = lambda _: None) -> Packed:
    """Pack data, or find it among what was packed before. `now` is told how much is done.

    Raises ZX0Failed if there is nothing to pack or too much.
    """
    key = hashlib.sha256(_code() + data).hexdigest()
    earlier = _unpacked((kept(key) or {}).get(ENTRY, b""), data)
    if earlier:
        return earlier
    done, told = 0, -1

    def count(more: int) -> None:
        nonlocal done, told
        done += more
        if (tenths := 10 * done // len(data)) > told:
            told = tenths
            now(f"packing, {10 * tenths} % done")

    result = _unpacked(zx0.pack(data, count), data)
    if result is None:
        raise ZX0Failed("ZX0: other bytes come out than were packed", "Please report this spec.")
    keep(key, {ENTRY: result.data})
    return result


def _unpacked(found: bytes, data: bytes) -> Packed | None:
    """The packed bytes, if `data` comes out of them."""
    try:
        unpacked = zx0.unpack(found)
    except ZX0Failed:
        return None
    return Packed(found, unpacked) if unpacked.data == data else None


@cache
def _code() -> bytes:
    """A digest of the code that packs."""
    return hashlib.sha256(Path(zx0.__file__).read_bytes()).digest()
