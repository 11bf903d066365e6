"""Placing a copy of a drawing: where it comes to lie, and whether it may.

A drawing that changes tiles needs floor where it is and around it, as `safety` explains.
"""

from __future__ import annotations

from typing import NamedTuple

from pygen.engine.constants import FLIP_COLUMNS, FLIP_ROWS, TURN_SIDES
from pygen.engine.definition.pace import Finding, Piece, schedule
from pygen.engine.drawings.filling import choose_orientation
from pygen.engine.drawings.orientations import extent
from pygen.engine.drawings.reading import Drawing
from pygen.passes.furnish.constants import AT_WALLS, IN_CORNERS, IN_TILES
from pygen.passes.furnish.parameters import Furniture, changes_tiles, needs
from pygen.passes.furnish.suiting import Furnishing, fits

PACE = schedule("passes/furnish")
EFFORT = PACE["furnish_effort"]
ENTITY = Piece("furnish", EFFORT, PACE["entity_testing_effort"])

TURN = TURN_SIDES | FLIP_ROWS
"""What a turn by a quarter changes: sides and one flip, so that nothing is mirrored by it."""

CORNER_TURNS = (0, FLIP_COLUMNS | FLIP_ROWS, TURN_SIDES | FLIP_ROWS, TURN_SIDES | FLIP_COLUMNS)
"""The turns by which a drawing that is not mirrored comes to the four corners."""


class Spot(NamedTuple):
    """Where a copy lies: its upper left tile, its size on the map, and its orientation. The sides
    at which the room's wall is: left, right, top, bottom."""

    x: int
    y: int
    width: int
    height: int
    orientation: int
    walls: tuple[bool, bool, bool, bool] = (False, False, False, False)


class Copies:
    """The copies of a drawing in a room: `count` of them. `orientation` is that of the first one.
    It fits as it is drawn if `fits_level`, and turned by a quarter if `fits_turned`; if there must
    be floor around it, `margin` is 1. Tiled ones are in rows of `columns`, from `first` on."""

    def __init__(self, f: Furnishing, one: Furniture, drawing: Drawing) -> None:
        self.f, self.one, self.drawing = f, one, drawing
        across, down = needs(one, drawing)
        self.margin = int(changes_tiles(drawing))
        self.fits_level = fits(f.area, across, down)
        self.fits_turned = one.turned and fits(f.area, down, across)
        self.orientation = self._orientation()
        self.columns, self.first = 0, (0, 0)
        self.count = 1
        if one.place_number == IN_CORNERS:
            self.count = min(self._corners(), one.most_copies)
        elif one.place_number == AT_WALLS:
            self.count = one.most_copies
        elif one.place_number == IN_TILES:
            self._begin_tiles()

    def _orientation(self) -> int:
        """A random orientation in which the drawing fits."""
        found = choose_orientation(self.f.g.random, self.drawing)
        fits_so = self.fits_turned if found & TURN_SIDES else self.fits_level
        return found if fits_so else found ^ TURN

    def _corners(self) -> int:
        """The corners to which the drawing comes by its orientations."""
        if self.one.turned and (self.one.mirrored or (self.fits_level and self.fits_turned)):
            return 4
        return 2 if self.one.turned or self.one.mirrored else 1

    def _begin_tiles(self) -> None:
        """Find out how often the drawing fits, and where the first copy lies."""
        x, y, width, height = self.f.area
        w, h = self._size(self.orientation)
        gap = self.one.gap
        self.columns = (width - 2 * self.margin + gap) // (w + gap)
        rows = (height - 2 * self.margin + gap) // (h + gap)
        x += (width + gap - self.columns * (w + gap)) // 2
        y += (height + gap - rows * (h + gap)) // 2
        self.first = x, y
        self.count = self.columns * rows

    def spot(self, number: int) -> Spot:
        """Where a copy lies; the first one is number 0."""
        place = self.one.place_number
        if place == IN_CORNERS:
            return self._in_corner(number)
        if place == AT_WALLS:
            if number:
                self.orientation = self._orientation()
            return self._at_wall()
        w, h = self._size(self.orientation)
        if place == IN_TILES:
            x = self.first[0] + number % self.columns * (w + self.one.gap)
            y = self.first[1] + number // self.columns * (h + self.one.gap)
            return Spot(x, y, w, h, self.orientation)
        x, y, width, height = self.f.area
        return Spot(x + (width - w) // 2, y + (height - h) // 2, w, h, self.orientation)

    def _size(self, orientation: int) -> tuple[int, int]:
        return extent(orientation, self.drawing.width, self.drawing.height)

    def _in_corner(self, number: int) -> Spot:
        x, y, width, height = self.f.area
        turn = number << 1 if self.one.mirrored else CORNER_TURNS[number]
        orientation = self.orientation ^ turn
        w, h = self._size(orientation)
        right, bottom = orientation & FLIP_COLUMNS > 0, orientation & FLIP_ROWS > 0
        x += width - w if right else 0
        y += height - h if bottom else 0
        return Spot(x, y, w, h, orientation, (not right, right, not bottom, bottom))

    def _at_wall(self) -> Spot:
        x, y, width, height = self.f.area
        orientation, random, margin = self.orientation, self.f.g.random, self.margin
        w, h = self._size(orientation)
        if orientation & TURN_SIDES:
            y += margin + random.below(height - h - 2 * margin + 1)
            right = orientation & FLIP_COLUMNS > 0
            walls = (not right, right, False, False)
            return Spot(x + (width - w if right else 0), y, w, h, orientation, walls)
        x += margin + random.below(width - w - 2 * margin + 1)
        bottom = orientation & FLIP_ROWS > 0
        walls = (False, False, not bottom, bottom)
        return Spot(x, y + (height - h if bottom else 0), w, h, orientation, walls)


def is_free(f: Furnishing, spot: Spot) -> Finding[bool]:
    """Whether a drawing that changes tiles may lie there: no entity, floor there, tiles
    around that are walkable and not secret, and no walkable one beside it where the wall is."""
    for entity in f.g.tables.get("entities", []):
        yield ENTITY
        if 0 <= entity["x"] - spot.x < spot.width and 0 <= entity["y"] - spot.y < spot.height:
            return False
    row = Piece(
        "furnish",
        EFFORT,
        PACE["row_testing_effort"] + PACE["tile_testing_effort"] * (spot.width + 2),
    )
    for y in range(spot.y - 1, spot.y + spot.height + 1):
        yield row
        if not all(is_right(f, spot, x, y) for x in range(spot.x - 1, spot.x + spot.width + 1)):
            return False
    return True


def is_right(f: Furnishing, spot: Spot, x: int, y: int) -> bool:
    """Whether the tile at (x, y), of the drawing or around it, is as it must be."""
    left, right, top, bottom = spot.walls
    at_left, at_right = x < spot.x, x == spot.x + spot.width
    at_top, at_bottom = y < spot.y, y == spot.y + spot.height
    sides, ends = at_left or at_right, at_top or at_bottom
    tile = f.g.tiles.get(x, y)
    if not (sides or ends):
        return tile == f.g.codes["floor"]
    is_beside_wall = (
        (left and at_left) or (right and at_right) or (top and at_top) or (bottom and at_bottom)
    )
    if is_beside_wall:
        return (sides and ends) or tile not in f.g.walkable
    return tile in f.open
