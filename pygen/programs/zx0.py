"""The format ZX0, version 2, forwards: bytes packed so that a C64 unpacks them with little code.

Source of the format: ZX0, Einar Saukas, https://github.com/einar-saukas/ZX0 (its description).

Packed data is a sequence of blocks of three kinds. Each begins with a bit, except the first one,
which is always of literals:

  literals          0, number of bytes, the bytes; never behind other literals
  last offset       0, number of bytes: copy them from as far back as the last copy; only behind
                    literals. Before the first copy the last offset is 1
  new offset        1, part of the offset, a byte, number of bytes - 1: copy from that far back;
                    with part 256 there is no byte, and the data ends

An offset is 128 times its part less the upper seven bits of the byte. Bits come from bytes of
bits, the highest first. Such a byte stands where its first bit is needed. Only the first bit of the
number behind an offset's byte is in that byte, as its lowest bit.

A number is its binary digits without the first one, each behind a 0, and then a 1. The digits of an
offset's part are inverted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pygen.base.errors import UserError

MOST_BYTES = 0xFFFF
"""The most bytes that are packed: what a C64 has room for."""

END = 256
"""The part of an offset that ends the data."""

FARTHEST = 128 * (END - 1)
"""The largest offset."""


PACK_AGAIN = "Pack it again, with invoke export --packed."


class ZX0Failed(UserError):
    """Bytes that cannot be packed or unpacked."""


@dataclass(frozen=True)
class Unpacked:
    """The bytes that were packed.

    `distance` is for data that is unpacked over itself: the least number of bytes by which its end
    must be behind the end of the unpacked bytes, so that no byte is overwritten before it is read.
    """

    data: bytes
    distance: int


# ------------------------------------------------------------------ unpacking


def unpack(packed: bytes) -> Unpacked:
    """Unpack data. Raises ZX0Failed if it is damaged or empty."""
    if not packed:
        raise ZX0Failed("ZX0: there are no packed bytes", PACK_AGAIN)
    reader, out = _Reader(packed), bytearray()
    offset, ahead = 1, 0

    def write(value: int) -> None:
        nonlocal ahead
        if len(out) == MOST_BYTES:
            raise _damaged(f"has more than {MOST_BYTES:,} bytes")
        out.append(value)
        ahead = max(ahead, len(out) - reader.at)

    def copy(count: int) -> None:
        if offset > len(out):
            raise _damaged("copies from before its first byte")
        for _ in range(count):
            write(out[-offset])

    def copy_literals() -> None:
        for _ in range(reader.number()):
            write(reader.byte())

    copy_literals()
    behind_literals = True
    while True:
        if reader.bit():
            part = reader.number(inverted=1)
            if part >= END:
                break
            last = reader.byte()
            offset = part * 128 - (last >> 1)
            reader.waiting = last & 1
            copy(reader.number() + 1)
            behind_literals = False
        elif behind_literals:
            copy(reader.number())
            behind_literals = False
        else:
            copy_literals()
            behind_literals = True
    if part > END:
        raise _damaged("has an offset that is too large")
    if reader.at != len(packed):
        raise _damaged("has bytes behind its end")
    return Unpacked(bytes(out), ahead + len(packed) - len(out))


class _Reader:
    """Reads bytes, bits and numbers of packed data. `at` is the number of bytes that were read, and
    `waiting` a bit that comes before those in the byte of bits."""

    def __init__(self, packed: bytes) -> None:
        self.packed, self.at = packed, 0
        self.waiting: int | None = None
        self._bits, self._left = 0, 0

    def byte(self) -> int:
        if self.at == len(self.packed):
            raise _damaged("ends too early")
        self.at += 1
        return self.packed[self.at - 1]

    def bit(self) -> int:
        if self.waiting is not None:
            bit, self.waiting = self.waiting, None
            return bit
        if self._left == 0:
            self._bits, self._left = self.byte(), 8
        self._left -= 1
        return self._bits >> self._left & 1

    def number(self, inverted: int = 0) -> int:
        number = 1
        while not self.bit():
            number = number << 1 | self.bit() ^ inverted
            if number > MOST_BYTES:
                raise _damaged("has a number that is too large")
        return number


def _damaged(how: str) -> ZX0Failed:
    return ZX0Failed(f"ZX0: the packed data is damaged: it {how}", PACK_AGAIN)


# ------------------------------------------------------------------ packing


def pack(data: bytes, progress: Callable[[int], None] = lambda _: None) -> bytes:
    """Pack data. `progress` is called with the number of bytes that are done since the last call.

    Raises ZX0Failed if there are no bytes or more than MOST_BYTES.
    """
    if not 0 < len(data) <= MOST_BYTES:
        raise ZX0Failed(
            f"ZX0: {len(data):,} bytes cannot be packed", f"Give 1 to {MOST_BYTES:,} bytes."
        )
    return _written(data, _cheapest_blocks(data, progress))


class _Way(NamedTuple):
    """The cheapest known way to `end`, the number of bytes that are packed: its bits, its last
    block (`offset` is 0 for literals), and the way to where that block begins."""

    bits: int
    end: int
    offset: int
    before: _Way | None


class _Matches:
    """What is known about an offset: the cheapest way whose last block is a copy with it; the same
    way and literals up to where the present match begins; and that match: its last byte, and how
    many bytes are equal."""

    __slots__ = ("copy", "length", "literals", "seen")

    def __init__(self) -> None:
        self.copy: _Way | None = None
        self.literals: _Way | None = None
        self.seen, self.length = -2, 0


def _cheapest_blocks(data: bytes, progress: Callable[[int], None]) -> _Way:
    """The cheapest way to pack all of `data`.

    A way can continue with the last offset, so the cheapest way to each byte is not enough: the
    cheapest way with each offset is kept, too. Only offsets with an equal byte are looked at.

    Between two copies with the same offset, literals begin only behind the last byte at which the
    offset's bytes are equal. All else is exact.
    """
    costs = [0, *(2 * number.bit_length() - 1 for number in range(1, len(data) + 2))]
    places: list[list[int]] = [[] for _ in range(256)]
    offsets = [_Matches() for _ in range(min(len(data), FARTHEST) + 1)]
    # No bit says that the first block is of literals.
    first = _Way(-1, 0, 1, None)
    offsets[1].copy = first if len(data) > 1 else None
    ends_of_copies = [first]
    best: list[_Way] = [first]
    for at, value in enumerate(data):
        end = at + 1
        found = _best_with_literals(ends_of_copies, end, costs)
        copied: _Way | None = None
        # The cheapest number of bytes, and its bits, if at most so many bytes are equal.
        lengths, bits_of = [0, 0], [0, 1 << 30]
        here = places[value]
        for place in here[bisect_left(here, at - FARTHEST) :] if at > FARTHEST else here:
            offset = at - place
            known = offsets[offset]
            if known.seen == at - 1:
                known.length += 1
            else:
                known.length = 1
                before = known.copy
                known.literals = before and _with_literals(before, at, costs)
            known.seen = at
            way: _Way | None = None
            if known.literals:
                start = known.literals
                bits = start.bits + 1 + costs[end - start.end]
                way = _Way(bits, end, offset, start)
            if (length := known.length) > 1:
                while len(lengths) <= length:
                    more = len(lengths)
                    bits = best[end - more].bits + costs[more - 1]
                    is_cheaper = bits <= bits_of[-1]
                    lengths.append(more if is_cheaper else lengths[-1])
                    bits_of.append(bits if is_cheaper else bits_of[-1])
                bits = bits_of[length] + 8 + costs[(offset + 127) // 128]
                if way is None or bits < way.bits:
                    way = _Way(bits, end, offset, best[end - lengths[length]])
            if way:
                known.copy = way
                if copied is None or way.bits < copied.bits:
                    copied = way
        here.append(at)
        if copied:
            _add_end(ends_of_copies, copied)
            if copied.bits <= found.bits:
                found = copied
        best.append(found)
        if end % 64 == 0:
            progress(64)
    progress(len(data) % 64)
    return best[-1]


def _with_literals(before: _Way, end: int, costs: list[int]) -> _Way:
    """The way that continues `before` with literals up to `end`."""
    count = end - before.end
    return _Way(before.bits + 1 + costs[count] + 8 * count, end, 0, before)


def _best_with_literals(ends: list[_Way], end: int, costs: list[int]) -> _Way:
    """The cheapest way to `end` whose last block is of literals."""
    return min((_with_literals(before, end, costs) for before in ends), key=lambda way: way.bits)


def _add_end(ends: list[_Way], way: _Way) -> None:
    """Add a way that ends with a copy to those that may continue with literals.

    A way that ends earlier, and costs as much or more with literals to the same byte, goes: its
    literals are more, and so is their number.
    """
    while ends and ends[-1].bits - 8 * ends[-1].end >= way.bits - 8 * way.end:
        ends.pop()
    # Numbers differ by 32 bits at most.
    if not ends or way.bits - 8 * way.end <= ends[0].bits - 8 * ends[0].end + 32:
        ends.append(way)


class _Writer:
    """Writes bytes, bits and numbers. `waiting` says that the next bit is a byte's lowest one."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.waiting = False
        self._at, self._left = 0, 0

    def bit(self, bit: int) -> None:
        if self.waiting:
            self.out[-1] |= bit
            self.waiting = False
            return
        if self._left == 0:
            self._at, self._left = len(self.out), 8
            self.out.append(0)
        self._left -= 1
        self.out[self._at] |= bit << self._left

    def number(self, number: int, inverted: int = 0) -> None:
        for digit in reversed(range(number.bit_length() - 1)):
            self.bit(0)
            self.bit(number >> digit & 1 ^ inverted)
        self.bit(1)


def _written(data: bytes, last: _Way) -> bytes:
    """The packed data of the blocks that lead to `last`."""
    blocks = []
    way = last
    while way.before:
        blocks.append(way)
        way = way.before
    writer, offset, start, behind_literals = _Writer(), 1, 0, False
    for block in reversed(blocks):
        count = block.end - start
        if block.offset and (block.offset != offset or not behind_literals):
            offset = block.offset
            writer.bit(1)
            writer.number((offset + 127) // 128, inverted=1)
            writer.out.append((-offset % 128) << 1)
            writer.waiting = True
            writer.number(count - 1)
        else:
            if start:
                writer.bit(0)
            writer.number(count)
            if not block.offset:
                writer.out += data[start : block.end]
        behind_literals = not block.offset
        start = block.end
    writer.bit(1)
    writer.number(END, inverted=1)
    return bytes(writer.out)
