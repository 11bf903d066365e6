"""Maps as walls and floor, for the judges of passes. Nothing here shares code with a pass."""

from __future__ import annotations

from helpers.plan import Plan

from pygen.spec import Spec

Tiles = set[tuple[int, int]]


def tiles_of(plan: Plan, *codes: int) -> Tiles:
    """Where these tiles are."""
    return {(at % plan.width, at // plan.width) for at, c in enumerate(plan.codes) if c in codes}


def solid_tiles(spec: Spec, plan: Plan) -> Tiles:
    """The tiles that are not walkable."""
    return tiles_of(plan, *(tile.code for tile in spec.tiles.values() if not tile.walkable))


def check_others_stay(spec: Spec, before: Plan, after: Plan, drops: bool = False) -> Tiles:
    """Raise AssertionError if a tile changed that is neither empty nor wall nor floor, except that
    one which is not walkable may have become floor, and one that is may have been dropped.

    Returns where those are that are walkable."""
    ground = [spec.codes[name] for name in ("empty", "wall", "floor")]
    others = {
        (at % before.width, at // before.width)
        for at, code in enumerate(before.codes)
        if code not in ground
    }
    solid = solid_tiles(spec, before)
    for x, y in others:
        may_be = {before.at(x, y)}
        if (x, y) in solid:
            may_be.add(spec.codes["floor"])
        elif drops:
            may_be |= {spec.codes["wall"], spec.codes["empty"]}
        assert after.at(x, y) in may_be, f"the tile at {x},{y} has changed"
    new = tiles_of(after, *set(after.codes) - set(ground))
    assert new <= others, "there are new tiles"
    return others - solid


def check_walls(spec: Spec, plan: Plan) -> None:
    """Raise AssertionError unless walls, among the walls and the empty tiles, are just where a tile
    that is not solid has a neighbour."""
    solid = solid_tiles(spec, plan)
    walls = tiles_of(plan, spec.codes["wall"])
    rock = walls | tiles_of(plan, spec.codes["empty"])
    opened = {(x, y) for y in range(plan.height) for x in range(plan.width)} - solid
    near = {(x + i, y + j) for x, y in opened for i in (-1, 0, 1) for j in (-1, 0, 1)}
    assert walls == rock & near, "a wall is missing, or stands away from all that is open"


def regions_of(tiles: Tiles) -> list[Tiles]:
    """The tiles by regions, which are connected left, right, above and below, in the order of their
    first tiles, row by row."""
    left, found = set(tiles), []
    while left:
        first = min(left, key=lambda tile: (tile[1], tile[0]))
        region, border = {first}, [first]
        while border:
            x, y = border.pop()
            for side in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if side in left and side not in region:
                    region.add(side)
                    border.append(side)
        found.append(region)
        left -= region
    return found
