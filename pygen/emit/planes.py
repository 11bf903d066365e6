"""What the kernels of planes need of a dungeon: tables, and how they read its tiles."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pygen.engine.sections import Constants

READ_PLACES = (0x49, 0x92, 0x24)
"""If tiles have three bits: where the three bytes of a group have bit 0 of the tiles' codes. Those
of bit 1 begin with the second place, and those of bit 2 with the third one."""

BITS_OF_TILES = "BITS_OF_TILES"

_SPANS = {
    "BITS_FROM": [0xFF << n & 0xFF for n in range(9)],
    "LOWEST_OF_FOUR": [4, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0],
}
"""The bits of a byte from one tile on; of four bits the number of the lowest that is set."""


def plane_tables(
    kernels: Collection[str], bits: int, codes: Mapping[str, int], masks: Collection[int]
) -> Constants:
    """The tables of the kernels of planes that a dungeon has, by their names in C.

    `bits` are those of a tile of its map, `codes` those of its tiles, `masks` those by which its
    kernels read the map.
    """
    tables: Constants = {}
    if "core/plane/take_entries" in kernels:
        tables |= _SPANS
    if "core/plane/write_tiles" in kernels and bits != 8:
        for name in ("wall", "floor"):
            for half, byte in halves(bits):
                tables[packed(name, bits, half, byte)] = [
                    sum((codes[name] << bits * (4 * half + n)) * (four >> n & 1) for n in range(4))
                    >> 8 * byte
                    & 0xFF
                    for four in range(16)
                ]
    if any(masks):
        tables[BITS_OF_TILES] = bits_of_tiles(max(masks))
    return tables


def halves(bits: int) -> list[tuple[int, int]]:
    """The halves of a group of eight tiles, 0 and 1, and the bytes of the map that they reach."""
    return [
        (half, byte)
        for half in (0, 1)
        for byte in range(bits)
        if 4 * half * bits < 8 * byte + 8 and 8 * byte < 4 * (half + 1) * bits
    ]


def packed(name: str, bits: int, half: int, byte: int) -> str:
    """The table of what a byte of the map is, by which of four tiles are there."""
    if bits == 4:
        half, byte = 0, byte % 2
    return f"PACKED_{name.upper()}_{half}_{byte}"


def read_places(mask: int) -> list[int]:
    """Where the three bytes of a group have the highest bit of `mask` of its tiles' codes."""
    bit = mask.bit_length() - 1
    return [READ_PLACES[(byte + bit) % 3] for byte in range(3)]


def bits_of_tiles(mask: int) -> list[int]:
    """Which tiles of a group it is that have the highest bit of `mask`, by what is left of one of
    the three bytes where the others are cleared."""
    found = [0] * (max(READ_PLACES) + 1)
    tile = 0
    for places in read_places(mask):
        of_byte = [1 << n for n in range(8) if places >> n & 1]
        for chosen in range(1 << len(of_byte)):
            index = sum(bit for n, bit in enumerate(of_byte) if chosen >> n & 1)
            found[index] |= chosen << tile
        tile += len(of_byte)
    return found


def read_masks(
    bits: int, present: Collection[int], wanted: Mapping[str, Collection[int]]
) -> dict[str, int]:
    """For each kernel that reads the map the bits of which each code that it looks for has at least
    one, and none the other codes that are present: one bit, or two that are next to each other.

    It is 0 where there are none, and where the highest one is not that of the first kernel: there
    is only one table of bits.
    """
    masks = dict.fromkeys(wanted, 0)
    highest = 0
    for kernel, codes in wanted.items():
        others = set(present) - set(codes)
        for mask in (1, 2, 4, 3, 6) if bits == 3 else ():
            fits = all(code & mask for code in codes) and not any(code & mask for code in others)
            if fits and highest in (0, mask.bit_length()):
                masks[kernel] = mask
                highest = mask.bit_length()
                break
    return masks
