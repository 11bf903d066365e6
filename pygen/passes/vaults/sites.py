"""Where a vault may be: which tile each place of its drawing has, and whether these tiles suit it.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from pygen.engine.constants import FLIP_COLUMNS, FLIP_ROWS, TURN_SIDES
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, STEPS, TOP, Tile
from pygen.engine.drawings.filling import places
from pygen.engine.drawings.orientations import extent, placed
from pygen.engine.dungeon.doorways import is_free_floor
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import Rectangle
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.reaching import is_reached, reached_in_byte
from pygen.passes.vaults.parameters import Vault
from pygen.passes.vaults.parameters.plans import Shape

PACE = schedule("passes/vaults")
PLACE = Piece("places", PACE["bytes_searched_for_front"])
SEEN = Piece("seen", PACE["vault_tiles_seen"])
MARGIN = Piece("margin", PACE["margin_tiles_seen"])
ROW = Piece("entities", PACE["entities_seen"])


ORIENTATIONS = {
    LEFT: TURN_SIDES | FLIP_COLUMNS,
    RIGHT: TURN_SIDES | FLIP_ROWS,
    TOP: FLIP_COLUMNS | FLIP_ROWS,
    BOTTOM: 0,
}
"""How a drawing whose entrance is in the first row is turned, by the side of the entrance at which
the rest of it is."""


def orientation_at(side: int, is_mirrored: bool) -> int:
    """The orientation of a drawing at a side of its entrance."""
    turned = ORIENTATIONS[side]
    if not is_mirrored:
        return turned
    return turned ^ (FLIP_ROWS if turned & TURN_SIDES else FLIP_COLUMNS)


@dataclass(frozen=True)
class Site:
    """A place for a vault: the upper left tile of its rectangle, how it is turned, and the side of
    its entrance at which it is."""

    shape: Shape
    left: int
    top: int
    side: int
    orientation: int

    @property
    def width(self) -> int:
        """The columns of the rectangle."""
        return extent(self.orientation, *size_of(self.shape))[0]

    @property
    def height(self) -> int:
        """The rows of the rectangle."""
        return extent(self.orientation, *size_of(self.shape))[1]

    @property
    def right(self) -> int:
        """The last column."""
        return self.left + self.width - 1

    @property
    def bottom(self) -> int:
        """The last row."""
        return self.top + self.height - 1

    @property
    def door(self) -> Tile:
        """The tile of the entrance."""
        x, y = entrance_of(self.shape, self.orientation)
        return self.left + x, self.top + y

    @property
    def front(self) -> Tile:
        """The tile before the entrance."""
        (x, y), (across, down) = self.door, STEPS[self.side]
        return x - across, y - down

    def holds(self, tile: Tile) -> bool:
        """Whether a tile is within the rectangle."""
        x, y = tile
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def rows(self) -> Iterator[list[tuple[int, int, int]]]:
        """The rows of the drawing: the tile of each place, and the number of its mark."""
        drawing = self.shape.drawing
        found = places(drawing, self.left, self.top, self.orientation)
        for _ in range(drawing.height):
            yield list(islice(found, drawing.width))


def size_of(shape: Shape) -> tuple[int, int]:
    """The columns and rows of a drawing."""
    return shape.drawing.width, shape.drawing.height


def entrance_of(shape: Shape, orientation: int) -> Tile:
    """Where the entrance is from the upper left place on, in an orientation."""
    return placed(orientation, *size_of(shape), shape.entrance, 0)


def site_at(shape: Shape, front: Tile, side: int, is_mirrored: bool) -> Site:
    """The site at one side of a tile."""
    orientation = orientation_at(side, is_mirrored)
    (across, down), (x, y) = STEPS[side], entrance_of(shape, orientation)
    return Site(shape, front[0] + across - x, front[1] + down - y, side, orientation)


def site_in_room(shape: Shape, area: Rectangle, side: int, is_mirrored: bool) -> Site | None:
    """The site in the middle of a room; None if the room has no ring of floor round it then."""
    left, top, width, height = area
    orientation = orientation_at(side, is_mirrored)
    wide, high = extent(orientation, *size_of(shape))
    if width < wide + 2 or height < high + 2:
        return None
    x, y = left + (width - wide) // 2, top + (height - high) // 2
    return Site(shape, x, y, side, orientation)


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
    within = site.right < g.tiles.width - 1 and site.bottom < g.tiles.height - 1
    return within and min(site.left, site.top) > 0


def suits_front(g: Generation[Any], site: Site) -> bool:
    """Whether the rectangle is on the map, and the tile before the entrance is free floor."""
    return is_on_map(g, site) and is_free_floor(g, *site.front)


def is_rock(g: Generation[Any], site: Site) -> Finding[bool]:
    """Whether there is nothing but rock where the drawing has anything."""
    rock = g.codes["empty"], g.codes["wall"]
    row_seen = SEEN.weighing(site.shape.drawing.width)
    for row in site.rows():
        yield row_seen
        if any(number and g.tiles.get(x, y) not in rock for x, y, number in row):
            return False
    return True


def around(site: Site) -> Iterator[Tile]:
    """The tiles around the rectangle of a site, corners included, row by row."""
    for y in range(site.top - 1, site.bottom + 2):
        is_inside = site.top <= y <= site.bottom
        for x in range(site.left - 1, site.right + 2):
            if not is_inside or x in (site.left - 1, site.right + 1):
                yield x, y


def touches_hidden(g: Generation[Any], plane: Plane, site: Site) -> Finding[bool]:
    """Whether a tile around the site can be walked on, but was not reached."""
    for tile in around(site):
        yield MARGIN
        if g.tiles.get(*tile) in g.walkable and not is_reached(plane, tile):
            return True
    return False


def is_floor(g: Generation[Any], site: Site) -> Finding[bool]:
    """Whether there is nothing but floor in the rectangle and in the ring around it."""
    row_seen = SEEN.weighing(site.width + 2)
    for y in range(site.top - 1, site.bottom + 2):
        yield row_seen
        columns = range(site.left - 1, site.right + 2)
        if any(g.tiles.get(x, y) != g.codes["floor"] for x in columns):
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
