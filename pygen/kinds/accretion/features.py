"""The features of a dungeon: their records, and the walls through which new ones may be added."""

from __future__ import annotations

from typing import Any, NamedTuple

from pygen.engine.definition.pace import Finding, Piece
from pygen.engine.definition.sides import LEFT, TOP, neighbours
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
    to which it belongs."""

    x: int
    y: int
    side: int
    feature: int

    @property
    def front(self) -> tuple[int, int]:
        """The tile beyond the wall."""
        return neighbours(self.x, self.y)[self.side]

    @property
    def back(self) -> tuple[int, int]:
        """The tile before the wall, in the feature."""
        return neighbours(self.x, self.y)[self.side ^ 1]


NOWHERE = Site(255, 255, LEFT, NO_FEATURE)
"""The site of the first feature."""


class Growth:
    """A dungeon while it grows.

    `sites` are walls that wait, `gaps` are walls behind which another feature was found. `site` is
    the wall at which a feature is tried. The feature has a `kind`, and lies in the rectangle from
    `left`, `top` to `right`, `bottom`, all included. Its extent is `depth` in the direction of the
    site and `breadth` across. The site is `offset` tiles along the feature's breadth, counted from
    the top or the left. `boxes` are the rectangles that make up its floor. A cross has two bars:
    the bar that leads on from the wall reaches from `bar_first` to `bar_last` across, the other one
    from `cross_first` to `cross_last` in the direction of the site. A circle has a `radius`. A
    vault may be mirrored.
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
        self.left = self.top = self.right = self.bottom = 0
        self.depth = self.breadth = self.offset = 0
        self.bar_first = self.bar_last = self.radius = 0
        self.cross_first = self.cross_last = 0
        self.is_mirrored = False
        self.boxes: list[tuple[int, int, int, int]] = []

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records of all features."""
        return self.g.tables["features"]


def join_to(growth: Growth, number: int) -> None:
    """Note that another feature is joined to this one."""
    growth.records[number]["state"] |= LEADS_ON


def add_site(growth: Growth, x: int, y: int, side: int) -> None:
    """Remember a wall of the newest feature, unless nothing can be beyond it."""
    width, height = growth.g.tiles.width, growth.g.tiles.height
    if side < TOP:
        if x < 2 or x > width - 3:
            return
    elif y < 2 or y > height - 3:
        return
    if len(growth.sites) < MOST_SITES:
        growth.sites.append(Site(x, y, side, len(growth.records) - 1))


def add_wall(growth: Growth, side: int) -> None:
    """Remember a random place in a wall of a feature that fills its rectangle."""
    if side < TOP:
        y = growth.top + growth.g.random.below(growth.bottom - growth.top + 1)
        x = growth.left - 1 if side == LEFT else growth.right + 1
    else:
        x = growth.left + growth.g.random.below(growth.right - growth.left + 1)
        y = growth.top - 1 if side == TOP else growth.bottom + 1
    add_site(growth, x, y, side)


def add_uneven_wall(growth: Growth, side: int) -> None:
    """Remember a random place in a wall of a feature of another shape. The place is where a line
    from one side of the rectangle first meets floor; without floor on the line there is no wall."""
    random = growth.g.random
    if side < TOP:
        y = growth.top + random.below(growth.bottom - growth.top + 1)
        rows = [(left, right) for left, top, right, bottom in growth.boxes if top <= y <= bottom]
        if rows:
            x = min(rows)[0] - 1 if side == LEFT else max(right for _, right in rows) + 1
            add_site(growth, x, y, side)
    else:
        x = growth.left + random.below(growth.right - growth.left + 1)
        columns = [(top, bottom) for left, top, right, bottom in growth.boxes if left <= x <= right]
        if columns:
            y = min(columns)[0] - 1 if side == TOP else max(bottom for _, bottom in columns) + 1
            add_site(growth, x, y, side)


def site_is_free(growth: Growth) -> bool:
    """Whether there is solid ground beyond the wall. If there is floor, the wall becomes a gap."""
    tiles, codes = growth.g.tiles, growth.g.codes
    beyond = tiles.get(*growth.site.front)
    if beyond == codes["floor"] and len(growth.gaps) < MOST_GAPS:
        growth.gaps.append(growth.site)
    return beyond == codes["empty"]


def site_is_deep(growth: Growth) -> bool:
    """Whether there is solid ground within the map as far as the smallest feature would reach."""
    tiles, site, depth = growth.g.tiles, growth.site, growth.g.parameters.least_depth
    dx, dy = ((-depth, 0), (depth, 0), (0, -depth), (0, depth))[site.side]
    x, y = site.x + dx, site.y + dy
    if not (1 <= x <= tiles.width - 2 and 1 <= y <= tiles.height - 2):
        return False
    return tiles.get(x, y) == growth.g.codes["empty"]


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
        if 0 <= x - record["x"] < record["w"] and 0 <= y - record["y"] < record["h"]:
            return number
    return NO_FEATURE
