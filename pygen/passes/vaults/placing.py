"""The pass `vaults`: drawn places in rock beside what can be reached, or within rooms.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pygen.base.words import counted
from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import KEY, LOCKED_DOOR
from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.definition.sides import Tile
from pygen.engine.drawings.filling import Filling
from pygen.engine.drawings.legend import Thing
from pygen.engine.drawings.reading import Drawing, look_numbers
from pygen.engine.dungeon.entities import add_entity
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import inner_rectangle
from pygen.engine.plane.places import random_place, tiles_from
from pygen.engine.plane.plane import Plane, read_plane_as_seen
from pygen.engine.plane.reaching import is_reached, reach_from
from pygen.engine.plane.regions import Flood, copy_plane, fill_region
from pygen.engine.population.once import is_floor_chosen
from pygen.passes.vaults.drawing import draw_vault
from pygen.passes.vaults.keys import find_key
from pygen.passes.vaults.parameters import Vault, Vaults
from pygen.passes.vaults.parameters.plans import Shape
from pygen.passes.vaults.sites import (
    PACE,
    PLACE,
    Site,
    fronts_at,
    has_entity,
    is_floor,
    is_rock,
    site_at,
    site_in_room,
    suits_front,
    touches_hidden,
)

ROOM = Piece("rooms", PACE["rooms_measured"])

EMPTY = Drawing((), ())
"""The drawing that is placed while none is."""


@dataclass
class Placing:
    """What the pass knows while it places vaults: the plane in which `taken` are the tiles that can
    be reached from the up stairs with all doors open and without secret paths; the shapes of the
    drawings, and the looks of their things; how many of each vault may still be placed; what the
    marks of the vault become that is placed; and how many places did not suit it, by the rule."""

    p: Vaults
    plane: Plane
    shapes: list[Shape]
    looks: dict[Thing, int]
    filling: Filling
    left: list[int] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)


def refuse(g: Generation[Any], placing: Placing, site: Site | None, rule: str) -> None:
    """Note that a place does not suit the vault: which rule has failed. No twin in C."""
    if site:
        g.tried("vault", site.left, site.top, site.width, site.height, fits=False)
    placing.refusals[rule] = placing.refusals.get(rule, 0) + 1


def note_refusals(g: Generation[Any], placing: Placing, vault: Vault) -> None:
    """Say why a vault has found no place. No twin in C."""
    columns, rows = len(vault.drawing[0]), len(vault.drawing)
    found = [f"{rule} in {counted(n, 'place')}" for rule, n in placing.refusals.items()]
    where = "rock beside floor" if vault.place == "rock" else "a room"
    why = "; ".join(found) or f"nothing is beside {where} there"
    g.notes.append(f"no place for `{vault.name}`, {columns} x {rows} tiles in {where}: {why}")


def put_vault(
    g: Generation[Any], placing: Placing, vault: Vault, site: Site
) -> Finding[bool | None]:
    """Draw a vault at a site whose tiles suit it, unless entities are in the way. Returns whether
    it was drawn; None if its key finds no place: it is not tried elsewhere then."""
    is_taken = yield from has_entity(g, site)
    yield "entities"
    if is_taken:
        refuse(g, placing, site, "something lies there")
        return False
    key: Tile | None = None
    if vault.door == "locked":
        key = yield from find_key(g, placing.p, placing.plane, site)
        if not key:
            refuse(g, placing, site, "no place for its key")
            return None
        yield "key"
    filling, looks = placing.filling, placing.looks
    yield from draw_vault(g, placing.p, placing.plane, vault, site, filling, looks)
    if key:
        add_entity(g, LOCKED_DOOR, *site.door)
        add_entity(g, KEY, *key)
    g.tried("vault", site.left, site.top, site.width, site.height)
    return True


def suits_rock(g: Generation[Any], placing: Placing, vault: Vault, site: Site) -> Finding[bool]:
    """Whether a site in rock suits a vault, but for entities."""
    suits = suits_front(g, site)
    yield "front"
    if not suits:
        return False
    suits = yield from is_rock(g, site)
    yield "rock"
    if not suits:
        refuse(g, placing, site, "no rock")
        return False
    if vault.transparent:
        is_hidden = yield from touches_hidden(g, placing.plane, site)
        yield "margin"
        if is_hidden:
            refuse(g, placing, site, "beside what is hidden")
            return False
    return True


def place_in_rock(
    g: Generation[Any], placing: Placing, vault: Vault, shape: Shape
) -> Finding[bool]:
    """Dig a vault into rock beside a tile that was reached. Returns whether that was possible: each
    side of all these tiles is tried, from a random side on, if the vault may be turned."""
    side = shape.side if vault.no_rotate else g.random.below(4)
    is_mirrored = not vault.no_mirror and g.random.below(2) == 1
    yield "begin"
    placing.filling = Filling(g.random, shape.drawing)
    yield "fill"
    for _ in range(1 if vault.no_rotate else 4):
        place = random_place(g, placing.plane)
        yield "place"
        of_byte = fronts_at(g, placing.plane, vault, side)
        for front in tiles_from(placing.plane, place, of_byte):
            if not front:
                yield PLACE
                continue
            site = site_at(shape, front, side, is_mirrored)
            if (yield from suits_rock(g, placing, vault, site)):
                is_put = yield from put_vault(g, placing, vault, site)
                if is_put is not False:
                    return bool(is_put)
        yield "places"
        side = (side + 1) & 3
    return False


def is_in_zone(g: Generation[Any], vault: Vault, tile: Tile) -> bool:
    """Whether a tile is in the zone in which the entrance of a vault must be."""
    x, y = tile
    return not vault.distance or bool(g.zones[vault.distance][y] >> x & 1)


def sites_in_rooms(
    g: Generation[Any], vault: Vault, shape: Shape, first: int, side: int, is_mirrored: bool
) -> Iterator[tuple[int, Site | None]]:
    """The site in each room with the number of the room, from number `first` on, and if the vault
    may be turned that with its sides exchanged; None for a room that is too small. In a room with a
    shape it is in the rectangle that the shape leaves."""
    for number in (*range(first, len(g.places)), *range(first)):
        area = inner_rectangle(g, number)
        yield number, site_in_room(shape, area, side, is_mirrored)
        if not vault.no_rotate:
            yield number, site_in_room(shape, area, side ^ 2, is_mirrored)


def place_in_room(
    g: Generation[Any], placing: Placing, vault: Vault, shape: Shape
) -> Finding[bool]:
    """Draw a vault in a room. Returns whether that was possible: all rooms are tried, from a random
    one on."""
    side = shape.side if vault.no_rotate else g.random.below(4)
    is_mirrored = not vault.no_mirror and g.random.below(2) == 1
    first = g.random.below(max(1, len(g.places)))
    yield "begin"
    placing.filling = Filling(g.random, shape.drawing)
    yield "fill"
    for number, site in sites_in_rooms(g, vault, shape, first, side, is_mirrored):
        yield ROOM
        if not site:
            refuse(g, placing, None, "the room is too small")
            continue
        suits = g.places[number].vault == 0 and is_reached(placing.plane, site.front)
        suits = suits and is_in_zone(g, vault, site.front)
        yield "room"
        if not suits:
            refuse(g, placing, site, "hidden, at another distance, or taken")
            continue
        suits = yield from is_floor(g, site)
        yield "floor"
        if not suits:
            refuse(g, placing, site, "not all of it is floor")
            continue
        is_put = yield from put_vault(g, placing, vault, site)
        if is_put:
            g.places[number].vault = 1 + placing.p.vaults.index(vault)
        if is_put is not False:
            return bool(is_put)
    return False


def place_vault(g: Generation[Any], placing: Placing, number: int) -> Work:
    """Place a vault. If it finds no place, it is left out, and the status says so; it is not tried
    again then."""
    vault, shape = placing.p.vaults[number], placing.shapes[number]
    in_rock = vault.place == "rock"
    placing.refusals = {}
    place = place_in_rock if in_rock else place_in_room
    if (yield from place(g, placing, vault, shape)):
        placing.left[number] -= 1
        g.made[number] += 1
    else:
        note_refusals(g, placing, vault)
        g.leave_out(STATUS_NOT_ALL_PLACED)
        placing.left[number] = 0
    yield "vault"


def choose_vault(g: Generation[Any], placing: Placing) -> int | None:
    """The number of a vault by weight, of those that may still be placed; None if there is none."""
    weights = [
        vault.weight if left else 0
        for vault, left in zip(placing.p.vaults, placing.left, strict=True)
    ]
    if not sum(weights):
        return None
    left = g.random.below(sum(weights))
    for number, weight in enumerate(weights):
        if left < weight:
            return number
        left -= weight
    return None


def find_reached(g: Generation[Any], plane: Plane) -> Work:
    """Find what can be reached from the up stairs, with all doors open and without secret paths."""
    yield from read_plane_as_seen(plane)
    yield "read"
    yield from copy_plane(plane)
    flood = Flood(plane.taken)
    reach_from(plane, flood, g.up)
    yield "copy"
    yield from fill_region(plane, flood)


def place_vaults(g: Generation[Any], p: Vaults) -> Work:
    """Place vaults: first those that must be there, then others by weight."""
    left_out = g.left_out
    shapes = p.shapes
    looks = look_numbers([shape.drawing for shape in shapes], p.first_look)
    placing = Placing(p, Plane(g), shapes, looks, Filling(g.random, EMPTY))
    yield from find_reached(g, placing.plane)
    yield "reached"
    needed = []
    for vault in p.vaults:
        is_here = is_floor_chosen(g, vault.once_at, p.once_stream(vault))
        placing.left.append(vault.most_on_floor if is_here else 0)
        needed.append(vault.least_on_floor if is_here else 0)
        yield "floors"
    count = p.least + g.random.below(p.most - p.least + 1)
    for number, least in enumerate(needed):
        for _ in range(least):
            count -= 1
            if placing.left[number]:
                yield from place_vault(g, placing, number)
    for _ in range(max(0, count)):
        chosen = choose_vault(g, placing)
        if chosen is None:
            break
        yield from place_vault(g, placing, chosen)
    if p.must_place:
        g.counted[p.missing_figure] = int(g.left_out > left_out)
