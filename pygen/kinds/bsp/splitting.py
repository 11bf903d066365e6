"""The cutting of the map into parts, and the room in each of them.

The parts fill the map. A cut is the line of tiles that is the first column or row of its right or
lower part. No room has floor or walls there, so corridors can run along it.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Room
from pygen.kinds.bsp.pace import PACE
from pygen.kinds.bsp.parameters import Bsp

PART = Piece("split", PACE["parts_at_once"])


@dataclass(frozen=True)
class Part:
    """A part of the map: its columns from `left` to before `right`, and its rows.

    It has to be cut into `rooms` parts. `depth` is how often it and its parts may be cut one after
    the other. `lines` are the numbers of the cuts at its sides, by LEFT, RIGHT, TOP and BOTTOM;
    None at the map's edge.
    """

    left: int
    top: int
    right: int
    bottom: int
    rooms: int
    depth: int
    lines: tuple[int | None, int | None, int | None, int | None]


@dataclass
class Layout:
    """The layout of a dungeon: the number of cuts, and the parts that are not cut further. Each
    part has the number of its room."""

    parts: list[Part] = field(default_factory=list)
    cuts: int = 0


def is_cut_upright(g: Generation[Bsp], width: int, height: int) -> bool:
    """Whether to cut a part of this size, both sides of which can be cut, into left and right."""
    split = g.parameters.split
    if split.direction == "proportional":
        return (g.random.draw() * (width + height)) >> 16 < width
    if split.direction == "longer" and width != height:
        return width > height
    if split.direction == "ratio":
        if width > min(255, height * split.ratio // 100):
            return True
        if height > min(255, width * split.ratio // 100):
            return False
    return g.random.chance_of(g.parameters.split.upright_chance)


def cut_part(g: Generation[Bsp], layout: Layout, part: Part) -> tuple[Part, Part] | None:
    """The two halves of a part, the left or upper one first; None if it is not cut.

    Each gets half of the rooms; of an odd number, the larger part gets one more.
    """
    if part.rooms == 1 or part.depth == 0:
        return None
    width, height = part.right - part.left, part.bottom - part.top
    across, down = g.parameters.cuts(width), g.parameters.cuts(height)
    if across[1] == 0 and down[1] == 0:
        return None
    can_be_both = across[1] != 0 and down[1] != 0
    upright = is_cut_upright(g, width, height) if can_be_both else down[1] == 0
    side, (least, choices) = (width, across) if upright else (height, down)
    first = least + g.random.below(choices)
    rooms = part.rooms // 2
    if first > side - first:
        rooms = part.rooms - rooms
    line = layout.cuts
    layout.cuts += 1
    left, right, top, bottom = part.lines
    others, depth = part.rooms - rooms, part.depth - 1
    if upright:
        at = part.left + first
        one = replace(part, right=at, rooms=rooms, depth=depth, lines=(left, line, top, bottom))
        return one, replace(
            part, left=at, rooms=others, depth=depth, lines=(line, right, top, bottom)
        )
    at = part.top + first
    one = replace(part, bottom=at, rooms=rooms, depth=depth, lines=(left, right, top, line))
    return one, replace(part, top=at, rooms=others, depth=depth, lines=(left, right, line, bottom))


def draw_side(g: Generation[Bsp], side: int) -> tuple[int, int]:
    """The beginning of a room in a part of this side, counted from the part's edge, and the side of
    the room.

    No random number is drawn if there is no choice.
    """
    shortest, choices = g.parameters.room_sides(side)
    size = shortest + (g.random.below(choices) if choices > 1 else 0)
    places = side - g.parameters.margins - size + 1
    return g.parameters.near_margin + (g.random.below(places) if places > 1 else 0), size


def add_room(g: Generation[Bsp], layout: Layout, part: Part) -> None:
    """Give a part its room."""
    layout.parts.append(part)
    x, w = draw_side(g, part.right - part.left)
    y, h = draw_side(g, part.bottom - part.top)
    g.rooms.append(Room(part.left + x, part.top + y, w, h))


def split_map(g: Generation[Bsp], layout: Layout) -> Work:
    """Cut the map into parts and give each of them a room, the left or upper half of a part first.

    If a part cannot be cut into enough parts, the next part gets the missing ones in addition.
    """
    parameters, size = g.parameters, g.parameters.map
    edges = (None, None, None, None)
    split = parameters.split
    stack = [Part(0, 0, size.width, size.height, split.rooms, split.depth, edges)]
    spare = 0
    while stack:
        yield PART
        part = stack.pop()
        part = replace(part, rooms=part.rooms + spare)
        spare = 0
        halves = cut_part(g, layout, part)
        for one in halves or ():
            g.tried("part", one.left, one.top, one.right - one.left, one.bottom - one.top)
        if halves:
            stack += reversed(halves)
        else:
            add_room(g, layout, part)
            spare = part.rooms - 1
