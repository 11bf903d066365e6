"""Tables for packed maps: how many tiles fill whole bytes, and which bits belong to each tile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import KindParameters

GROUPS = {3: (8, 3), 4: (2, 1), 8: (1, 1)}


@dataclass(frozen=True)
class Packing:
    """The tables for maps of `bits` bits per tile.

    `group` tiles fill `period` bytes. `first_byte` is indexed by the tile's column, including the
    skew. The masks, `crosses` (1 for a tile that continues in the next byte), `shift` and `phase`
    (the byte of the group in which the tile starts) are indexed by the tile's number in its group,
    `pattern` by its code.
    """

    bits: int
    group: int
    period: int
    first_byte: list[int]
    crosses: list[int]
    first_mask: list[int]
    last_mask: list[int]
    low_mask: list[int]
    high_mask: list[int]
    shift: list[int]
    pattern: list[int]
    phase: list[int]


def packing(bits: int, length: int, codes: int) -> Packing:
    """The tables for rows of up to `length` tiles (including the skew) and codes below `codes`."""
    group, period = GROUPS[bits]
    first = [n * bits for n in range(length)]
    last = [bit + bits - 1 for bit in first]
    mask = 2**bits - 1
    pattern: list[int] = []
    for code in range(codes):
        full = sum(code << n * bits for n in range(group))
        cycle = full.to_bytes(period, "little")
        # A tile that starts in the last byte continues in the first one.
        pattern += cycle + cycle[:1] if period > 1 else cycle
    return Packing(
        bits=bits,
        group=group,
        period=period,
        first_byte=[bit >> 3 for bit in first],
        crosses=[(last[n] >> 3) - (first[n] >> 3) for n in range(group)],
        first_mask=[0xFF << (n * bits & 7) & 0xFF for n in range(group)],
        last_mask=[0xFF >> (7 - (n * bits + bits - 1 & 7)) for n in range(group)],
        low_mask=[mask << (n * bits & 7) & 0xFF for n in range(group)],
        high_mask=[mask << (n * bits & 7) >> 8 for n in range(group)],
        shift=[n * bits & 7 for n in range(group)],
        pattern=pattern,
        phase=[(first[n] >> 3) % period for n in range(group)],
    )


def row_starts(size: MapSize) -> tuple[list[int], list[int]]:
    """For every row, the byte offset of the group in which it starts, and its skew, the number of
    tiles before the row in that group."""
    group, period = GROUPS[size.bits_per_tile]
    first_tiles = [size.width * y for y in range(size.height)]
    return [n // group * period for n in first_tiles], [n % group for n in first_tiles]


def column_tables(size: MapSize) -> dict[str, list[int]]:
    """Tables for the columns of a map whose rows begin with whole bytes: the first and the last
    byte of each tile, counted from the row's first byte, the bits from the tile's first one on in
    the first byte, and the bits up to its last one in the last byte."""
    tables = packing(size.bits_per_tile, size.width, 0)
    numbers = [column % tables.group for column in range(size.width)]
    return {
        "first_byte": tables.first_byte,
        "last_byte": [
            first + tables.crosses[number]
            for first, number in zip(tables.first_byte, numbers, strict=True)
        ],
        "first_mask": [tables.first_mask[number] for number in numbers],
        "last_mask": [tables.last_mask[number] for number in numbers],
    }


def tile_bytes(bits: int, code: int) -> dict[str, list[int]]:
    """For each number of a tile in its group: masks of the other tiles' bits in its first byte and
    in the next one, and the tile's own bits in these bytes."""
    tables = packing(bits, GROUPS[bits][0], 0)
    return {
        "first_kept": [0xFF ^ mask for mask in tables.low_mask],
        "second_kept": [0xFF ^ mask for mask in tables.high_mask],
        "first_bits": [code << shift & 0xFF for shift in tables.shift],
        "second_bits": [code << shift >> 8 for shift in tables.shift],
    }


def edge_bytes(bits: int, codes: Iterable[int]) -> dict[str, list[int]]:
    """For each tile of `codes`, and each number of a tile in its group: what the first and the last
    byte of a row of such tiles are that begins or ends with this number. Masks of the bits that are
    not the row's, the row's bits, and by how many bytes the last byte is behind the one in which
    its last tile begins."""
    edges: dict[str, list[int]] = defaultdict(list)
    for code in codes:
        tables = packing(bits, GROUPS[bits][0], code + 1)
        cycle = tables.pattern[code * len(tables.pattern) // (code + 1) :]
        for n, first in enumerate(tables.phase):
            last = (first + tables.crosses[n]) % tables.period
            edges["first_kept"].append(0xFF ^ tables.first_mask[n])
            edges["first_bits"].append(cycle[first] & tables.first_mask[n])
            edges["last_kept"].append(0xFF ^ tables.last_mask[n])
            edges["last_bits"].append(cycle[last] & tables.last_mask[n])
            edges["crosses"].append(tables.crosses[n])
    return dict(edges)


def packings(dungeons: Iterable[KindParameters], codes: int) -> list[Packing]:
    """One set of tables for each number of bits per tile that occurs in a program's dungeons."""
    lengths: dict[int, int] = {}
    for dungeon in dungeons:
        size = dungeon.map
        _, skews = row_starts(size)
        bits = size.bits_per_tile
        lengths[bits] = max(lengths.get(bits, 0), size.width + max(skews))
    # Other dungeons may have tiles whose codes are too large here.
    return [packing(bits, lengths[bits], min(codes, 1 << bits)) for bits in sorted(lengths)]
