"""Tunnels that join the regions of a plane.

The regions are joined in the order of their first tiles, row by row. From the first tile of each
region a tunnel leads to the nearest tile of the regions before it and of their tunnels. Other
regions that a tunnel touches are joined when their turn comes.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.plane.pace import PACE
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.regions import Search, copy_plane, fill_region, find_region, flood_from

TILE = Piece("dig", PACE["tiles_dug"])


class Tunnel:
    """A tunnel: the tile it has reached, its goal, and the distance between both.

    `distance` is the number of columns plus the number of rows. `away` is the distance of the rows
    above and below that are looked at next.
    """

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y
        self.to_x = self.to_y = 0
        self.distance = 0xFFFF
        self.away = 0


def measure_tunnel(tunnel: Tunnel, x: int, y: int, across: int) -> None:
    """Lead the tunnel to a tile `across` columns away, if it is nearer than the last one."""
    if across + tunnel.away < tunnel.distance:
        tunnel.distance = across + tunnel.away
        tunnel.to_x, tunnel.to_y = x, y


def look_in_row(plane: Plane, tunnel: Tunnel, y: int) -> None:
    """Look for the nearest joined tile in a row, first on the left, then on the right."""
    joined = plane.taken[y] & ~plane.solid[y]
    before = joined & ((2 << tunnel.x) - 1)
    behind = joined >> tunnel.x
    if before:
        measure_tunnel(tunnel, before.bit_length() - 1, y, tunnel.x - before.bit_length() + 1)
    if behind:
        across = (behind & -behind).bit_length() - 1
        measure_tunnel(tunnel, tunnel.x + across, y, across)


def find_nearest_tile(plane: Plane, tunnel: Tunnel) -> Work:
    """Find the nearest joined tile, by columns plus rows. The two rows at the same distance are
    looked at together, the upper one first."""
    while True:
        above, below = tunnel.y - tunnel.away, tunnel.y + tunnel.away
        if above > 0:
            look_in_row(plane, tunnel, above)
        if below < plane.height - 1:
            look_in_row(plane, tunnel, below)
        tunnel.away += 1
        if tunnel.away >= tunnel.distance:
            return
        yield "nearest"


def dig_tunnel(plane: Plane, tunnel: Tunnel) -> Work:
    """Dig along the row, then along the column."""
    while True:
        yield TILE
        plane.solid[tunnel.y] &= ~(1 << tunnel.x)
        if tunnel.x != tunnel.to_x:
            tunnel.x += 1 if tunnel.x < tunnel.to_x else -1
        elif tunnel.y != tunnel.to_y:
            tunnel.y += 1 if tunnel.y < tunnel.to_y else -1
        else:
            return


def join_regions(plane: Plane) -> Work:
    """Join all regions by tunnels."""
    yield from copy_plane(plane)
    search = Search()
    is_first = True
    while True:
        yield "copy"
        if not (yield from find_region(plane, search)):
            return
        if not is_first:
            yield "find"
            tunnel = Tunnel(search.x, search.y)
            yield from find_nearest_tile(plane, tunnel)
            yield "nearest"
            yield from dig_tunnel(plane, tunnel)
        is_first = False
        yield "find"
        yield from fill_region(plane, flood_from(plane.taken, search.x, search.y))
