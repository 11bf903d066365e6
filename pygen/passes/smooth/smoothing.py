"""The pass `smooth`: the map is read into a plane, changed there, and written back.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import place_area, rows_of_rooms
from pygen.engine.plane.automaton import run_automaton
from pygen.engine.plane.plane import (
    OPEN,
    SOLID,
    Plane,
    open_others,
    read_others,
    read_plane,
    write_plane,
)
from pygen.engine.plane.rooms import (
    WORK,
    ChangingRoom,
    change_room,
    has_recorded_rooms,
    may_change,
    read_room,
)
from pygen.engine.plane.watching import draft
from pygen.passes.smooth.parameters import Smooth

PACE = schedule("passes/smooth")


def smooth_rooms(plane: Plane) -> Work:
    """Let each room become what the rule makes of it, if it stays one piece with its openings."""
    g = plane.g
    for number in range(len(rows_of_rooms(g))):
        yield WORK.weighing(PACE["room_smoothed"])
        area = place_area(g, number)
        if not may_change(area):
            continue
        room = ChangingRoom(plane, area)
        yield from read_room(room)
        for row in room.rows:
            yield room.read
            changed = (room.wanted[row] ^ plane.solid[room.y(row)]) & room.inside
            room.wanted[row] ^= changed
        yield from change_room(room, is_sure=False)


def smooth_map(g: Generation[Any], p: Smooth) -> Work:
    """Change walls and floor by the rule; doors, stairs and all other tiles stay. If a table says
    where rooms are, only they change."""
    plane = Plane(g)
    plane.edge = OPEN if p.outside == "floor" else SOLID
    yield from read_plane(plane)
    g.draft = lambda: draft(plane)
    yield "read"
    yield "rule"
    yield from run_automaton(plane, *p.sums, p.rounds)
    yield "round"
    if has_recorded_rooms(g):
        yield from smooth_rooms(plane)
        return
    if plane.has_others:
        yield from read_others(plane)
        yield "others"
        yield from open_others(plane)
        yield "open"
    yield from write_plane(plane)
