"""Tunnels that join the regions of a plane, and lead round protected tiles.

The regions are joined in the order of their first tiles, row by row. The usual tunnel is dug if
none of its tiles is protected. Otherwise a wave spreads from the region over all tiles that are
neither protected nor at the edge, rock or not, one tile further with each round. Where it first
comes to a region before this one, or to a tunnel, a way leads back to its start: the tunnel. So a
region is joined unless no way round the protected tiles leads there.

The number of the round in which a tile was reached is kept in two bits, 1 to 3 by turns: the way
back leads from each tile to one with the number before. Tiles that were not reached have 0.

A region that could not be joined is a group of its own, unless its wave has met no other region: no
later one can be joined with it then. A later region with protected tiles may lie between several
groups, and is joined with one after the other.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import (
    Flood,
    Search,
    copy_plane,
    fill_region,
    find_region,
    flood_from,
    push_entry,
)
from pygen.engine.plane.tunnels import Tunnel, dig_tunnel, find_nearest_tile

PACE = schedule("passes/regions")
SAVED = Piece("save", PACE["bytes_saved"], is_divisible=True)
LOOKED = Piece("look", PACE["tiles_looked"])
LED = Piece("lead", PACE["tiles_led"])

SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Where the way back goes on, if not straight on."""

LAST_ROUND = 3
"""The number of the start, and of each third round."""


class Wave:
    """A wave: `low` and `high` are the bits of the numbers of all tiles, row by row. `number` is
    that of the last round, `rounds` counts the rounds. The tiles of the last round are in the rows
    from `top` to `bottom`; there are none if `top` is below `bottom`. (`x`, `y`) is the tile where
    the wave has come to a region that was joined; `has_met` says whether it has been to others,
    `has_held` whether tiles of the region where it starts are protected."""

    def __init__(self, plane: Plane) -> None:
        self.low = [0] * plane.height
        self.high = [0] * plane.height
        self.number, self.rounds = LAST_ROUND, 0
        self.top, self.bottom = plane.height, 0
        self.x = self.y = 0
        self.has_met = False
        self.has_held = False

    def tiles(self, y: int, number: int) -> int:
        """The tiles of row y that have this number."""
        low, high = self.low[y], self.high[y]
        return (low if number & 1 else ~low) & (high if number & 2 else ~high)

    def note_row(self, y: int) -> None:
        """Row y has tiles of the last round."""
        self.top, self.bottom = min(self.top, y), max(self.bottom, y)


def flood_around(plane: Plane, x: int, y: int) -> Flood:
    """Begin to take all that can be reached from an open tile, which need not be the first one of
    its region: tunnels may lead there from above. Of the row above, an entry of the tile leaves out
    what is above the tile and those beside it."""
    flood = Flood(plane.taken)
    opened = ~plane.taken[y] & ~plane.taken[y - 1]
    for side in (x - 1, x, x + 1):
        if opened >> side & 1:
            push_entry(flood, side, side, y - 1, -1)
    push_entry(flood, x, x, y, 1)
    return flood


def save_taken(plane: Plane, wave: Wave) -> Work:
    """Put aside what was taken, so that only solid tiles are."""
    yield SAVED.weighing(plane.row_bytes * plane.height)
    wave.low = plane.taken
    plane.taken = list(plane.solid)


def start_wave(plane: Plane, protected: Sequence[int], wave: Wave) -> Finding[bool]:
    """Let the wave start at the tiles of the region that was taken alone, and take again what was
    put aside. Returns whether any of them is not protected."""
    row = Piece("start", max(1, PACE["bytes_started"] // plane.row_bytes))
    for y in range(plane.height):
        yield row
        own = plane.taken[y] & ~plane.solid[y]
        wave.has_held |= bool(own & protected[y])
        own &= ~protected[y]
        plane.taken[y] |= wave.low[y]
        wave.low[y] = wave.high[y] = own
        if own:
            wave.note_row(y)
    return wave.top <= wave.bottom


def spread_row(plane: Plane, protected: Sequence[int], wave: Wave, y: int, before: int) -> bool:
    """Spread into row y from the tiles with the number `before`. Returns whether the wave has come
    to a tile that was joined."""
    here = wave.tiles(y, before)
    near = here << 1 | here >> 1 | wave.tiles(y - 1, before) | wave.tiles(y + 1, before)
    new = near & ~wave.low[y] & ~wave.high[y] & ~protected[y]
    if not new:
        return False
    if wave.number & 1:
        wave.low[y] |= new
    if wave.number & 2:
        wave.high[y] |= new
    wave.note_row(y)
    wave.has_met |= bool(new & ~plane.taken[y])
    joined = new & plane.taken[y] & ~plane.solid[y]
    if joined:
        wave.x, wave.y = (joined & -joined).bit_length() - 1, y
    return bool(joined)


def spread_wave(plane: Plane, protected: Sequence[int], wave: Wave) -> Finding[bool]:
    """Spread round by round, until the wave comes to a tile that was joined. Returns whether it
    does."""
    row = Piece("spread", max(1, PACE["bytes_spread"] // plane.row_bytes))
    while True:
        first, last = max(1, wave.top - 1), min(plane.height - 2, wave.bottom + 1)
        before, wave.number = wave.number, wave.number % LAST_ROUND + 1
        wave.rounds += 1
        wave.top, wave.bottom = plane.height, 0
        for y in range(first, last + 1):
            yield row
            if spread_row(plane, protected, wave, y, before):
                return True
        if wave.top > wave.bottom:
            return False
        yield "round"


def lead_back(plane: Plane, wave: Wave) -> Work:
    """Dig the way from the tile that was joined back to the start, straight on where possible."""
    x, y, number = wave.x, wave.y, wave.number
    straight_on = (0, 0)
    for _ in range(wave.rounds):
        yield LED
        plane.solid[y] &= ~(1 << x)
        number = number - 1 or LAST_ROUND
        across, down = next(
            (across, down)
            for across, down in (straight_on, *SIDES)
            if (across or down) and wave.tiles(y + down, number) >> (x + across) & 1
        )
        straight_on = across, down
        x, y = x + across, y + down


def is_free(protected: Sequence[int], tunnel: Tunnel) -> Finding[bool]:
    """Whether no tile of a tunnel is protected."""
    x, y = tunnel.x, tunnel.y
    while True:
        yield LOOKED
        if protected[y] >> x & 1:
            return False
        if x != tunnel.to_x:
            x += 1 if x < tunnel.to_x else -1
        elif y != tunnel.to_y:
            y += 1 if y < tunnel.to_y else -1
        else:
            return True


def dig_usual(plane: Plane, protected: Sequence[int], search: Search) -> Finding[bool]:
    """Dig the usual tunnel, if it leads through no protected tiles. Returns whether it was dug."""
    tunnel = Tunnel(search.x, search.y)
    yield from find_nearest_tile(plane, tunnel)
    yield "nearest"
    if not (yield from is_free(protected, tunnel)):
        return False
    yield "look"
    yield from dig_tunnel(plane, tunnel)
    return True


def count_others(plane: Plane) -> Finding[int]:
    """Count the regions besides the first one."""
    yield from copy_plane(plane)
    search = Search()
    count = 0
    while True:
        yield "copy"
        if not (yield from find_region(plane, search)):
            return count - 1
        yield "find"
        count += 1
        yield from fill_region(plane, flood_from(plane.taken, search.x, search.y))


def join_around(plane: Plane, protected: Sequence[int]) -> Finding[int]:
    """Join all regions by tunnels round the protected tiles. Returns how many regions are left that
    cannot be joined with all others."""
    yield from copy_plane(plane)
    search = Search()
    groups = closed = 0
    while True:
        yield "copy"
        if not (yield from find_region(plane, search)):
            if groups <= 1 and not closed:
                return 0
            # A tunnel to a group may touch another one, so there may be fewer of them.
            yield "find"
            return (yield from count_others(plane))
        if groups == 1:
            yield "find"
            if (yield from dig_usual(plane, protected, search)):
                yield "dig"
                yield from fill_region(plane, flood_from(plane.taken, search.x, search.y))
                continue
        is_joined = False
        while True:
            yield "find"
            wave = Wave(plane)
            yield from save_taken(plane, wave)
            yield "save"
            yield from fill_region(plane, flood_around(plane, search.x, search.y))
            yield "flood"
            if not (yield from start_wave(plane, protected, wave)):
                closed += 1
                break
            if groups == 0:
                groups = 1
                break
            yield "start"
            if not (yield from spread_wave(plane, protected, wave)):
                if not is_joined:
                    groups, closed = groups + wave.has_met, closed + (not wave.has_met)
                break
            yield "spread"
            yield from lead_back(plane, wave)
            groups -= is_joined
            if groups == 1 or not (wave.has_held or is_joined):
                break
            is_joined = True
