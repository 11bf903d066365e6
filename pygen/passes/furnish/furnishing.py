"""The pass `furnish`: room by room, drawings are chosen among those that suit, and placed.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.drawings.filling import Filling, places
from pygen.engine.drawings.reading import look_numbers
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import is_room
from pygen.passes.furnish.parameters import Furnish, changes_tiles, fill_effort
from pygen.passes.furnish.placing import EFFORT, PACE, Copies, Spot, is_free
from pygen.passes.furnish.suiting import Furnishing, begin_room, suits

SUITS = Piece("furnish", EFFORT, PACE["suiting_effort"])
PICK = Piece("furnish", EFFORT, PACE["picking_effort"])
COPY = Piece("furnish", EFFORT, PACE["copying_effort"])
PLACE = Piece("furnish", EFFORT, PACE["place_drawing_effort"])
CHANGE = Piece("furnish", EFFORT, PACE["place_changing_effort"], is_extra=True)


def pick(f: Furnishing) -> int:
    """Choose a drawing among those that suit the room, by weight. It is not chosen again."""
    value, number = f.g.random.below(sum(f.weights)), 0
    while value >= f.weights[number]:
        value -= f.weights[number]
        number += 1
    f.weights[number] = 0
    return number


def draw(f: Furnishing, filling: Filling, spot: Spot) -> Finding[bool]:
    """Draw a copy: only floor is changed. Returns whether anything was."""
    g, floor = f.g, f.g.codes["floor"]
    looks = look_numbers(f.read, f.p.first_look)
    has_changed = False
    filling.begin()
    for x, y, mark in places(filling.drawing, spot.x, spot.y, spot.orientation):
        yield PLACE
        if not mark:
            continue
        yield CHANGE
        thing = filling.place(mark)
        if g.tiles.get(x, y) != floor:
            continue
        has_changed = True
        g.tiles.set(x, y, g.codes[thing.tile or "floor"])
        if g.has_looks:
            g.looks.set(x, y, looks[thing])
    return has_changed


def place_drawing(f: Furnishing, number: int) -> Finding[bool]:
    """Place the copies of a drawing in the room. Returns whether any was drawn."""
    one, drawing = f.furniture[number], f.read[number]
    yield Piece("furnish", EFFORT, fill_effort(drawing))
    filling = Filling(f.g.random, drawing)
    copies = Copies(f, one, drawing)
    is_drawn = False
    for index in range(copies.count):
        yield COPY
        spot = copies.spot(index)
        free = not changes_tiles(drawing) or (yield from is_free(f, spot))
        f.g.tried(one.name, spot.x, spot.y, spot.width, spot.height, free)
        if free:
            is_drawn |= yield from draw(f, filling, spot)
    return is_drawn


def furnish_rooms(g: Generation[Any], p: Furnish) -> Work:
    """Furnish the rooms, one after the other."""
    f = Furnishing(g, p)
    room = Piece(
        "furnish", EFFORT, PACE["zone_entering_effort" if p.looks_at_zones else "entering_effort"]
    )
    for number in range(len(g.places)):
        yield room
        if not is_room(g, number) or g.places[number].vault:
            continue
        if not g.random.chance_of(p.chance):
            continue
        begin_room(f, number)
        for index, (one, drawing) in enumerate(zip(f.furniture, f.read, strict=True)):
            yield SUITS
            f.weights.append(one.weight if suits(f, index, one, drawing) else 0)
        left = p.per_room
        while left and any(f.weights):
            yield PICK
            chosen = pick(f)
            if (yield from place_drawing(f, chosen)):
                f.used[chosen] += 1
                g.made[chosen] += 1
                left -= 1
        g.figures["furnished"] += left != p.per_room
