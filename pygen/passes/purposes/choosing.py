"""The pass `purposes`: rooms are chosen by reservoir sampling.

For a purpose with a least number, all rooms are gone through once, and each that fits may replace
one that was chosen before, so that all have the same chance. Then all rooms that are left are gone
through once, from a random one on, and for each the purposes that fit, one of which is chosen by
weight in the same way. (Jeffrey Scott Vitter, "Random Sampling with a Reservoir", 1985.)

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.definition.places import NOT_KNOWN, SHAPES
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import is_room, is_secret_room, place_area, zone_of_room
from pygen.passes.purposes.beside import mark_beside
from pygen.passes.purposes.parameters import Purpose, Purposes

PACE = schedule("passes/purposes")
ZONED = Piece("zone", PACE["rooms_zoned"])
LOOKED_AT = Piece("look", PACE["rooms_looked_at"])
TRIED = Piece("try", PACE["purposes_tried"])


@dataclass
class Choosing:
    """What is known while purposes are given: how many rooms have each, by name, and the marks of
    each room: beside which purposes it is, as bits."""

    g: Generation[Any]
    p: Purposes
    marks: list[int]
    given: dict[str, int] = field(default_factory=dict)

    def is_free(self, room: int) -> bool:
        """Whether a room may get a purpose at all."""
        place = self.g.places[room]
        if place.purpose or place.vault or not is_room(self.g, room):
            return False
        return self.p.secret_rooms or not is_secret_room(self.g, room)

    def fits(self, purpose: Purpose, room: int) -> bool:
        """Whether a free room is as a purpose wants it."""
        place, (_, _, width, height) = self.g.places[room], place_area(self.g, room)
        beside = self.p.mark_of(purpose.beside)
        return (
            purpose.min_width <= width <= purpose.max_width
            and purpose.min_height <= height <= purpose.max_height
            and purpose.min_area <= width * height <= purpose.max_area
            and bool(purpose.shape_bits >> min(place.shape, len(SHAPES) - 1) & 1)
            and (not purpose.zones or is_in(purpose.zones, place.distance))
            and self.marks[room] & beside == beside
        )

    def give(self, purpose: Purpose, room: int) -> None:
        """Give a purpose to a room."""
        self.g.places[room].purpose = self.p.purpose_number(purpose.name)
        self.given[purpose.name] = self.given.get(purpose.name, 0) + 1

    def finish(self, purpose: Purpose, room: int) -> Work:
        """Mark the rooms beside one that has got a purpose, if others want to be there."""
        if mark := self.p.mark_of(purpose.name):
            yield from mark_beside(self.g, self.marks, room, mark)
            yield "beside"


def is_in(zones: int, distance: int) -> bool:
    """Whether a room at a known distance is in one of these zones."""
    return distance != NOT_KNOWN and bool(zones >> distance & 1)


def choose_least(c: Choosing, purpose: Purpose) -> Work:
    """Choose as many rooms as must have a purpose, and give it to them."""
    chosen = [0] * purpose.least
    seen = 0
    for room in range(len(c.g.places)):
        yield LOOKED_AT
        if c.is_free(room) and c.fits(purpose, room):
            seen += 1
            slot = seen - 1 if seen <= purpose.least else c.g.random.below(seen)
            if slot < purpose.least:
                chosen[slot] = room
    for _ in range(purpose.least - seen):
        c.g.leave_out(STATUS_NOT_ALL_PLACED)
        c.g.counted[c.p.missing_figure] = 1
    yield "looked"
    for room in chosen[:seen]:
        c.give(purpose, room)
        yield "given"
        yield from c.finish(purpose, room)


def choose_others(c: Choosing) -> Work:
    """Go through the other rooms, and give each one of the purposes that fit it, or none."""
    count = len(c.g.places)
    first = c.g.random.below(count) if count else 0
    for number in range(count):
        room = (first + number) % count
        if not c.is_free(room):
            yield TRIED
            continue
        chosen, weights = None, c.p.plain
        for purpose in c.p.purposes:
            yield TRIED
            is_full = c.given.get(purpose.name, 0) >= purpose.most
            if purpose.weight and not is_full and c.fits(purpose, room):
                weights += purpose.weight
                if c.g.random.below(weights) < purpose.weight:
                    chosen = purpose
        if chosen:
            c.give(chosen, room)
            yield "given"
            yield from c.finish(chosen, room)


def give_purposes(g: Generation[Any], p: Purposes) -> Work:
    """Give rooms their purposes."""
    c = Choosing(g, p, [0] * len(g.places))
    g.counted[p.missing_figure] = 0
    yield "begin"
    if p.looks_at_zones:
        for room in range(len(g.places)):
            yield ZONED
            zone_of_room(g, room)
        yield "zones"
    for purpose in p.purposes:
        if purpose.least:
            yield from choose_least(c, purpose)
    yield from choose_others(c)
    for name in p.purpose_numbers:
        g.counted[f"passes.{p.id}.{name}"] = c.given.get(name, 0)
