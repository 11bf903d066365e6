"""Loops: openings between features that touch, where the way round is long."""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.kinds.accretion.constants import (
    CORRIDOR,
    LEADS_ON,
    NO_FEATURE,
    VAULT,
)
from pygen.kinds.accretion.drawing import opening_between
from pygen.kinds.accretion.features import (
    Growth,
    Site,
    contains,
    find_feature,
    is_inside,
    join_to,
    site_is_free,
)
from pygen.kinds.accretion.pace import PACE

SITE, END = Piece("check", PACE["checked_at_once"]), Piece("check", PACE["ends_at_once"])
CLIMB = Piece("climb", PACE["climbed_at_once"])


def check_sites(growth: Growth) -> Work:
    """Look for gaps at the walls that still wait."""
    while growth.sites:
        yield SITE
        growth.site = growth.sites.pop()
        site_is_free(growth)


def check_end(growth: Growth, number: int) -> None:
    """Look for a gap at the end of a corridor that leads nowhere, unless the end is at the map's
    edge."""
    record = growth.records[number]
    if record["kind"] != CORRIDOR or record["state"] & LEADS_ON:
        return
    x, y = record["x"], record["y"]
    if record["w"] != 1:
        side, end = (RIGHT, x + record["w"]) if record["door_x"] == x - 1 else (LEFT, x - 1)
        site = Site(end, y, side, number)
    else:
        side, end = (BOTTOM, y + record["h"]) if record["door_y"] == y - 1 else (TOP, y - 1)
        site = Site(x, end, side, number)
    if is_inside(growth, *site.ahead(1)):
        growth.site = site
        site_is_free(growth)


def check_ends(growth: Growth) -> Work:
    """Look for gaps at the ends of all corridors that lead nowhere."""
    for number in range(1, len(growth.records)):
        yield END
        check_end(growth, number)


def is_whole(growth: Growth) -> bool:
    """Whether the gap is still a wall between two walls."""
    site, wall = growth.site, growth.g.codes["wall"]
    dx, dy = (0, 1) if site.side < TOP else (1, 0)
    return all(growth.g.tiles.get(site.x + n * dx, site.y + n * dy) == wall for n in (-1, 0, 1))


def is_far(growth: Growth) -> bool:
    """Whether all other loops are too far away to shorten the way round."""
    least = growth.g.parameters.loops.least_way + 2
    site = growth.site
    return all(2 * (abs(x - site.x) + abs(y - site.y)) >= least for x, y in growth.loops)


def is_suited(growth: Growth, other: int) -> bool:
    """Whether the gap may be opened to another feature: the other feature is not a vault, neither
    of both was added to the other, and the gap is not in a corner of either."""
    if growth.records[other]["kind"] >= VAULT:
        return False
    feature = growth.site.feature
    if growth.records[feature]["parent"] == other or growth.records[other]["parent"] == feature:
        return False
    x, y = growth.site.x, growth.site.y
    return not any(contains(growth.records[number], x, y) for number in (feature, other))


def measure_way(growth: Growth, other: int) -> Finding[int]:
    """The length of the way round from the gap's feature to the other one; measuring ends as soon
    as the way is long enough.

    From both features a way leads from opening to opening towards the first feature, up to the
    feature in which both ways meet. A parent has a lower number than the features added to it, so
    the way always goes on from the higher of two numbers. From one opening to the next, columns
    plus rows are counted, which may be fewer than the steps on foot.
    """
    site = growth.site
    features, xs, ys = [site.feature, other], [site.x, site.x], [site.y, site.y]
    way: int = 0
    while True:
        yield CLIMB
        if features[0] == features[1]:
            way += abs(xs[0] - xs[1]) + abs(ys[0] - ys[1])
            return way
        higher = 0 if features[0] > features[1] else 1
        record = growth.records[features[higher]]
        x, y = record["door_x"], record["door_y"]
        way += abs(xs[higher] - x) + abs(ys[higher] - y)
        if way >= growth.g.parameters.loops.least_way + 2:
            return way
        features[higher], xs[higher], ys[higher] = record["parent"], x, y


def open_loop(growth: Growth, other: int) -> None:
    """Open the gap: by chance with a secret path, otherwise by chance with a door, but never with a
    door between two corridors."""
    g, site = growth.g, growth.site
    kinds = {growth.records[number]["kind"] for number in (site.feature, other)}
    is_hidden = g.random.chance_of(g.parameters.secrets.loop_chance)
    name = "secret_path" if is_hidden else opening_between(g, kinds)
    g.tiles.set(site.x, site.y, g.codes[name])
    join_to(growth, site.feature)
    join_to(growth, other)
    growth.loops.append((site.x, site.y))
    g.figures["loops"] += 1


def open_loops(growth: Growth) -> Work:
    """Test gaps by chance, the latest first, and open the gaps with a long way round.

    The ends of corridors that lead nowhere are the latest gaps.
    """
    g = growth.g
    yield from check_sites(growth)
    yield "check"
    yield from check_ends(growth)
    yield "check"
    tests = 0
    while growth.gaps and tests < g.parameters.loops.most:
        growth.site = growth.gaps.pop()
        if g.random.chance_of(g.parameters.loops.chance) and is_whole(growth) and is_far(growth):
            yield "gap"
            other = yield from find_feature(growth, *growth.site.ahead(1))
            if other != NO_FEATURE and is_suited(growth, other):
                yield "found"
                tests += 1
                way = yield from measure_way(growth, other)
                if way >= g.parameters.loops.least_way + 2:
                    open_loop(growth, other)
        yield "gap"
