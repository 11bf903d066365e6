"""Regions of a plane: open tiles that are connected left, right, above and below.

A flood takes a region span by span: a span is a row of open tiles, as long as possible. Pieces that
still have to be looked at wait on a stack of limited size. An entry of the stack is a piece of the
row above or below a span, and the direction from that span to the piece. When a span is found in
the piece, the row that the flood came from is searched only where no span covers it. (The idea
is from P. Heckbert, "A Seed Fill Algorithm", Graphics Gems, 1990.) If the stack is full, an entry
is dropped, and the plane is searched afterwards for the tiles that are missing.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.constants import MOST_ENTRIES
from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.plane.pace import PACE, entries_at_once, rows_searched
from pygen.engine.plane.plane import Plane

COPIED = Piece("copy", PACE["bytes_copied"], is_divisible=True)
DROPPED = Piece("drop", PACE["bytes_dropped"], is_divisible=True)
BYTE = Piece("search", PACE["bytes_searched"])

Entry = tuple[int, int, int, int]


class Flood:
    """The state of a flood: the rows that it changes, its stack, and the size of the region so far.

    An entry (first, last, y, direction) is a piece of row y, the columns `first` to `last`. The
    flood looks for open tiles there. The direction is 1 down the map, and -1 up. The flood comes
    from the row behind, which is y - direction. There it has taken the columns `first` to `last`.
    It goes on to the row ahead, which is y + direction. The entry for the row ahead of the newest
    span is `current`. It is taken next, and needs no room on the stack.
    """

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        self.entries: list[Entry] = []
        self.current: Entry | None = None
        self.size = 0
        self.overflowed = False


def push_entry(flood: Flood, first: int, last: int, y: int, direction: int) -> None:
    """Put an entry on the stack, or drop it if there is no room."""
    if len(flood.entries) == MOST_ENTRIES:
        flood.overflowed = True
    else:
        flood.entries.append((first, last, y, direction))


def take_entry(flood: Flood) -> None:
    """Take an entry from the stack, and the first span of open tiles in it.

    Up to four pieces then wait. In this drawing the entry has the columns 4 to 9, and the span,
    drawn as o, the columns 1 to 6. # is a tile that is solid or taken:

        column        0  1  2  3  4  5  6  7  8  9 10
        row behind    ?  A  A  #  #  #  #  #  #  #  #
        row y         #  o  o  o  o  o  o  #  B  B  ?
        row ahead     ?  C  C  C  C  C  C  ?  ?  ?  ?

    A: The span begins to the left of the entry, and may touch open tiles in the row behind. The
    flood looks there in the opposite direction. A ends at `first - 2`, because the tiles of the row
    behind at `first - 1` and `last + 1` are never open: they are taken, or end a taken span. If the
    span ends to the right of the entry, there is another such piece, from `last + 2` on.
    B: The rest of the entry. It begins at `right + 2`, because a span ends before a solid tile.
    C: The row ahead along the span.
    """
    first, last, y, direction = flood.current or flood.entries.pop()
    flood.current = None
    opened = (~flood.rows[y] >> first) << first
    left = (opened & -opened).bit_length() - 1
    if left > last:
        return
    solid = flood.rows[y]
    from_left = solid >> left
    right = left + (from_left & -from_left).bit_length() - 2
    if right + 2 <= last:
        push_entry(flood, right + 2, last, y, direction)
    if left == first:
        left = (solid & ((1 << left) - 1)).bit_length()
        if left + 2 <= first:
            push_entry(flood, left, first - 2, y - direction, -direction)
    if right >= last + 2:
        push_entry(flood, last + 2, right, y - direction, -direction)
    flood.current = left, right, y + direction, direction
    flood.rows[y] = solid | ((1 << (right + 1)) - (1 << left))
    flood.size += right - left + 1


class Search:
    """A search through the bytes of a plane: the next byte, and the tile that was found."""

    def __init__(self) -> None:
        self.y, self.at = 1, 0
        self.x = 0

    def find_first_tile(self, tiles: int) -> None:
        """Remember the first of the tiles that are set in a byte."""
        self.x = 8 * self.at + (tiles & -tiles).bit_length() - 1

    def go_on(self, plane: Plane) -> None:
        """Go to the next byte."""
        self.at += 1
        if self.at == plane.row_bytes:
            self.y, self.at = self.y + 1, 0


def find_lost(plane: Plane, flood: Flood, search: Search) -> Finding[bool]:
    """Find an open tile above or below a taken tile: a dropped entry would have led to it.

    The tile is put on the stack. Returns whether there was one.
    """
    while True:
        yield BYTE
        if search.y == plane.height - 1:
            return False
        shift, y = 8 * search.at, search.y
        opened = (~plane.taken[y] >> shift) & 0xFF
        for direction in (1, -1):
            reached = plane.taken[y - direction] & ~plane.solid[y - direction]
            lost = opened & (reached >> shift)
            if lost:
                search.find_first_tile(lost)
                push_entry(flood, search.x, search.x, y, direction)
                return True
        search.go_on(plane)


def fill_region(plane: Plane, flood: Flood) -> Work:
    """Take the whole region that the stack leads to, including tiles lost with dropped entries."""
    entry = Piece("flood", entries_at_once(plane.row_bytes))
    search: Search | None = None
    while True:
        while flood.current or flood.entries:
            yield entry
            take_entry(flood)
        if flood.overflowed:
            flood.overflowed = False
            search = Search()
        if search is None:
            return
        yield "flood"
        if not (yield from find_lost(plane, flood, search)):
            return
        yield "search"


def copy_plane(plane: Plane) -> Work:
    """Mark only the solid tiles as taken."""
    yield COPIED.weighing(plane.row_bytes * plane.height)
    plane.taken = list(plane.solid)


def flood_from(rows: list[int], x: int, y: int) -> Flood:
    """Begin to take the region whose first tile, row by row, is at (x, y)."""
    flood = Flood(rows)
    push_entry(flood, x, x, y, 1)
    return flood


def find_region(plane: Plane, search: Search) -> Finding[bool]:
    """Find the first tile, row by row, of the next region that is not taken. Returns whether there
    was one."""
    row = Piece("find", rows_searched(plane.row_bytes))
    while True:
        yield row
        if search.y == plane.height - 1:
            return False
        shift = 8 * search.at
        opened = plane.all & ((~plane.taken[search.y] >> shift) << shift)
        if opened:
            search.x = (opened & -opened).bit_length() - 1
            search.at = search.x // 8
            return True
        search.y, search.at = search.y + 1, 0


def drop_rest(plane: Plane) -> Work:
    """Make all tiles solid that were not taken."""
    yield DROPPED.weighing(plane.row_bytes * plane.height)
    plane.solid = [
        plane.all & (solid | ~taken) for solid, taken in zip(plane.solid, plane.taken, strict=True)
    ]


class Keeping:
    """Which regions are kept: regions of `least_size` tiles or more, or with 0 only the largest.

    `best` is the first tile of the largest region so far. `is_rest_left` says whether a region
    remains that must be dropped, but is too large to be filled at once.
    """

    def __init__(self, least_size: int) -> None:
        self.least_size = least_size
        self.best, self.best_region_size = (0, 0), 0
        self.is_rest_left = False


def judge_region(keeping: Keeping, x: int, y: int, size: int) -> tuple[int, int] | None:
    """Decide, now that a region was taken, whether it or the largest one before it is dropped.

    A small region is filled at once: the result is its first tile. For larger ones the stack might
    be too small. If there are any, everything except the largest region is filled at the end.
    """
    dropped = (x, y)
    if keeping.least_size:
        if size >= keeping.least_size:
            return None
    elif size > keeping.best_region_size:
        dropped, keeping.best = keeping.best, dropped
        size, keeping.best_region_size = keeping.best_region_size, size
    if size >= MOST_ENTRIES:
        keeping.is_rest_left = True
        return None
    return dropped if size else None


def keep_regions(plane: Plane, least_size: int) -> Work:
    """Keep the regions of `least_size` tiles or more (1 to MOST_ENTRIES), or with 0 only the
    largest region; of several as large, the first one row by row. The others become solid."""
    yield from copy_plane(plane)
    search, keeping = Search(), Keeping(least_size)
    while True:
        yield "copy"
        if not (yield from find_region(plane, search)):
            break
        yield "find"
        flood = flood_from(plane.taken, search.x, search.y)
        yield from fill_region(plane, flood)
        dropped = judge_region(keeping, search.x, search.y, flood.size)
        if dropped:
            yield "flood"
            yield from fill_region(plane, flood_from(plane.solid, *dropped))
    if keeping.is_rest_left:
        yield "find"
        yield from copy_plane(plane)
        yield "copy"
        yield from fill_region(plane, flood_from(plane.taken, *keeping.best))
        yield "flood"
        yield from drop_rest(plane)
