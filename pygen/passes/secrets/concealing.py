"""The pass `secrets`: a room with a single opening becomes secret by chance.

The opening leads nowhere else: of its four neighbours only a tile of the room and one other tile
can be walked on. So everything outside can still be reached without the room. Ways that are hidden
already do not count.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile, neighbours
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.areas import Area, count_of_rooms, room_area
from pygen.passes.secrets.parameters import Secrets
from pygen.passes.secrets.ways import hide_ways, is_seen_open

WALL_TILE = Piece("look", schedule("passes/secrets")["wall_tiles_seen"])


def holds_stairs(g: Generation[Any], area: Area) -> bool:
    """Whether one of the stairs is in a room."""
    left, top, width, height = area
    return any(
        left <= x < left + width and top <= y < top + height for x, y in (g.up, g.down)
    )  # fmt: skip


def wall_tile(area: Area, side: int, place: int) -> Tile:
    """A tile of a room's walls: above, below, on the left or on the right."""
    left, top, width, height = area
    if side < 2:
        return left + place, (top + height if side else top - 1)
    return (left - 1 if side == 2 else left + width), top + place


def find_opening(g: Generation[Any], area: Area) -> Finding[Tile | None]:
    """Find the only opening in a room's walls; None if there are several, or none."""
    found = None
    for side in range(4):
        for place in range(area[2] if side < 2 else area[3]):
            yield WALL_TILE
            x, y = wall_tile(area, side, place)
            if is_seen_open(g, x, y):
                if found:
                    return None
                found = x, y
    return found


def conceal_room(g: Generation[Any], p: Secrets, x: int, y: int) -> None:
    """Perhaps hide a room behind its only opening, if that is a door or floor and leads nowhere
    else."""
    if g.tiles.get(x, y) not in (g.codes["floor"], g.codes.get("door")):
        return
    ways = sum(is_seen_open(g, *beside) for beside in neighbours(x, y))
    if ways == 2 and g.random.chance_of(p.chance):
        g.tiles.set(x, y, g.codes["secret_path"])


def conceal(g: Generation[Any], p: Secrets) -> Work:
    """Hide rooms without stairs, or dead ends."""
    if p.hide == "dead_ends":
        yield from hide_ways(g, p)
        return
    for number in range(count_of_rooms(g)):
        area = room_area(g, number)
        yield "room"
        if holds_stairs(g, area):
            yield "stairs"
            continue
        opening = yield from find_opening(g, area)
        yield "look"
        if opening:
            conceal_room(g, p, *opening)
            yield "hide"
