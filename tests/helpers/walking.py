"""Ways for the figure of a program."""

from __future__ import annotations

from typing import Any

from pygen.engine.dungeon.generation import Generation
from pygen.spec import Spec


def way(
    spec: Spec, dungeon: Generation[Any], start: tuple[int, int], goal: tuple[int, int]
) -> list[str]:
    """Keys that walk from `start` to `goal`, around all other stairs."""
    walkable = {tile.code for tile in spec.tiles.values() if tile.walkable}
    walkable -= {dungeon.codes["up_stairs"], dungeon.codes["down_stairs"]}
    steps = {"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1)}
    came: dict[tuple[int, int], list[str]] = {start: []}
    queue = [start]
    for at in queue:
        if at == goal:
            return came[at]
        for key, (dx, dy) in steps.items():
            to = at[0] + dx, at[1] + dy
            if to not in came and (dungeon.tiles.get(*to) in walkable or to == goal):
                came[to] = [*came[at], key]
                queue.append(to)
    raise AssertionError("there is no way")
