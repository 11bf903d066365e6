"""The growth of a dungeon: feature after feature, each through a wall of an existing one."""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.kinds.accretion.constants import (
    BEYOND_CORRIDOR,
    CAVE,
    CORRIDOR,
    HAS_TREASURE,
    HIDDEN,
    LARGE_ROOM,
    NO_FEATURE,
    ROOM,
    SMALL_ROOM,
    VAULT,
)
from pygen.kinds.accretion.drawing import draw_boxes, draw_marks, open_site
from pygen.kinds.accretion.features import (
    Growth,
    Site,
    add_wall,
    find_feature,
    join_to,
    return_site,
    take_site,
)
from pygen.kinds.accretion.pace import PACE
from pygen.kinds.accretion.shapes import (
    box_is_empty,
    choose_kind,
    choose_size,
    place_box,
    shape_feature,
)

PROBE = Piece("probe", PACE["probed_at_once"])


def place_first(growth: Growth) -> None:
    """Put the first room into the middle of the map."""
    tiles = growth.g.tiles
    choose_size(growth)
    growth.width, growth.height = growth.depth, growth.breadth
    growth.left = (tiles.width - growth.width) // 2
    growth.top = (tiles.height - growth.height) // 2


def try_feature(growth: Growth) -> bool:
    """Try a random feature at the wall; True if it fits there."""
    choose_kind(growth)
    choose_size(growth)
    if growth.kind in (LARGE_ROOM, SMALL_ROOM):
        growth.kind = ROOM
    # A corridor is tried with the ground beyond it, then placed without.
    beyond = BEYOND_CORRIDOR if growth.kind == CORRIDOR else 0
    growth.depth += beyond
    fits = place_box(growth) and box_is_empty(growth)
    growth.depth -= beyond
    return fits and place_box(growth)


def try_candidates(growth: Growth) -> Finding[bool]:
    """Try features at walls from the list until one fits; False if there is no wall left."""
    while growth.sites:
        if take_site(growth):
            for attempt in range(growth.g.parameters.walls.attempts):
                if attempt > 0:
                    yield "wall"
                if try_feature(growth):
                    return True
            return_site(growth)
        yield "wall"
    return False


def probe(growth: Growth) -> bool:
    """Look at a random tile; True if it is a wall through which a feature may be added. If several
    floor tiles are beside it, the first one counts in the order below, left, above, right."""
    tiles, random, codes = growth.g.tiles, growth.g.random, growth.g.codes
    x = 1 + random.below(tiles.width - 2)
    y = 1 + random.below(tiles.height - 2)
    if tiles.get(x, y) != codes["wall"]:
        return False
    for side in (TOP, RIGHT, BOTTOM, LEFT):
        site = Site(x, y, side, NO_FEATURE)
        if tiles.get(*site.ahead(-1)) == codes["floor"]:
            growth.site = site
            return True
    return False


def try_blindly(growth: Growth) -> Finding[bool]:
    """Try features at random tiles until one fits; False if none does."""
    for _ in range(growth.g.parameters.walls.blind_attempts):
        yield PROBE
        if not probe(growth):
            continue
        yield "probe"
        if try_feature(growth):
            yield "try"
            found = yield from find_feature(growth, *growth.site.ahead(-1))
            # An opening belongs to no feature. Nothing is added to openings or vaults.
            if found != NO_FEATURE and growth.records[found]["kind"] < VAULT:
                growth.site = growth.site._replace(feature=found)
                return True
        yield "try"
    return False


def record_feature(growth: Growth) -> None:
    """Open the wall, and write the feature's record."""
    site, state = growth.site, 0
    if site.feature != NO_FEATURE:
        open_site(growth)
        join_to(growth, site.feature)
    if growth.kind >= VAULT:
        vault = growth.g.parameters.vaults[growth.kind - VAULT]
        if vault.is_hidden:
            state = HIDDEN
        if vault.treasures:
            state |= HAS_TREASURE
        growth.g.figures["treasures"] += vault.treasures
    growth.records.append(
        {
            "kind": growth.kind,
            "x": growth.left,
            "y": growth.top,
            "w": growth.width,
            "h": growth.height,
            "door_x": site.x,
            "door_y": site.y,
            "parent": site.feature,
            "state": state,
        }
    )


def finish_feature(growth: Growth) -> Work:
    """Record the feature that was drawn, and remember its walls: first the wall behind, then the
    walls on both sides, then the wall ahead. A corridor has no wall behind, and the next feature is
    tried at its end. A vault has no walls to remember. All this takes one step, or for an uneven
    shape one step for each wall."""
    record_feature(growth)
    ahead = growth.site.side
    if growth.kind in (ROOM, CORRIDOR):
        if growth.kind == ROOM:
            add_wall(growth, ahead ^ 1)
        add_wall(growth, ahead ^ 2)
        add_wall(growth, ahead ^ 3)
        waiting = len(growth.sites)
        add_wall(growth, ahead)
        growth.follows_corridor = growth.kind == CORRIDOR and len(growth.sites) != waiting
    elif growth.kind < VAULT:
        for turn in (1, 2, 3, 0):
            yield "record"
            add_wall(growth, ahead ^ turn)


def grow(growth: Growth) -> Work:
    """Add features until the wanted number is reached, or no more fit."""
    parameters = growth.g.parameters
    place_first(growth)
    while True:
        if growth.kind == CAVE:
            yield "fit"
        shape_feature(growth)
        yield "shape"
        yield from draw_boxes(growth)
        yield "draw"
        if growth.kind >= VAULT:
            yield from draw_marks(growth)
            yield "marks"
        yield from finish_feature(growth)
        if len(growth.records) == parameters.features.most:
            return
        yield "record"
        if parameters.walls.pick == "blind":
            fits = yield from try_blindly(growth)
        else:
            fits = yield from try_candidates(growth)
        if not fits:
            return
