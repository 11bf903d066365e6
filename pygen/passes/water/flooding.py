"""Making a tile water, if that cuts off no part of the map.

A floor tile may become water that nobody can cross only if at least two of its four neighbours
left, right, above and below can be walked on, and the tiles around it connect these. Then
every way over the tile has a detour through its eight neighbours (a simple point of digital
topology: A. Rosenfeld, "Connectivity in Digital Pictures", 1970). Corridors and dead ends stay as
they are. Doors and secret paths count by their looks: a way that nobody has found is no detour.
Water that may cut parts off takes floor without detours, too.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.dungeon.around import ABOVE, BELOW, LEFT, RIGHT, read_around, wall_around
from pygen.engine.dungeon.generation import Generation
from pygen.passes.water.parameters import Water

SIDES = (0x01, 0x04, 0x10, 0x40)
"""The bits of the neighbours above, right, below and left, among eight bits for all neighbours."""

JOINED = (0x07, 0x1C, 0x70, 0xC1)
"""For each of the four sides, the bits of that side, of the next one, and of the corner between."""


def is_beside_door(g: Generation[Any], around: list[int]) -> bool:
    """Whether the tile is in a doorway: a door or a secret path is on one of its sides."""
    return not g.doors.isdisjoint(around[side] for side in (ABOVE, RIGHT, BELOW, LEFT))


def has_detours(g: Generation[Any], around: list[int]) -> bool:
    """Whether every way over the tile has a detour through its neighbours."""
    secrets = [g.codes[name] for name in g.blueprint.secrets]
    opened = 0
    for number, code in enumerate(around):
        if code in g.walkable and code not in secrets:
            opened |= 1 << number
    sides = ends = 0
    for side, joined in zip(SIDES, JOINED):
        if opened & side:
            sides += 1
            if opened & joined != joined:
                ends += 1
    return sides >= 2 and ends <= 1


def wreathe_tile(g: Generation[Any], x: int, y: int) -> None:
    """Make a tile shallow water, if it is floor and in no doorway."""
    if g.tiles.get(x, y) != g.codes["floor"] or is_beside_door(g, read_around(g, x, y)):
        return
    g.tiles.set(x, y, g.codes["shallow_water"])


def wet_tile(g: Generation[Any], p: Water, x: int, y: int) -> None:
    """Make a tile water, if that is allowed. The tile is not at the edge of the map."""
    code = g.tiles.get(x, y)
    is_floor = code == g.codes["floor"]
    if is_floor:
        if p.over == "rock":
            return
    elif p.over == "floor" or code not in (g.codes["empty"], g.codes["wall"]):
        return
    around = read_around(g, x, y)
    if is_beside_door(g, around):
        return
    if is_floor and p.crossable:
        g.tiles.set(x, y, g.codes["shallow_water"])
        return
    fits = not is_floor or p.cuts or has_detours(g, around)
    g.tried("water", x, y, fits=fits)
    if not fits:
        return
    g.tiles.set(x, y, g.codes["water"])
    wall_around(g, x, y, around)
