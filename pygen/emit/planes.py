"""Tables for the kernels of planes, and the bits by which they read a dungeon's tiles."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pygen.engine.sections import Constants

READ_PLACES = (0x49, 0x92, 0x24)
"""For three bits per tile, the places of bit 0 of the tiles' codes in the three bytes of a group.
The places of bit 1 begin with the second of these bytes, those of bit 2 with the third."""

BITS_OF_TILES = "BITS_OF_TILES"

_SPANS = {
    "BITS_FROM": [0xFF << n & 0xFF for n in range(9)],
    "LOWEST_OF_FOUR": [4, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0],
}
"""For BITS_FROM, the bits of a byte from one tile on. For LOWEST_OF_FOUR, the number of the lowest
of four bits that is set."""


def plane_comments(tables: Constants) -> dict[str, str]:
    """What the tables of `plane_tables` mean, by their names."""
    found = {
        "BITS_FROM": "by tile of a byte of a plane: the bits from that tile on",
        "LOWEST_OF_FOUR": "by four bits: the number of the lowest one that is set; 4 if none is",
        BITS_OF_TILES: "by a byte of the map: which of its tiles have the bit that is looked for",
    }
    for name in tables:
        tile, _, place = name.removeprefix("PACKED_").rpartition("_")[0].partition("_")
        if name.startswith("PACKED_"):
            half, byte = place, name[-1]
            found[name] = (
                f"by which of four tiles are {tile.lower()}: byte {byte} of the map's group of "
                f"tiles, for half {half} of it"
            )
    return found


def plane_tables(
    kernels: Collection[str], bits: int, codes: Mapping[str, int], masks: Collection[int]
) -> Constants:
    """The tables for the kernels of planes that a dungeon has, by their names in C.

    `bits` is the number of bits per tile of its map, `codes` are the codes of its tiles, and
    `masks` are the masks by which its kernels read the map.
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
    """For each half (0 and 1) of a group of eight tiles, the bytes of the map that it reaches."""
    return [
        (half, byte)
        for half in (0, 1)
        for byte in range(bits)
        if 4 * half * bits < 8 * byte + 8 and 8 * byte < 4 * (half + 1) * bits
    ]


def packed(name: str, bits: int, half: int, byte: int) -> str:
    """The name of the table that gives a byte of the map by which of four tiles are set."""
    if bits == 4:
        half, byte = 0, byte % 2
    return f"PACKED_{name.upper()}_{half}_{byte}"


def read_places(mask: int) -> list[int]:
    """The places, in the three bytes of a group, of the tiles' code bit that is the highest of
    `mask`."""
    bit = mask.bit_length() - 1
    return [READ_PLACES[(byte + bit) % 3] for byte in range(3)]


def bits_of_tiles(mask: int) -> list[int]:
    """A table of the tiles of a group whose code has the highest bit of `mask`. Its index is one of
    the group's three bytes with all other bits cleared."""
    found = [0] * (max(READ_PLACES) + 1)
    tile = 0
    for places in read_places(mask):
        of_byte = [1 << n for n in range(8) if places >> n & 1]
        for chosen in range(1 << len(of_byte)):
            index = sum(bit for n, bit in enumerate(of_byte) if chosen >> n & 1)
            found[index] |= chosen << tile
        tile += len(of_byte)
    return found


def bits_of_pairs(codes: Collection[int]) -> list[int]:
    """A table of the tiles with one of these codes, by a byte of a map with four bits per tile. The
    two tiles of the byte have the two highest bits."""
    return [
        (0x40 if pair & 15 in codes else 0) | (0x80 if pair >> 4 in codes else 0)
        for pair in range(256)
    ]


def bits_of_sixes(codes: Collection[int]) -> list[int]:
    """The same for two tiles of three bits, by the six bits of both."""
    return [
        (0x40 if pair & 7 in codes else 0) | (0x80 if pair >> 3 in codes else 0)
        for pair in range(64)
    ]


def bits_of_ones(codes: Collection[int]) -> list[int]:
    """The same for a single tile, which has bit 5."""
    return [0x20 if code in codes else 0 for code in range(8)]


def read_masks(
    bits: int, present: Collection[int], wanted: Mapping[str, Collection[int]]
) -> dict[str, int]:
    """For each kernel that reads the map, a mask by which it finds its codes: each code that it
    looks for has at least one bit of the mask, and no other present code has any. A mask is one
    bit, or two adjacent ones.

    It is 0 if no such mask exists, or if its highest bit differs from the first kernel's, because
    there is only one table of bits.
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
