"""Judges of sight, which share no code with pygen/calls/sight.py: exact fractions, tile by tile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

Tile = tuple[int, int]
IsOpaque = Callable[[int, int], bool]

WINDOW = 17
"""Columns of a window; the tile that is looked from is in the middle."""

EMPTY, WALL, FLOOR, DOOR, STAIRS = 0, 1, 2, 3, 4
OPAQUE = {0, 1, 3, 6}
"""The codes that stop a ray in the specs of tests: empty, wall, door, secret path."""


def stopped(
    is_opaque: IsOpaque, here: Tile, there: Tile, across: bool
) -> list[tuple[Fraction, Fraction]]:
    """The slopes that opaque tiles stop in the rows between two tiles, or in the columns if the ray
    goes across: from each tile's left end to its right end."""
    (x, y), (to_x, to_y) = here, there
    rows = abs(to_x - x) if across else abs(to_y - y)
    sign = 1 if (to_x > x if across else to_y > y) else -1
    spans = []
    for row in range(1, rows):
        for tile in range(-row - 1, row + 2):
            at = (x + sign * row, y + tile) if across else (x + tile, y + sign * row)
            if is_opaque(*at):
                spans.append((Fraction(2 * tile - 1, 2 * row), Fraction(2 * tile + 1, 2 * row)))
    return spans


def sees(is_opaque: IsOpaque, here: Tile, there: Tile) -> bool:
    """Whether a tile is seen: one that is not opaque if the ray to its centre passes, or rays right
    beside it do; an opaque one if any ray to the line through its centre passes."""
    if here == there:
        return True
    right, down = there[0] - here[0], there[1] - here[1]
    for across in (False, True):
        rows, tile = (abs(right), down) if across else (abs(down), right)
        if rows < abs(tile):
            continue
        spans = stopped(is_opaque, here, there, across)
        if is_opaque(*there):
            first = max(Fraction(2 * tile - 1, 2 * rows), Fraction(-1))
            last = min(Fraction(2 * tile + 1, 2 * rows), Fraction(1))
            for low, high in sorted(spans):
                if low <= first:
                    first = max(first, high)
            if first < last:
                return True
        else:
            slope = Fraction(tile, rows)
            before = any(low < slope <= high for low, high in spans)
            behind = any(low <= slope < high for low, high in spans)
            if not (before and behind):
                return True
    return False


def judge_window(
    tiles: bytes, width: int, height: int, here: Tile, radius: int, window: bytes, before: bytes
) -> None:
    """Raise AssertionError unless `window` is right: seen tiles have their code, others have bit 7
    set besides, what is outside of the map is empty, and what is outside of the radius is as
    `before`."""

    def code(x: int, y: int) -> int:
        return tiles[y * width + x] & 127 if 0 <= x < width and 0 <= y < height else EMPTY

    def is_opaque(x: int, y: int) -> bool:
        return code(x, y) in OPAQUE

    for at, byte in enumerate(window):
        right, down = at % WINDOW - WINDOW // 2, at // WINDOW - WINDOW // 2
        there = here[0] + right, here[1] + down
        if max(abs(right), abs(down)) > radius:
            assert byte == before[at], there
        else:
            expected = code(*there) | (0 if sees(is_opaque, here, there) else 128)
            assert byte == expected, (here, there)


def judge_plane(
    window: bytes, here: Tile, radius: int, width: int, height: int, plane: bytes, before: bytes
) -> None:
    """Raise AssertionError unless `plane` has the bits of `before`, and of the map's tiles that are
    seen in the window, and no others."""
    row_bits = (width + 7) // 8 * 8
    bits = int.from_bytes(before, "little")
    for at, byte in enumerate(window):
        right, down = at % WINDOW - WINDOW // 2, at // WINDOW - WINDOW // 2
        x, y = here[0] + right, here[1] + down
        if (
            max(abs(right), abs(down)) <= radius
            and byte < 128
            and 0 <= x < width
            and 0 <= y < height
        ):
            bits |= 1 << (y * row_bits + x)
    assert plane == bits.to_bytes(len(before), "little")


def random_map(chance: Random, width: int, height: int) -> bytes:
    """Tiles with much, some or nothing that is opaque, and bit 7 set here and there."""
    share = chance.choice((0, 3, 10, 20, 30, 45, 60))
    return bytes(
        (chance.choice((EMPTY, WALL, DOOR, 6)) if chance.randrange(100) < share
         else chance.choice((FLOOR, FLOOR, FLOOR, STAIRS))) | chance.choice((0, 0, 128))
        for _ in range(width * height)
    )  # fmt: skip


def room_map(width: int, height: int) -> bytes:
    """A room of floor with walls around it, which are the edge of the map."""
    rows = [
        [WALL if x in (0, width - 1) or y in (0, height - 1) else FLOOR for x in range(width)]
        for y in range(height)
    ]
    return bytes(code for row in rows for code in row)


def pairs(width: int, height: int, reach: int) -> Iterator[tuple[Tile, Tile]]:
    """All pairs of tiles at most `reach` rows and columns apart, each once."""
    for y in range(height):
        for x in range(width):
            for to_y in range(y, min(y + reach, height - 1) + 1):
                for to_x in range(max(x - reach, 0), min(x + reach, width - 1) + 1):
                    if (to_y, to_x) > (y, x):
                        yield (x, y), (to_x, to_y)
