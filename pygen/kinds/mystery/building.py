"""The phase `floor`: tries until a floor is right, and what one try consists of."""

from __future__ import annotations

from pygen.engine.chambers import LABYRINTH, MONSTER_HOUSE, PLAIN, SHOP
from pygen.engine.constants import STATUS_NO_DOWN_STAIRS, STATUS_NO_UP_STAIRS
from pygen.engine.generation import Generation
from pygen.engine.kind import Steps
from pygen.kinds.mystery.cells import assign_rooms, begin_cells, choose_grid, draw_grid, is_one_room
from pygen.kinds.mystery.connections import link_cells, remove_dead_ends, walk_cells
from pygen.kinds.mystery.constants import (
    AWAY,
    FLOOR_TRIES,
    FREE,
    LAYOUT_TRIES,
    LEAST_ROOMS,
    LIVE,
    MAZE,
    NO_CELL,
)
from pygen.kinds.mystery.corridors import dig_corridors, prepare_links
from pygen.kinds.mystery.drawing import draw_floor
from pygen.kinds.mystery.extra_halls import dig_extra_halls
from pygen.kinds.mystery.ground import (
    LONG,
    NOWHERE,
    Floor,
    Work,
    begin_area,
    cell_at,
    fill_area,
    fill_area_row,
    reset_floor,
)
from pygen.kinds.mystery.imperfections import crumble_rooms
from pygen.kinds.mystery.junctions import mark_junctions
from pygen.kinds.mystery.labyrinth import place_maze
from pygen.kinds.mystery.merging import merge_column, merge_rooms
from pygen.kinds.mystery.monster_house import make_house, place_house
from pygen.kinds.mystery.numbers import draw_percent
from pygen.kinds.mystery.parameters import (
    BEETLE,
    DENSITY,
    FORCED,
    MAZES,
    MERGES,
    REPAIRED,
    WALK,
    WATER,
    Mystery,
)
from pygen.kinds.mystery.reaching import count_open, reach_tiles
from pygen.kinds.mystery.repair import fill_cells, repair_cells
from pygen.kinds.mystery.rooms import create_rooms, open_room, set_cell
from pygen.kinds.mystery.shop import place_shop
from pygen.kinds.mystery.structures import place_structures
from pygen.kinds.mystery.terrain import clean_water, place_water
from pygen.kinds.mystery.things import (
    free_floor,
    place_islands,
    place_things,
    place_things_exactly,
)
from pygen.kinds.mystery.watching import draft

ROWS_RESET, COLUMNS_ASSIGNED, CELLS_LINKED, ROOMS_AT_ONCE = 4, 3, 3, 3
STEPS_WALKED, DEAD_ENDS_AT_ONCE, ROWS_PREPARED, CELLS_DUG = 3, 3, 3, 4
MERGED_AT_ONCE, REPAIRED_AT_ONCE, FILLED_AT_ONCE, GROWN_AT_ONCE = 3, 3, 3, 3
SHOPS_AT_ONCE, HOUSES_AT_ONCE, HALLS_AT_ONCE, CRUMBLED_AT_ONCE = 3, 2, 2, 1
STRUCTURES_AT_ONCE, ROWS_OF_JUNCTIONS, TILES_REACHED = 2, 2, 8
WATER_AT_ONCE, ROWS_CLEANED, TRIES_AT_ONCE, ROWS_DRAWN = 2, 1, 3, 1
ISLANDS_AT_ONCE, ROWS_OF_ONE_ROOM, CHAMBERS_AT_ONCE = 8, 3, 3
ROWS_FREED, ROWS_COUNTED, THINGS_AT_ONCE, GRIDS_DRAWN = 2, 2, 1, 4
EXACT_STEPS_WALKED, EXACT_SHOPS_AT_ONCE = 2, 2
"""How many pieces of the work one step does at most, by what it does."""


def open_one_room(f: Floor) -> Work:
    """Open a room as large as the map, then make it a monster house; each is a piece."""
    f.across = f.down = 1
    f.state[0] = LIVE
    set_cell(f, 0, 2, 2, f.width - 4, f.height - 4)
    open_room(f, 0)
    if not f.exact:
        # Nothing can be out of reach.
        f.area_added |= FREE
        f.open_tiles = 0
    yield
    if f.exact:
        draw_percent(f, 100)
    yield from make_house(f)
    f.house_is_forced = True


def is_accepted(f: Floor) -> bool:
    """Whether a layout has enough rooms."""
    rooms = 0
    for y in range(f.down):
        for x in range(f.across):
            rooms += f.state[cell_at(x, y)] & (LIVE | AWAY) == LIVE
    return rooms >= LEAST_ROOMS


def add_chamber(f: Floor, cell: int) -> None:
    """Write down a room, and what it is."""
    use = LABYRINTH if f.state[cell] & MAZE else PLAIN
    if cell == f.shop_cell:
        use = SHOP
    if cell == f.house_cell != NO_CELL:
        use = MONSTER_HOUSE
    f.g.tables["chambers"].append(
        {
            "x": f.left[cell],
            "y": f.top[cell],
            "w": f.right[cell] - f.left[cell],
            "h": f.bottom[cell] - f.top[cell],
            "use": use,
        }
    )


def write_chambers(f: Floor) -> Work:
    """Write down the rooms, then the stairs and the start; a piece is a cell."""
    g = f.g
    for y in range(f.down):
        for x in range(f.across):
            if f.state[cell_at(x, y)] & (LIVE | AWAY) == LIVE:
                add_chamber(f, cell_at(x, y))
            yield
    if f.start != NOWHERE:
        g.up = f.start
    else:
        g.status |= STATUS_NO_UP_STAIRS
    if f.stairs != NOWHERE:
        g.down = f.stairs
    else:
        g.status |= STATUS_NO_DOWN_STAIRS


def build_floor(g: Generation[Mystery]) -> Steps:
    """Build a floor, then write the map.

    In exact mode the engine's random numbers have the upper half of the primary stream's state,
    and its draws. The lower half, and the secondary stream, follow from the seed and the draws.
    """
    f = Floor(g)
    g.draft = lambda: draft(f)
    for done in build_all(f):
        if f.exact:
            g.random.state, g.random.draws = f.random32.state >> 16, f.random32.draws
        yield done


def build_all(f: Floor) -> Steps:
    """Build a floor, then write the map; there are no draws for that."""
    yield from build_ground(f)
    yield from do(f, write_chambers(f), CHAMBERS_AT_ONCE, "chambers")
    yield "chambers"
    yield from do(f, draw_floor(f), ROWS_DRAWN, "row")


def do(f: Floor, work: Work, most: int, done: str) -> Steps:
    """Do some work; `most` pieces of it are a step, or less up to one behind which nothing else
    should be done. A row of the area that it fills is a piece, too, and the area is filled before
    the work goes on."""
    left, is_finished = most, False
    while True:
        piece: bool | str | None = None
        if f.area_row < f.area_bottom:
            fill_area_row(f)
        else:
            piece = next(work, "end")
            is_finished = piece == "end"
        if is_finished and f.area_row >= f.area_bottom:
            return
        left -= 1
        if left == 0 or piece is LONG:
            yield done
            left = most


def build_ground(f: Floor) -> Steps:
    """Build a floor: layout, water, things and enemies.

    A floor on which nothing succeeds is one large monster house.
    """
    for _ in range(FLOOR_TRIES):
        yield from try_layouts(f)
        # Lean mode finds out before anything is placed, exact mode when all is.
        if not f.exact and f.open_tiles:
            continue
        yield from furnish(f)
        if f.start == NOWHERE or f.stairs == NOWHERE:
            continue
        if f.exact:
            yield from do(f, count_open(f), ROWS_COUNTED, "count")
            yield "count"
            yield from do(f, reach_tiles(f), TILES_REACHED, "reach")
            yield "reach"
        if not f.open_tiles:
            return
    yield from do(f, reset_floor(f), ROWS_RESET, "reset")
    yield "reset"
    yield from build_one_room(f)
    if f.exact:
        yield from do(f, mark_junctions(f), ROWS_OF_JUNCTIONS, "junctions")
        yield "junctions"
    f.is_empty = False
    yield from place_all(f)


def try_layouts(f: Floor) -> Steps:
    """Try layouts until one has enough rooms; after many it is one large monster house.

    `open_tiles` is 0 afterwards if all that is open can be reached.
    """
    f.start = NOWHERE
    if not is_one_room(f) or f.exact:
        for number in range(LAYOUT_TRIES):
            if number:
                f.structures_left = 0
            f.start = NOWHERE
            f.g.figures["tries"] = min(255, f.g.figures["tries"] + 1)
            yield from do(f, reset_floor(f), ROWS_RESET, "reset")
            yield "reset"
            yield from build_layout(f)
            if is_accepted(f):
                yield from do(f, mark_junctions(f), ROWS_OF_JUNCTIONS, "junctions")
                yield "junctions"
                if not f.exact:
                    yield from do(f, reach_tiles(f), TILES_REACHED, "reach")
                    yield "reach"
                return
    if not f.exact:
        yield from do(f, reset_floor(f), ROWS_RESET, "reset")
        yield "reset"
    yield from build_one_room(f)
    if f.exact:
        yield from do(f, mark_junctions(f), ROWS_OF_JUNCTIONS, "junctions")
        yield "junctions"


def build_layout(f: Floor) -> Steps:
    """Build rooms and halls, and all that belongs to them."""
    properties = f.layout.properties
    if f.exact:
        yield from do(f, draw_grid(f), GRIDS_DRAWN, "grid")
        yield "grid"
    choose_grid(f)
    begin_cells(f)
    yield "cells"
    if is_one_room(f):
        yield from build_one_room(f)
        return
    if properties & DENSITY:
        yield from do(f, assign_rooms(f), COLUMNS_ASSIGNED, "density")
        yield "density"
    yield from do(f, link_cells(f), CELLS_LINKED, "links")
    f.house_is_forced |= bool(properties & FORCED)
    yield "links"
    yield from do(f, create_rooms(f), ROOMS_AT_ONCE, "rooms")
    yield "rooms"
    if properties & WALK:
        most = EXACT_STEPS_WALKED if f.exact else STEPS_WALKED
        yield from do(f, walk_cells(f), most, "walk")
        yield "walk"
        if not f.g.parameters.halls.dead_ends:
            yield from do(f, remove_dead_ends(f), DEAD_ENDS_AT_ONCE, "dead ends")
            yield "dead ends"
    yield from do(f, prepare_links(f), ROWS_PREPARED, "links to dig")
    yield "links to dig"
    yield from do(f, dig_corridors(f), CELLS_DUG, "hall")
    yield "halls"
    rooms = f.g.parameters.rooms
    if properties & MERGES and (rooms.merging or f.exact):
        yield from do(f, merge_rooms(f), MERGED_AT_ONCE, "merge")
        yield "merge"
    if f.layout.number == BEETLE:
        yield from do(f, merge_column(f), MERGED_AT_ONCE, "merge")
        yield "merge"
    if properties & REPAIRED:
        yield from do(f, repair_cells(f), REPAIRED_AT_ONCE, "repair")
        yield "repair"
        yield from do(f, fill_cells(f), FILLED_AT_ONCE, "fill")
        yield "fill"
        if properties & MAZES and rooms.maze:
            yield from do(f, place_maze(f), GROWN_AT_ONCE, "labyrinth")
            yield "labyrinth"
        if f.g.parameters.shop:
            most = EXACT_SHOPS_AT_ONCE if f.exact else SHOPS_AT_ONCE
            yield from do(f, place_shop(f), most, "shop")
            yield "shop"
    yield from do(f, place_house(f), HOUSES_AT_ONCE, "house")
    yield "house"
    if properties & REPAIRED and f.g.parameters.halls.extra:
        yield from do(f, dig_extra_halls(f), HALLS_AT_ONCE, "extra hall")
        yield "extra halls"
    if properties & REPAIRED and rooms.imperfect:
        yield from do(f, crumble_rooms(f), CRUMBLED_AT_ONCE, "crumble")
        yield "crumble"
    if f.g.parameters.has_structures:
        yield from do(f, place_structures(f), STRUCTURES_AT_ONCE, "structure")
        yield "structures"
    begin_area(f, 0, 1, f.width, 2, 0, 0)
    fill_area(f)
    begin_area(f, 0, f.height - 2, f.width, f.height - 1, 0, 0)
    fill_area(f)
    if f.g.parameters.variants.border == "redrawn":
        # In the second column there are no extra halls.
        begin_area(f, f.width - 2, 1, f.width - 1, f.height - 1, 0, 0)
        fill_area(f)
    yield "border"


def build_one_room(f: Floor) -> Steps:
    """Build a single room as large as the map, which is a monster house."""
    yield from do(f, open_one_room(f), ROWS_OF_ONE_ROOM, "one room")
    yield "one room"


def furnish(f: Floor) -> Steps:
    """Place water and things."""
    if f.layout.properties & WATER and f.g.parameters.water.on:
        yield from do(f, place_water(f), WATER_AT_ONCE, "water")
        yield "water"
        yield from do(f, clean_water(f), ROWS_CLEANED, "clean")
        yield "clean"
    f.is_empty = False
    if f.exact or f.has_house:
        f.is_empty = draw_percent(f, f.g.parameters.monster_house.empty)
    yield from place_all(f)


def place_all(f: Floor) -> Steps:
    """Place what lies and walks there."""
    if f.exact:
        yield from do(f, free_floor(f), ROWS_FREED, "free")
        yield "free"
    yield from do(f, place_islands(f), ISLANDS_AT_ONCE, "islands")
    yield "islands"
    if f.exact:
        yield from do(f, place_things_exactly(f), THINGS_AT_ONCE, "things")
    else:
        yield from do(f, place_things(f), TRIES_AT_ONCE, "things")
    yield "things"
