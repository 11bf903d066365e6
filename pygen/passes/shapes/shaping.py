"""The pass `shapes`: each room gets a shape by chance, if it stays one piece with its openings.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Work, schedule
from pygen.engine.dungeon import shapes
from pygen.engine.dungeon.chambers import CHAMBERS
from pygen.engine.dungeon.chambers import PLAIN as PLAIN_CHAMBER
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import place_area, rows_of_rooms
from pygen.engine.plane.plane import Plane
from pygen.engine.plane.rooms import (
    MARGIN,
    WORK,
    ChangingRoom,
    change_room,
    may_change,
    read_room,
)
from pygen.passes.shapes.parameters import Shapes

PACE = schedule("passes/shapes")

ROOM_FEATURE = 0
"""The kind of those features that are rooms."""


def is_plain_room(g: Generation[Any], number: int) -> bool:
    """Whether a row of the table is a room without a shape or another use."""
    row = rows_of_rooms(g)[number]
    if g.places[number].shape != shapes.RECTANGLE:
        return False
    if CHAMBERS in g.tables:
        return bool(row["use"] == PLAIN_CHAMBER)
    return "features" not in g.tables or row["kind"] == ROOM_FEATURE


def choose_shape(g: Generation[Any], p: Shapes, width: int, height: int) -> int:
    """A shape for a room of this size; without a draw if there is none for it."""
    shorter, longer = min(width, height), max(width, height)
    chances = [
        chance if p.leasts[shape] <= shorter and longer <= p.mosts[shape] else 0
        for shape, chance in enumerate(p.chances)
    ]
    chances[shapes.RECTANGLE] = p.chances[shapes.RECTANGLE]
    if not any(chances[1:]):
        return shapes.RECTANGLE
    number = g.random.below(sum(chances))
    for shape, chance in enumerate(chances):
        if number < chance:
            return shape
        number -= chance
    raise AssertionError("more than all chances")


class Form:
    """A room while it is formed: its shape and size, and what the rows have in common."""

    def __init__(self, g: Generation[Any], shape: int, width: int, height: int) -> None:
        self.g, self.shape, self.width, self.height = g, shape, width, height
        self.corner = g.random.below(4) if shape == shapes.L_SHAPED else 0
        self.radius = shapes.radius(width, height)
        self.left = self.right = 0


def walked(indent: int, is_deeper: int, depth: int) -> int:
    """The edge of a cave in the next row: one tile deeper, up to `depth`, or one less."""
    return min(indent + 1, depth) if is_deeper else max(indent - 1, 0)


def span_of_row(form: Form, row: int) -> tuple[int, int]:
    """How many tiles a row lacks on the left and on the right."""
    width, height = form.width, form.height
    distance = min(row, height - 1 - row)
    lost = 0
    if form.shape == shapes.CUT:
        lost = max(shapes.cut_depth(width, height) - distance, 0)
    elif form.shape == shapes.ROUND:
        lost = shapes.indent(form.radius, distance) if distance < form.radius else 0
    elif form.shape == shapes.CROSS:
        lost = shapes.third(width) if distance < shapes.third(height) else 0
    elif form.shape == shapes.L_SHAPED:
        # Corners 0 and 1 are above, 0 and 2 on the left.
        part = shapes.l_part(height)
        if row < part if form.corner < 2 else row >= height - part:
            lost = shapes.l_part(width)
            return (0, lost) if form.corner & 1 else (lost, 0)
        return 0, 0
    elif form.shape == shapes.CAVE:
        depth = shapes.cave_depth(width, height)
        bits = form.g.random.draw()
        form.left = walked(form.left, bits & 1, depth)
        form.right = walked(form.right, bits & 2, depth)
        corner = max(depth - distance, 0)
        return form.left + corner, form.right + corner
    return lost, lost


def is_pillar_line(at: int, side: int) -> bool:
    """Whether pillars of a row stand at this place: every other tile, counted from both ends."""
    distance = min(at, side - 1 - at)
    return distance & 1 == 1 and not (side & 1 == 0 and distance == side // 2 - 1)


def pillars_of_row(form: Form, row: int) -> int:
    """The tiles of a row that are pillars, as bits from the left. They stand in two lines along the
    longer side, beside the outermost tiles."""
    width, height = form.width, form.height
    if form.shape != shapes.PILLARED:
        return 0
    if width >= height:
        if row not in (1, height - 2):
            return 0
        return sum(1 << at for at in range(width) if is_pillar_line(at, width))
    return (2 | 1 << width - 2) if is_pillar_line(row, height) else 0


def form_room(room: ChangingRoom, form: Form) -> Work:
    """What the room would be with this shape."""
    more = {shapes.PILLARED: form.width, shapes.CAVE: PACE["cave_row"]}
    weight = PACE["row_formed"] + more.get(form.shape, 0)
    for row in range(room.height):
        yield WORK.weighing(weight)
        first, last = span_of_row(form, row)
        opened = (1 << room.width - last) - (1 << first)
        opened &= ~pillars_of_row(form, row)
        room.wanted[MARGIN + row] |= room.inside & ~(opened << room.left)


def shape_room(g: Generation[Any], p: Shapes, plane: Plane, number: int) -> Work:
    """Give a room a shape, and note it."""
    area = place_area(g, number)
    if not is_plain_room(g, number) or not may_change(area):
        return
    shape = choose_shape(g, p, *area[2:])
    if shape == shapes.RECTANGLE:
        return
    room = ChangingRoom(plane, area)
    form = Form(g, shape, room.width, room.height)
    yield from read_room(room)
    yield from form_room(room, form)
    has_changed = yield from change_room(room, is_sure=True)
    g.tried("shape", *area, has_changed)
    if has_changed:
        g.places[number].shape = shape


def shape_rooms(g: Generation[Any], p: Shapes) -> Work:
    """Give the rooms shapes, one after the other."""
    plane = Plane(g)
    for number in range(len(g.places)):
        yield WORK.weighing(PACE["room_chosen"])
        yield from shape_room(g, p, plane, number)
