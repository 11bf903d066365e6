"""The phase `floor`: tries until a floor is right, and the stages of one try. Begin reading here.

Words that all files of this kind use:

- A *floor* is one level of a dungeon. Its map is divided into a grid of *cells*. A cell has a room,
  or an anchor: a single tile where halls meet. Cells that are not valid stay empty.
- A *layout* is one of twelve plans for a floor, which the YAML names: how many cells there are and
  where, which of them are rooms, how these are linked, and what else the floor may have.
- The *original* is the game whose floors these are; docs/sources.md describes it.
- *Exact* mode draws the random numbers of the original, in the original's order, and so builds the
  original's floors. *Lean* mode, the default, builds floors of the same sort with fewer draws, of
  the engine's random numbers. A key of `quirks` with the value `original` keeps a mistake of the
  original that is corrected otherwise.
- A *stage* is a part of the work that has a name, such as `halls`. `build_layout` lists most of the
  stages in their order.

Who yields what: the function of a stage yields a piece (`PIECE`, or `LONG`) after each piece of its
work but the last one. `Floor.stage` groups these pieces into steps, by the numbers in the schedule
beside the C, and yields a word for each step: what the step has done. The functions in this file
yield only such words. A step is what the C64 does before it hands control back, so the words come
out in the same order there.

The driver that groups the pieces is `steps_of_stage` in pace.py, instead of the engine's, which
engine/definition/pace.py explains. It is simpler: pieces of a stage weigh the same, and a long
piece ends its step.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.mystery.cells import assign_rooms, begin_cells, choose_grid, draw_grid
from pygen.kinds.mystery.chambers import write_chambers
from pygen.kinds.mystery.connections import link_cells, remove_dead_ends, walk_cells
from pygen.kinds.mystery.constants import (
    FLOOR,
    FLOOR_TRIES,
    FREE,
    IN_ROOM,
    LAYOUT_TRIES,
    LEAST_ROOMS,
    TERRAIN,
)
from pygen.kinds.mystery.corridors import dig_corridors, prepare_links
from pygen.kinds.mystery.drawing import draft, draw_floor
from pygen.kinds.mystery.extra_halls import dig_extra_halls
from pygen.kinds.mystery.grid import Rect
from pygen.kinds.mystery.ground import Floor, reset_floor
from pygen.kinds.mystery.imperfections import crumble_rooms
from pygen.kinds.mystery.junctions import mark_junctions
from pygen.kinds.mystery.labyrinth import place_maze
from pygen.kinds.mystery.layouts import (
    BEETLE,
    FORCED,
    ONE_ROOM,
    WATER,
)
from pygen.kinds.mystery.merging import merge_column, merge_rooms
from pygen.kinds.mystery.monster_house import make_house, place_house
from pygen.kinds.mystery.pace import PACE, PIECE, Pieces, steps_of_stage
from pygen.kinds.mystery.parameters import Mystery
from pygen.kinds.mystery.reaching import count_open, reach_near, reach_tiles
from pygen.kinds.mystery.repair import fill_cells, repair_cells
from pygen.kinds.mystery.rooms import create_rooms, set_room
from pygen.kinds.mystery.shop import place_shop
from pygen.kinds.mystery.structures import place_structures
from pygen.kinds.mystery.terrain import clean_water, place_water
from pygen.kinds.mystery.things import (
    choose_stairs,
    choose_start,
    free_floor,
    place_islands,
    place_things,
)


def build_floor(g: Generation[Mystery]) -> Work:
    """Build a floor, then write the map.

    In exact mode the engine's random numbers hold the upper half of the primary stream's state, and
    the count of its draws. The lower half and the secondary stream follow from the seed and the
    draws.
    """
    floor = Floor(g)
    g.draft = lambda: draft(floor)
    for piece in build_all(floor):
        if floor.is_exact:
            g.random.state, g.random.draws = floor.stream.state >> 16, floor.stream.draws
        yield piece


def build_all(floor: Floor) -> Work:
    """Build a floor, then write the map; there are no draws for that."""
    yield from build_ground(floor)
    yield from floor.stage("chambers", write_chambers)
    yield from steps_of_stage(draw_floor(floor), PACE["map_pieces"], "row")


def build_ground(floor: Floor) -> Work:
    """Build a floor: layout, water, things and enemies.

    A floor on which nothing succeeds is one large monster house.
    """
    for _ in range(FLOOR_TRIES):
        yield from try_layouts(floor)
        # Lean mode finds out before anything is placed, exact mode after everything is placed.
        if not floor.is_exact and floor.unreached:
            continue
        if floor.parameters.things.least_steps and not floor.start:
            continue
        yield from furnish(floor)
        if not floor.start or not floor.stairs:
            continue
        yield from floor.stage("count", count_open, when=floor.is_exact)
        yield from floor.stage("reach", reach_tiles, when=floor.is_exact)
        if not floor.unreached:
            return
    yield from floor.stage("reset", reset_floor)
    yield from build_last_room(floor)
    floor.house_is_empty = floor.is_lava = False
    yield from place_all(floor)


def try_layouts(floor: Floor) -> Work:
    """Try the layout until it has enough rooms; if no try has, build one large monster house.

    Afterwards `unreached` is 0 if all open tiles can be reached.
    """
    floor.start = None
    figures = floor.g.figures
    if floor.parameters.parts["HAVE_CELLS"]:
        for number in range(LAYOUT_TRIES):
            if number:
                floor.structures_left = 0
            floor.start = None
            figures["tries"] = min(255, figures["tries"] + 1)
            yield from floor.stage("reset", reset_floor)
            yield from build_layout(floor)
            if is_accepted(floor):
                yield from floor.stage("junctions", mark_junctions)
                yield from reach_all(floor)
                return
    yield from floor.stage("reset", reset_floor, when=not floor.is_exact)
    yield from build_last_room(floor)


def reach_all(floor: Floor) -> Work:
    """Find out in lean mode what can be reached; and before that, if the start must be far from the
    stairs, choose both. Without a place for one of them the floor is a failure."""
    if floor.parameters.things.least_steps:
        yield from floor.stage("stairs", choose_stairs)
        if not floor.stairs:
            return
        yield from floor.stage("near", reach_near)
        yield from floor.stage("start", choose_start)
        if not floor.start:
            return
    yield from floor.stage("reach", reach_tiles, when=not floor.is_exact)


def build_last_room(floor: Floor) -> Work:
    """Build a single room if nothing else has succeeded."""
    yield from floor.stage("one room", open_one_room)
    yield from floor.stage("junctions", mark_junctions, when=floor.is_exact)
    is_far = floor.parameters.things.least_steps > 0
    yield from floor.stage("stairs", choose_stairs, when=is_far)
    yield from floor.stage("start", choose_start, when=is_far)


def build_layout(floor: Floor) -> Work:
    """Build the rooms, the halls and their further parts: the stages of a layout in their order,
    except those that its properties or the parameters leave out."""
    needs = floor.parameters.parts
    yield from floor.stage("grid", draw_grid, when=floor.is_exact)
    choose_grid(floor)
    begin_cells(floor)
    yield "cells"
    if floor.layout.number == ONE_ROOM:
        yield from floor.stage("one room", open_one_room)
        return
    yield from floor.stage("density", assign_rooms, when=needs["HAVE_DENSITY"])
    floor.house_is_forced |= floor.layout.has(FORCED)
    yield from floor.stage("links", link_cells)
    yield from floor.stage("rooms", create_rooms)
    yield from floor.stage("walk", walk_cells, when=needs["WALK"])
    yield from floor.stage("dead ends", remove_dead_ends, when=needs["REMOVE_DEAD_ENDS"])
    yield from floor.stage("links to dig", prepare_links)
    yield from floor.stage("halls", dig_corridors, "hall")
    yield from floor.stage("merge", merge_rooms, when=needs["MERGE"])
    is_beetle = floor.layout.number == BEETLE
    yield from floor.stage("merge column", merge_column, "merge", "merge", when=is_beetle)
    yield from floor.stage("repair", repair_cells, when=needs["REPAIR"])
    yield from floor.stage("fill", fill_cells, when=needs["REPAIR"])
    yield from floor.stage("labyrinth", place_maze, when=needs["HAVE_MAZES"])
    yield from floor.stage("shop", place_shop, when=needs["HAVE_SHOPS"])
    yield from floor.stage("house", place_house)
    has_halls = needs["HAVE_EXTRA_HALLS"]
    yield from floor.stage("extra halls", dig_extra_halls, "extra hall", when=has_halls)
    yield from floor.stage("crumble", crumble_rooms, when=needs["ARE_IMPERFECT"])
    has_structures = needs["HAVE_STRUCTURES"]
    yield from floor.stage("structures", place_structures, "structure", when=has_structures)
    clear_border(floor)
    yield "border"


def clear_border(floor: Floor) -> None:
    """Fill the tiles beside the edges of the map that halls may have reached."""
    right, bottom = floor.width, floor.height
    border = [Rect(0, 1, right, 2), Rect(0, bottom - 2, right, bottom - 1)]
    if floor.parameters.variants.border != "rows":
        # In the second column there are no extra halls.
        border.append(Rect(right - 2, 1, right - 1, bottom - 1))
    for rect in border:
        floor.ground.change(rect, cleared=0xFF, added=0)


def is_accepted(floor: Floor) -> bool:
    """Whether a layout has enough rooms."""
    return sum(cell.has_live_room for cell in floor.grid.by_rows) >= LEAST_ROOMS


def open_one_room(floor: Floor) -> Pieces:
    """Open a single room that takes all of the map but its edges, and make it a monster house.

    In exact mode there is no monster house if a failed try had a shop. A piece is a row of the
    room; then, in exact mode, some swaps; then a row of the monster house.
    """
    floor.grid.across = floor.grid.down = 1
    cell = floor.grid.cells[0]
    cell.begin(is_valid=True, has_room=True)
    cell.is_connected = True
    set_room(floor, cell, 2, 2, floor.width - 4, floor.height - 4)
    opened = FLOOR | IN_ROOM
    if not floor.is_exact:
        # In a single room nothing can be out of reach.
        floor.unreached = 0
        if not floor.parameters.things.least_steps:
            opened |= FREE
    yield from floor.ground.change_by_rows(cell.rect, TERRAIN, opened)
    yield PIECE
    if floor.is_exact:
        # The original draws for a certain house, too: all later draws depend on that.
        floor.numbers.percent(100)
    yield from make_house(floor)
    floor.house_is_forced = True


def furnish(floor: Floor) -> Work:
    """Place water and things."""
    has_water = floor.layout.has(WATER) and floor.parameters.water.on
    yield from floor.stage("water", place_water, when=has_water)
    yield from floor.stage("clean", clean_water, when=has_water)
    floor.house_is_empty = False
    if floor.is_exact or floor.has_house:
        floor.house_is_empty = floor.numbers.percent(floor.parameters.monster_house.empty)
    lava = floor.parameters.water.lava
    floor.is_lava = lava > 0 and floor.numbers.percent(lava)
    yield from place_all(floor)


def place_all(floor: Floor) -> Work:
    """Place all things and enemies."""
    yield from floor.stage("free", free_floor, when=floor.is_exact)
    yield from floor.stage("islands", place_islands)
    yield from floor.stage("things", place_things)
