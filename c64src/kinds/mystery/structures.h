/* Structures in rooms: pools, labyrinths, checkerboards and islands of water, rooms cut in two. */
#ifndef UNDERCROFT_MYSTERY_STRUCTURES_H
#define UNDERCROFT_MYSTERY_STRUCTURES_H

#include "core/platform.h"
#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/labyrinth.h"
#include "kinds/mystery/numbers.h"

/* What place_structures does next. */
#define NEXT_ROOM 1
#define GROW_MAZE 2
#define CHECK_TILES 3
#define BEGIN_STRUCTURE 4
#define CUT_ROOM 5

/* The rectangle that is cut out, and the tile that is looked at. */
WORK uint8_t cut_left, cut_top, cut_right, cut_bottom, cut_x, cut_y;

/* Whether a structure was chosen for a room. */
static uint8_t wants_structure(uint8_t cell)
{
    return (cell_state[cell] & (STRUCTURE_NEEDS | STRUCTURED | MERGED | IMPERFECT)) == (STRUCTURE_NEEDS | STRUCTURED)
           && cell != house_cell;
}

/* The middle column of a room. */
static uint8_t middle_x(uint8_t cell)
{
    return (uint8_t)(cell_left[cell] + cell_right[cell]) >> 1;
}

/* The middle row of a room. */
static uint8_t middle_y(uint8_t cell)
{
    return (uint8_t)(cell_top[cell] + cell_bottom[cell]) >> 1;
}

/* Fill a random rectangle with water, at least two tiles from the walls. */
static void place_pool(uint8_t cell)
{
    uint8_t left, right, top, bottom, x, y, other_x, other_y;

    left = cell_left[cell] + 2;
    right = cell_right[cell] - 3;
    top = cell_top[cell] + 2;
    bottom = cell_bottom[cell] - 3;
    x = draw_between(left, right);
    y = draw_between(top, bottom);
    other_x = draw_between(left, right);
    other_y = draw_between(top, bottom);
    if (structures_left == 0)
        return;
    --structures_left;
    if (other_x < x) {
        left = other_x;
        right = x;
    } else {
        left = x;
        right = other_x;
    }
    if (other_y < y) {
        top = other_y;
        bottom = y;
    } else {
        top = y;
        bottom = other_y;
    }
    begin_area(left, top, right + 1, bottom + 1, (uint8_t)~TERRAIN, WATER);
}

/* Place water in the middle of a room: a cross, or a single tile. */
static void place_centre(uint8_t cell, uint8_t is_cross)
{
    uint8_t x, y;

    x = middle_x(cell);
    y = middle_y(cell);
    set_terrain(x, y, WATER);
    if (is_cross) {
        set_terrain(x, y - 1, WATER);
        set_terrain(x - 1, y, WATER);
        set_terrain(x + 1, y, WATER);
        set_terrain(x, y + 1, WATER);
    }
}

/* Surround four tiles in the middle of a room with a moat; things come there later. */
static void place_island(uint8_t cell)
{
    uint8_t x, y;

    x = middle_x(cell);
    y = middle_y(cell);
    begin_area(x - 2, y - 2, x + 2, y - 1, (uint8_t)~TERRAIN, MOAT);
    fill_area();
    begin_area(x - 2, y + 1, x + 2, y + 2, (uint8_t)~TERRAIN, MOAT);
    fill_area();
    begin_area(x - 2, y - 1, x - 1, y + 1, (uint8_t)~TERRAIN, MOAT);
    fill_area();
    begin_area(x + 1, y - 1, x + 2, y + 1, (uint8_t)~TERRAIN, MOAT);
    fill_area();
    begin_area(x - 1, y - 1, x + 1, y + 1, (uint8_t)~ZONE, KEPT);
    fill_area();
    cell_state[cell] |= STRUCTURED;
}

/* Whether a tile or one of its neighbours is floor of a hall. */
static uint8_t is_beside_hall(uint8_t x, uint8_t y)
{
    REGISTER const uint8_t *tile;

    tile = GROUND_ROW(y - 1) + x;
    if ((tile[0] & (TERRAIN | IN_ROOM)) == FLOOR
        || (tile[MAP_WIDTH - 1] & (TERRAIN | IN_ROOM)) == FLOOR
        || (tile[MAP_WIDTH] & (TERRAIN | IN_ROOM)) == FLOOR
        || (tile[MAP_WIDTH + 1] & (TERRAIN | IN_ROOM)) == FLOOR)
        return 1;
    return (tile[2 * MAP_WIDTH] & (TERRAIN | IN_ROOM)) == FLOOR;
}

/* Begin to cut a room in two. */
static void begin_cut(uint8_t cell, uint8_t is_row)
{
    cut_left = cell_left[cell];
    cut_top = cell_top[cell];
    cut_right = cell_right[cell];
    cut_bottom = cell_bottom[cell];
    if (is_row) {
        cut_top = middle_y(cell);
        cut_bottom = cut_top + 1;
    } else {
        cut_left = middle_x(cell);
        cut_right = cut_left + 1;
    }
    cut_x = cut_left;
    cut_y = cut_top;
}

/* Cut a room in two by a row or a column of water, unless a hall is beside it. A piece is some tiles
 * that are looked at. */
static uint8_t cut_room(void)
{
    uint8_t left;

    for (left = LOOKED_AT_ONCE; left != 0; --left) {
        if (is_beside_hall(cut_x, cut_y))
            return 1;
        ++cut_x;
        if (cut_x == cut_right) {
            cut_x = cut_left;
            ++cut_y;
            if (cut_y == cut_bottom) {
                begin_area(cut_left, cut_top, cut_right, cut_bottom, (uint8_t)~TERRAIN, WATER);
                return 1;
            }
        }
    }
    return 0;
}

/* Place a structure in a room, if it is large enough and the floor may have more. Gives what is to be
 * done next. */
static uint8_t place_structure(uint8_t cell, uint8_t structure)
{
    uint8_t width, height;

    width = cell_right[cell] - cell_left[cell];
    height = cell_bottom[cell] - cell_top[cell];
    if (structure == POOL) {
        if (width >= 5 && height >= 5)
            place_pool(cell);
        return NEXT_ROOM;
    }
    if (structure == NOTHING || structures_left == 0)
        return NEXT_ROOM;
    if (structure == CHECKERBOARD && !has_odd_sides(cell))
        return NEXT_ROOM;
    if (structure == ISLAND && (width < 6 || height < 6))
        return NEXT_ROOM;
    --structures_left;
    if (structure == CENTRE) {
        if (has_odd_sides(cell)) {
            begin_maze(cell, 1);
            return GROW_MAZE;
        }
        place_centre(cell, width >= 5 && height >= 5);
    } else if (structure == CHECKERBOARD) {
        work_count = CHECKS;
        return CHECK_TILES;
    } else if (structure == ISLAND)
        place_island(cell);
    else {
        begin_cut(cell, draw_few(2) == 0);
        return CUT_ROOM;
    }
    return NEXT_ROOM;
}

/* Place water on a random tile, if it is one of every other. */
static void check_tile(uint8_t cell)
{
    uint8_t x, y;

    x = draw_below(cell_right[cell] - cell_left[cell]);
    y = draw_below(cell_bottom[cell] - cell_top[cell]);
    if ((x + y) & 1)
        set_terrain(x + cell_left[cell], y + cell_top[cell], WATER);
}

/* Place a structure in each room that may have one, as long as the floor may have more; a piece is a
 * cell, or its structure, which is long, or a part of it.
 *
 * Afterwards only rooms with islands count as structured. */
static uint8_t place_structures(void)
{
    uint8_t cell, is_wanted;

    if (work == 0) {
        work = NEXT_ROOM;
        return 0;
    }
    cell = cell_at(work_x, work_y);
    if (work == GROW_MAZE) {
        if (!grow_maze())
            return 0;
    } else if (work == CUT_ROOM) {
        if (!cut_room())
            return 0;
    } else if (work == CHECK_TILES) {
        check_tile(cell);
        --work_count;
        if (work_count)
            return 0;
    } else if (work == BEGIN_STRUCTURE) {
        work = place_structure(cell, draw_few(6));
        if (work != NEXT_ROOM)
            return 0;
    } else {
        is_wanted = wants_structure(cell);
        cell_state[cell] &= (uint8_t)~STRUCTURED;
        if (is_wanted) {
            work = BEGIN_STRUCTURE;
            is_long = 1;
            return 0;
        }
    }
    work = NEXT_ROOM;
    return next_cell();
}

#endif
