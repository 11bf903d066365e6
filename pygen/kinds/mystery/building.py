"""The phase `floor`: tries until a floor is right, and what one try consists of."""

from __future__ import annotations

from pygen.engine.generation import NO_DOWN_STAIRS, NO_UP_STAIRS, Generation
from pygen.engine.kind import Steps
from pygen.kinds.mystery.cells import begin_cells, choose_grid, is_one_room
from pygen.kinds.mystery.connections import connect_cells
from pygen.kinds.mystery.corridors import dig_corridors
from pygen.kinds.mystery.drawing import draw_floor
from pygen.kinds.mystery.enemies import place_enemies
from pygen.kinds.mystery.extra_halls import dig_extra_halls
from pygen.kinds.mystery.ground import (
    AWAY,
    CONNECTED,
    FLOOR,
    IN_ROOM,
    MAZE,
    NOWHERE,
    ROOM,
    TERRAIN,
    VALID,
    Floor,
    at,
    reset_floor,
    set_rectangle,
)
from pygen.kinds.mystery.imperfections import crumble_rooms
from pygen.kinds.mystery.junctions import mark_junctions
from pygen.kinds.mystery.labyrinth import place_maze
from pygen.kinds.mystery.merging import merge_column, merge_rooms
from pygen.kinds.mystery.monster_house import ALWAYS, make_house, place_house
from pygen.kinds.mystery.numbers import draw_percent
from pygen.kinds.mystery.parameters import (
    BEETLE,
    FORCED,
    MAZE_ROOM,
    MAZES,
    MERGES,
    MONSTER_HOUSE,
    PLAIN,
    REPAIRED,
    SHOP,
    STRUCTURES,
    WATER,
    Mystery,
)
from pygen.kinds.mystery.reaching import is_connected
from pygen.kinds.mystery.repair import repair_cells
from pygen.kinds.mystery.rooms import create_rooms, open_room, set_cell
from pygen.kinds.mystery.shop import place_shop
from pygen.kinds.mystery.structures import place_structures
from pygen.kinds.mystery.terrain import place_water
from pygen.kinds.mystery.things import place_things

FLOOR_TRIES, LAYOUT_TRIES = 10, 10
"""How often a floor is tried, and each time how often its layout."""

LEAST_ROOMS, LEAST_ROOM_TILES = 2, 20


def build_floor(g: Generation[Mystery]) -> Steps:
    """Build a floor, then write the map."""
    f = Floor(g)
    yield from build_ground(f)
    finish(f)
    yield "built"
    yield from draw_floor(f)


def build_ground(f: Floor) -> Steps:
    """Build a floor: layout, water, things and enemies.

    A floor on which nothing succeeds is one large monster house.
    """
    g = f.g
    f.structures_left = g.parameters.rooms.structures
    for _ in range(FLOOR_TRIES):
        yield from try_layouts(f)
        # Lean mode finds out before anything is placed, exact mode when all is.
        if not f.exact and not is_whole(f):
            continue
        yield "layout"
        yield from furnish(f)
        if f.start != NOWHERE and f.stairs != NOWHERE and (not f.exact or is_whole(f)):
            break
    else:
        reset_floor(f)
        yield from build_one_room(f)
        yield from mark_junctions(f)
        yield from place_things(f, False)
        yield from place_enemies(f, False)


def try_layouts(f: Floor) -> Steps:
    """Try layouts until one has enough rooms; after many it is one large monster house."""
    f.hidden_stairs = f.start = NOWHERE
    if is_one_room(f) and not f.exact:
        reset_floor(f)
        yield from build_one_room(f)
        return
    for number in range(LAYOUT_TRIES):
        if number:
            f.structures_left = 0
        f.start = NOWHERE
        f.g.figures["tries"] = min(255, f.g.figures["tries"] + 1)
        reset_floor(f)
        yield "reset"
        yield from build_layout(f)
        if is_accepted(f):
            yield from mark_junctions(f)
            return
    if not f.exact:
        reset_floor(f)
    yield from build_one_room(f)
    yield from mark_junctions(f)


def build_layout(f: Floor) -> Steps:
    """Build rooms and halls, and all that belongs to them."""
    properties = f.layout.properties
    choose_grid(f)
    begin_cells(f)
    yield "cells"
    if is_one_room(f):
        yield from build_one_room(f)
        return
    if properties & FORCED:
        f.house_is_forced = True
    yield from create_rooms(f)
    yield "rooms"
    yield from connect_cells(f)
    yield "links"
    yield from dig_corridors(f)
    if properties & MERGES:
        yield from merge_rooms(f)
    if f.layout.number == BEETLE:
        yield from merge_column(f)
    yield "halls"
    if properties & REPAIRED:
        yield from repair_cells(f)
        if properties & MAZES:
            yield from place_maze(f)
        yield from place_shop(f)
    yield from place_house(f)
    if properties & REPAIRED:
        yield from dig_extra_halls(f)
        yield from crumble_rooms(f)
    if properties & STRUCTURES:
        yield from place_structures(f)
    set_rectangle(f, 0, 1, f.width, 2, 0, 0)
    set_rectangle(f, 0, f.height - 2, f.width, f.height - 1, 0, 0)


def build_one_room(f: Floor) -> Steps:
    """Build a single room as large as the map, which is a monster house."""
    f.across = f.down = 1
    f.state[0] = VALID | ROOM | CONNECTED
    set_cell(f, 0, 2, 2, f.width - 4, f.height - 4)
    yield "room"
    open_room(f, 0)
    yield from make_house(f, ALWAYS)
    f.house_is_forced = True


def is_accepted(f: Floor) -> bool:
    """Whether a layout has enough rooms, and enough floor in them."""
    needed = VALID | ROOM | CONNECTED
    rooms = 0
    for y in range(f.down):
        for x in range(f.across):
            rooms += f.state[at(x, y)] & (needed | AWAY) == needed
    if rooms < LEAST_ROOMS:
        return False
    tiles = sum(ground & (TERRAIN | IN_ROOM) == FLOOR | IN_ROOM for ground in f.ground)
    return tiles >= LEAST_ROOM_TILES


def is_whole(f: Floor) -> bool:
    """Whether all that is open can be reached from the stairs, or from the first open tile."""
    if f.exact:
        return is_connected(f, *f.stairs)
    first = next(place for place, ground in enumerate(f.ground) if ground & TERRAIN == FLOOR)
    return is_connected(f, first % f.width, first // f.width)


def furnish(f: Floor) -> Steps:
    """Place water, things and enemies."""
    if f.layout.properties & WATER and f.g.parameters.water.on:
        yield from place_water(f)
    is_empty = False
    if f.exact or f.has_house:
        is_empty = draw_percent(f, f.g.parameters.monster_house.empty)
    yield from place_things(f, is_empty)
    yield from place_enemies(f, is_empty)


def finish(f: Floor) -> None:
    """Write down the rooms, the stairs and the start."""
    g = f.g
    needed = VALID | ROOM | CONNECTED
    for y in range(f.down):
        for x in range(f.across):
            cell = at(x, y)
            if f.state[cell] & (needed | AWAY) != needed:
                continue
            g.tables["chambers"].append(
                {
                    "x": f.left[cell],
                    "y": f.top[cell],
                    "w": f.right[cell] - f.left[cell],
                    "h": f.bottom[cell] - f.top[cell],
                    "use": chamber_use(f, cell),
                }
            )
    if f.start != NOWHERE:
        g.up = f.start
    else:
        g.status |= NO_UP_STAIRS
    if f.stairs != NOWHERE:
        g.down = f.stairs
    else:
        g.status |= NO_DOWN_STAIRS


def chamber_use(f: Floor, cell: int) -> int:
    """What a room is: a shop, a monster house, a maze, or a plain one."""
    if cell == f.shop_cell:
        return SHOP
    if cell == f.house_cell:
        return MONSTER_HOUSE
    return MAZE_ROOM if f.state[cell] & MAZE else PLAIN
