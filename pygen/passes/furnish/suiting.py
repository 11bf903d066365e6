"""Which drawings suit a room."""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.places import NOT_KNOWN
from pygen.engine.drawings.reading import Drawing
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import Rectangle, inner_rectangle, zone_of_room
from pygen.passes.furnish.constants import OTHER_SHAPES
from pygen.passes.furnish.parameters import Furnish, Furniture, needs


class Furnishing:
    """The state of the pass. `used` is in how many rooms each drawing is, `open` are the codes of
    tiles that are walkable and not secret. Of the room that is furnished: its rectangle, a bit for
    its shape and one for its zone, its purpose, and the weights of the drawings that suit it, 0 for
    the others."""

    def __init__(self, g: Generation[Any], p: Furnish) -> None:
        self.g, self.p = g, p
        self.furniture, self.read = p.furniture, p.read
        self.used = [0] * len(self.read)
        self.open = g.walkable - {g.codes[name] for name in g.blueprint.secrets}
        self.area: Rectangle = (0, 0, 0, 0)
        self.shape = self.zone = self.purpose = 0
        self.weights: list[int] = []


def begin_room(f: Furnishing, number: int) -> None:
    """Begin with a room: see how large it is, which shape it has and where it is."""
    g = f.g
    f.area = inner_rectangle(g, number)
    f.shape = 1 << min(g.places[number].shape, OTHER_SHAPES)
    zone = zone_of_room(g, number) if f.p.looks_at_zones else NOT_KNOWN
    f.zone = 1 << min(zone, 3)
    f.purpose = g.places[number].purpose
    f.weights = []


def fits(room: Rectangle, across: int, down: int) -> bool:
    """Whether so many columns and rows fit in a room."""
    return across <= room[2] and down <= room[3]


def suits(f: Furnishing, number: int, one: Furniture, drawing: Drawing) -> bool:
    """Whether a drawing suits the room."""
    size = one.rooms
    _, _, width, height = f.area
    if f.used[number] == one.most:
        return False
    if not (size.min_width <= width <= size.max_width):
        return False
    if not (size.min_height <= height <= size.max_height):
        return False
    if not one.shape_bits & f.shape or not one.zone_bits & f.zone:
        return False
    if one.purposes and f.purpose not in map(f.p.purpose_number, one.purposes):
        return False
    across, down = needs(one, drawing)
    return fits(f.area, across, down) or (one.turned and fits(f.area, down, across))
