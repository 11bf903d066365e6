"""The features of a dungeon: their records, and the walls through which new ones may be added."""

from __future__ import annotations

from typing import Any, NamedTuple

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import LEFT, STEPS, TOP
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.accretion.constants import (
    FEW_SITES,
    LEADS_ON,
    MOST_GAPS,
    MOST_RETURNS,
    MOST_SITES,
    NO_FEATURE,
    ROOM,
)
from pygen.kinds.accretion.pace import PACE
from pygen.kinds.accretion.parameters import Accretion

RECORD = Piece("search", PACE["looked_at_once"])


class Site(NamedTuple):
    """A wall tile through which a feature may be added, with the side of its wall and the feature
    to which it belongs. With the side RIGHT, the feature is on the left:

        # # # #
        . . . #
        . . . S 1 2 3    S: the site. The numbers are distances ahead of it.
        . . . #
        # # # #
    """

    x: int
    y: int
    side: int
    feature: int

    def ahead(self, distance: int) -> tuple[int, int]:
        """The tile this far beyond the wall. The tile at a distance of -1 is before the wall, in
        the feature."""
        dx, dy = STEPS[self.side]
        return self.x + distance * dx, self.y + distance * dy


NOWHERE = Site(255, 255, LEFT, NO_FEATURE)
"""The site of the first feature."""


class Growth:
    """A dungeon while it grows.

    `sites` are walls that wait, `gaps` are walls behind which another feature was found. `site` is
    the wall at which a feature is tried. The feature has a `kind`, and lies in a rectangle whose
    upper left tile is in column `left` and row `top`, `width` columns and `height` rows, without
    its walls. Seen from the site, the rectangle has `depth` rows, counted from the site on, of
    `breadth` tiles. The tiles of a row are counted across: from the top if the site is in a left or
    right wall, otherwise from the left. The site is beside the tile `offset`. With a site in a
    right wall:

              0 1 2 3 4      rows: depth is 5
            # # # # # # #
            # . . . . . #  0
            S . . . . . #  1  across: breadth is 3, offset is 1
            # . . . . . #  2
            # # # # # # #

    `boxes` are the rectangles that make up the floor, each with its first column, first row, last
    column and last row. A cross has two bars: `bar` leads on from the wall, and has the first and
    the last tile across; `crossbar` has the first and the last row. A circle has a `radius`. A
    vault may be mirrored: the tiles of its drawing are then counted from the other end.
    """

    def __init__(self, g: Generation[Accretion]) -> None:
        self.g = g
        self.sites: list[Site] = []
        self.gaps: list[Site] = []
        self.loops: list[tuple[int, int]] = []
        self.site = NOWHERE
        self.follows_corridor = False
        self.returns = 0
        self.kind = ROOM
        self.left = self.top = self.width = self.height = 0
        self.depth = self.breadth = self.offset = self.radius = 0
        self.bar = self.crossbar = (0, 0)
        self.is_mirrored = False
        self.boxes: list[tuple[int, int, int, int]] = []

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records of all features."""
        return self.g.tables["features"]

    def place(self, row: int, across: int) -> tuple[int, int]:
        """The column and the row of the map where a tile of the feature's rectangle is."""
        if self.is_mirrored:
            across = self.breadth - 1 - across
        if self.site.side in (LEFT, TOP):
            row = self.depth - 1 - row
        dx, dy = (row, across) if self.site.side < TOP else (across, row)
        return self.left + dx, self.top + dy


def is_inside(growth: Growth, x: int, y: int) -> bool:
    """Whether a tile may be floor: it is in the map, but not in the outermost ring."""
    tiles = growth.g.tiles
    return 1 <= x <= tiles.width - 2 and 1 <= y <= tiles.height - 2


def contains(record: dict[str, Any], x: int, y: int) -> bool:
    """Whether a tile is in the rectangle of a feature."""
    return x - record["x"] in range(record["w"]) and y - record["y"] in range(record["h"])


def middle(record: dict[str, Any]) -> tuple[int, int]:
    """The middle tile of a feature's rectangle; of two middle tiles, the right or lower one. In a
    corridor or a vault it may have no floor."""
    return record["x"] + record["w"] // 2, record["y"] + record["h"] // 2


def join_to(growth: Growth, number: int) -> None:
    """Note that another feature is joined to this one."""
    growth.records[number]["state"] |= LEADS_ON


def add_wall(growth: Growth, side: int) -> None:
    """Remember a random place in a wall of the newest feature, unless nothing can be beyond it. The
    place is where a line from that side of the rectangle first meets floor. Without floor on the
    line there is no wall."""
    if side < TOP:
        line = growth.top + growth.g.random.below(growth.height)
        spans = [
            (left, right) for left, top, right, bottom in growth.boxes if top <= line <= bottom
        ]
    else:
        line = growth.left + growth.g.random.below(growth.width)
        spans = [
            (top, bottom) for left, top, right, bottom in growth.boxes if left <= line <= right
        ]
    if not spans:
        return
    wall = min(spans)[0] - 1 if side in (LEFT, TOP) else max(last for _, last in spans) + 1
    x, y = (wall, line) if side < TOP else (line, wall)
    site = Site(x, y, side, len(growth.records) - 1)
    if len(growth.sites) < MOST_SITES and is_inside(growth, *site.ahead(1)):
        growth.sites.append(site)


def site_is_free(growth: Growth) -> bool:
    """Whether there is solid ground beyond the wall. If there is floor, the wall becomes a gap."""
    tiles, codes = growth.g.tiles, growth.g.codes
    beyond = tiles.get(*growth.site.ahead(1))
    if beyond == codes["floor"] and len(growth.gaps) < MOST_GAPS:
        growth.gaps.append(growth.site)
    return beyond == codes["empty"]


def site_is_deep(growth: Growth) -> bool:
    """Whether there is solid ground within the map as far as the smallest feature would reach."""
    x, y = growth.site.ahead(growth.g.parameters.least_depth)
    return is_inside(growth, x, y) and growth.g.tiles.get(x, y) == growth.g.codes["empty"]


def take_site(growth: Growth) -> bool:
    """Take a wall out of the list: the end of a corridor that was just added, or else any wall.
    Returns True if there may be enough solid ground beyond it for a feature."""
    chosen = len(growth.sites) - 1
    if not growth.follows_corridor:
        chosen = growth.g.random.below(len(growth.sites))
    growth.follows_corridor = False
    growth.site = growth.sites[chosen]
    # The last wall takes the place of the one that is taken.
    growth.sites[chosen] = growth.sites[-1]
    growth.sites.pop()
    return site_is_free(growth) and site_is_deep(growth)


def return_site(growth: Growth) -> None:
    """Let the wall wait again if few walls wait, so that a dungeon does not end early because of
    bad luck with its first walls."""
    if len(growth.sites) < FEW_SITES and growth.returns < MOST_RETURNS:
        growth.returns += 1
        growth.sites.append(growth.site)


def find_feature(growth: Growth, x: int, y: int) -> Finding[int]:
    """The feature to which a tile of floor belongs; NO_FEATURE if a feature was added through it.

    Rectangles of features may overlap, but a feature is only added where its whole rectangle is
    empty. So the tile belongs to the last feature whose rectangle contains it, unless it is the
    opening of a later feature.
    """
    for number in range(len(growth.records) - 1, -1, -1):
        yield RECORD
        record = growth.records[number]
        if x == record["door_x"] and y == record["door_y"]:
            return NO_FEATURE
        if contains(record, x, y):
            return number
    return NO_FEATURE
