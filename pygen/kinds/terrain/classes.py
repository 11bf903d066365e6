"""The classes of the heights: each has its share of the map.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.terrain.pace import PACE
from pygen.kinds.terrain.parameters import Terrain

HEIGHTS = 256
"""The number of heights."""

HEIGHT = Piece("assign", PACE["heights_at_once"])


class Classes:
    """The classes of a terrain, from the lowest to the highest, and their heights.

    `code` is the tile of each class. `filled` is the tile that it becomes where it must not be
    walkable: the tile of the nearest class that is not walkable. `count` says how often each height
    occurs, `tile_of` has the tile of each height, and `is_solid` says whether that tile is not
    walkable. `lowest_last` is the last height of the lowest class.
    """

    def __init__(self, g: Generation[Terrain]) -> None:
        self.g = g
        self.code = [g.codes[one.tile] for one in g.parameters.classes]
        self.filled = [nearest_solid(self, at) for at in range(len(self.code))]
        self.count = [0] * HEIGHTS
        self.tile_of = [0] * HEIGHTS
        self.is_solid = [False] * HEIGHTS
        self.lowest_last = 0

    def filled_of(self, tile: int) -> int:
        """What a tile becomes where it must not be walkable: as the lowest class that has it, or
        as the lowest of all if it is a road's floor."""
        return self.filled[self.code.index(tile) if tile in self.code else 0]


def nearest_solid(classes: Classes, at: int) -> int:
    """The tile of the class that is not walkable and nearest to the class `at`; of two classes, the
    lower one's. A rule of the parameters ensures that there is one."""
    code, walkable = classes.code, classes.g.walkable
    solid = [other for other in range(len(code)) if code[other] not in walkable]
    return code[min(solid, key=lambda other: (abs(other - at), other))]


def assign_heights(classes: Classes) -> Work:
    """Assign all heights to classes.

    A class gets heights, from the lowest on, until it and the classes below it have their share of
    the tiles. It gets all tiles of the height with which this is reached. In a world the parameters
    say where the heights of each class end.
    """
    parameters = classes.g.parameters
    ends = parameters.height_ends if parameters.world else parameters.class_ends
    counted = current = 0
    for height in range(HEIGHTS):
        yield HEIGHT
        reached = height if parameters.world else counted
        while current != len(ends) - 1 and reached >= ends[current]:
            current += 1
        if current == 0:
            classes.lowest_last = height
        counted += classes.count[height]
        classes.tile_of[height] = classes.code[current]
        classes.is_solid[height] = classes.tile_of[height] not in classes.g.walkable
