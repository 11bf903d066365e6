"""Where a vault may be: which tile each place of its drawing has, and whether these tiles suit it.

A *site* is told by the tile before the entrance, its front, and by the side of that at which the
vault is. What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, STEPS, TOP, Tile
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.reaching import is_reached, reached_in_byte
from pygen.engine.dungeon.places import Rectangle
from pygen.passes.vaults.constants import LEFT_AS_IS
from pygen.passes.vaults.parameters import Vault
from pygen.passes.vaults.plans import Shape

PACE = schedule("passes/vaults")
SEEN = Piece("seen", PACE["vault_tiles_seen"])
MARGIN = Piece("margin", PACE["margin_tiles_seen"])
ROW = Piece("entities", PACE["entities_seen"])


@dataclass(frozen=True)
class Site:
    """A place for a vault. `front` is the tile before its entrance; `down` leads from a row of its
    drawing to the next one, `across` from a column to the next."""

    shape: Shape
    front: Tile
    down: Tile
    across: Tile

    def tile(self, row: int, column: int) -> Tile:
        """The tile of a place in the drawing; its first row and column are 0."""
        rows, columns = row + 1, column - self.shape.entrance
        return (
            self.front[0] + rows * self.down[0] + columns * self.across[0],
            self.front[1] + rows * self.down[1] + columns * self.across[1],
        )

    @property
    def door(self) -> Tile:
        """The tile of the entrance."""
        return self.tile(0, self.shape.entrance)

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """The first and the last column of its tiles, the first and the last row."""
        (x, y), (i, j) = self.tile(0, 0), self.tile(self.shape.rows - 1, self.shape.columns - 1)
        return min(x, i), max(x, i), min(y, j), max(y, j)

    def holds(self, tile: Tile) -> bool:
        """Whether a tile is within its rectangle."""
        left, right, top, bottom = self.corners
        return left <= tile[0] <= right and top <= tile[1] <= bottom

    def row(self, row: int) -> Iterator[tuple[Tile, int]]:
        """The tiles of a row of the drawing, each with its mark."""
        for column, mark in enumerate(self.shape.marks[row]):
            yield self.tile(row, column), mark


def ways(side: int, is_mirrored: bool) -> tuple[Tile, Tile]:
    """The way from row to row and that from column to column, if the vault is at this side."""
    x, y = STEPS[side]
    return (x, y), ((-y, x) if is_mirrored else (y, -x))


def site_at(shape: Shape, front: Tile, side: int, is_mirrored: bool) -> Site:
    """The site at one side of a tile."""
    return Site(shape, front, *ways(side, is_mirrored))


def site_in_room(shape: Shape, area: Rectangle, side: int, is_mirrored: bool) -> Site | None:
    """The site in the middle of a room; None if the room has no ring of floor round it then."""
    left, top, width, height = area
    down, across = ways(side, is_mirrored)
    wide, high = (shape.columns, shape.rows) if down[0] == 0 else (shape.rows, shape.columns)
    if width < wide + 2 or height < high + 2:
        return None
    x, y = left + (width - wide) // 2, top + (height - high) // 2
    if -1 in (down[0], across[0]):
        x += wide - 1
    if -1 in (down[1], across[1]):
        y += high - 1
    column = shape.entrance
    front = (x - down[0] + column * across[0], y - down[1] + column * across[1])
    return Site(shape, front, down, across)


def beside_rock_in_byte(
    g: Generation[Any], plane: Plane, vault: Vault, side: int, y: int, at: int
) -> int:
    """The tiles in a byte of the plane that were reached, are solid at one side, and in the zone of
    the vault, as bits."""
    solid = plane.solid
    rock = {TOP: solid[y - 1], RIGHT: solid[y] >> 1, BOTTOM: solid[y + 1], LEFT: solid[y] << 1}
    bits = reached_in_byte(plane, y, at) & (rock[side] >> (8 * at))
    return bits & (g.zones[vault.distance][y] >> (8 * at)) if vault.distance else bits


def fronts_at(g: Generation[Any], plane: Plane, vault: Vault, side: int) -> Any:
    """The function that says which tiles of a byte may be before the entrance."""
    return partial(beside_rock_in_byte, g, plane, vault, side)


def is_on_map(g: Generation[Any], site: Site) -> bool:
    """Whether a site is within the edge of the map."""
    left, right, top, bottom = site.corners
    return min(left, top) > 0 and right < g.tiles.width - 1 and bottom < g.tiles.height - 1


def suits_front(g: Generation[Any], site: Site) -> bool:
    """Whether the rectangle is on the map, and the tile before the entrance is free floor."""
    return is_on_map(g, site) and is_free_floor(g, *site.front)


def is_rock(g: Generation[Any], site: Site) -> Finding[bool]:
    """Whether there is nothing but rock where the drawing has anything."""
    rock = g.codes["empty"], g.codes["wall"]
    row_seen = SEEN.weighing(site.shape.columns)
    for row in range(site.shape.rows):
        yield row_seen
        if any(mark != LEFT_AS_IS and g.tiles.get(*tile) not in rock for tile, mark in site.row(row)):
            return False
    return True


def around(site: Site) -> Iterator[Tile]:
    """The tiles around the rectangle of a site, corners included, row by row."""
    left, right, top, bottom = site.corners
    for y in range(top - 1, bottom + 2):
        is_inside = top <= y <= bottom
        for x in range(left - 1, right + 2):
            if not is_inside or x in (left - 1, right + 1):
                yield x, y


def touches_hidden(g: Generation[Any], plane: Plane, site: Site) -> Finding[bool]:
    """Whether a tile around the site can be walked on, but was not reached."""
    for tile in around(site):
        yield MARGIN
        if g.tiles.get(*tile) in g.walkable and not is_reached(plane, tile):
            return True
    return False


def is_open_floor(g: Generation[Any], plane: Plane, tile: Tile) -> bool:
    """Whether a tile is plain floor that was reached."""
    return g.tiles.get(*tile) == g.codes["floor"] and is_reached(plane, tile)


def is_floor(g: Generation[Any], plane: Plane, site: Site) -> Finding[bool]:
    """Whether there is nothing but floor in the rectangle and in the ring around it."""
    left, right, top, bottom = site.corners
    row_seen = SEEN.weighing(right - left + 3)
    for y in range(top - 1, bottom + 2):
        yield row_seen
        if not all(is_open_floor(g, plane, (x, y)) for x in range(left - 1, right + 2)):
            return False
    return True


def has_entity(g: Generation[Any], site: Site) -> Finding[bool]:
    """Whether an entity is within the rectangle, such as an item that is buried in a wall, or
    before the entrance."""
    for row in g.tables.get(ENTITIES, []):
        yield ROW
        tile = row["x"], row["y"]
        if site.holds(tile) or tile == site.front:
            return True
    return False
