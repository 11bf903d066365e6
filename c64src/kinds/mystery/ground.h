/* A floor while it is built: its ground, a byte for each tile, and its cells. */
#ifndef UNDERCROFT_MYSTERY_GROUND_H
#define UNDERCROFT_MYSTERY_GROUND_H

#include "core/generation.h"

/* Of a place that is none, both coordinates. */
#define NOWHERE 255

/* No cell, where a number of one is expected. */
#define NO_CELL 255

#define CELLS (CELLS_ACROSS * CELLS_DOWN)

/* The properties of a cell, beside VALID and ROOM. AWAY: the one it is merged with has its room. */
#define CONNECTED 0x04
#define MERGED 0x08
#define AWAY 0x10
#define MAZE 0x20
#define IMPERFECT 0x40
#define STRUCTURED 0x80

#define LIVE (VALID | ROOM | CONNECTED)

/* The properties of the layout. */
#define HAS_DENSITY 0x0001
#define HAS_WALK 0x0002
#define IS_MERGED 0x0004
#define MAY_HAVE_WATER 0x0008
#define MAY_HAVE_MAZES 0x0010
#define MAY_HAVE_STRUCTURES 0x0020
#define IS_REPAIRED 0x0040
#define IS_LOOSE 0x0080
#define IS_FORCED 0x0100

/* What some floors need. */
#define MAKES_HOUSES (SOME_HOUSE_IS_FORCED || SOME_MONSTER_HOUSE_CHANCE)
#define GROWS_WALLS (SOME_HAVE_MAZES || SOME_HAVE_STRUCTURES)
#define HAS_LOOSE_ANCHORS (SOME_LAYOUT_IS_OUTER_RING || SOME_LAYOUT_IS_CROSSROADS)
#define HAS_ANCHORS (SOME_HAVE_DENSITY || HAS_LOOSE_ANCHORS)

/* The first tile of a row. */
#define GROUND_ROW(y) (ground + GROUND_ROWS[y])

/* How many columns and rows of cells there are, and the lines between them. */
WORK uint8_t across, down;
#if SOME_HAVE_CELLS
WORK uint8_t lines_x[CELLS_ACROSS + 1], lines_y[5];
#endif

/* The cells: their rectangles, properties, links, and the links that have still to be dug. */
WORK uint8_t cell_left[CELLS], cell_top[CELLS], cell_right[CELLS], cell_bottom[CELLS];
WORK uint8_t cell_state[CELLS];
#if SOME_HAVE_CELLS
WORK uint8_t cell_links[CELLS], cell_todo[CELLS];
#endif

WORK uint8_t structures_left;
WORK uint8_t has_shop, has_house, house_is_forced, is_empty;
WORK uint8_t house_cell, shop_cell;
WORK uint8_t stairs_at_x, stairs_at_y, hidden_x, hidden_y, start_x, start_y;

/* The area that is being filled: its first column, how many it has, its next row and the one behind its
 * last. */
WORK uint8_t area_left, area_width, area_row, area_bottom;
WORK uint8_t area_kept, area_added;

/* Set by a piece of work behind which nothing else should be done in the step. */
WORK uint8_t is_long;

/* How far the work has come: what these are is up to each. */
WORK uint8_t work, work_x, work_y, work_count;

/* How many layouts were tried; 10 if a single large room is built instead. */
WORK uint8_t layout_tries;

#if SOME_WATER_LAVA
/* Whether all water is lava. */
WORK uint8_t is_lava;
#endif

/* Whether nothing else has succeeded, and a single large room is the floor. */
WORK uint8_t is_last_try;

/* Of each row of cells the first one. */
static const uint8_t cell_row[4] = { 0, 6, 12, 18 };

#if SOME_HAVE_CELLS
static const uint8_t link_bit[4] = { 1, 2, 4, 8 };
/* How much more than 6 below its own number is the neighbour's: a sum that wraps around would be
 * wrong with OSCAR64 where the number is a constant. */
static const uint8_t link_step[4] = { 0, 12, 5, 7 };
#endif
#if SOME_WALK || SOME_MERGE || SOME_REPAIR
static const uint8_t link_x[4] = { 0, 0, 255, 1 };
static const uint8_t link_y[4] = { 255, 1, 0, 0 };
#endif

/* The number of the cell in column x and row y. */
#define cell_at(x, y) ((uint8_t)((x) + cell_row[y]))

#if SOME_HAVE_CELLS \
    && (!NUMBERS_IS_EXACT || GROWS_WALLS || SOME_HAVE_EXTRA_HALLS || SOME_ARE_IMPERFECT)
/* Whether a tile is floor. */
static uint8_t is_floor(uint8_t x, uint8_t y)
{
    return (uint8_t)(GROUND_ROW(y)[x] & TERRAIN) == FLOOR;
}
#endif

#if HAS_ANCHORS || GROWS_WALLS || SOME_HAVE_EXTRA_HALLS || SOME_ARE_IMPERFECT \
    || SOME_HAVE_STRUCTURES
/* Change the terrain of a tile; its properties stay. */
static void set_terrain(uint8_t x, uint8_t y, uint8_t terrain)
{
    REGISTER uint8_t *row;

    row = GROUND_ROW(y);
    row[x] = (row[x] & (uint8_t)~TERRAIN) | terrain;
}
#endif

/* Begin to change the bytes of a rectangle, `right` and `bottom` excluded: only the bits `kept` stay,
 * then the bits `added` are added. The driver fills it, row by row. */
static void begin_area(uint8_t left, uint8_t top, uint8_t right, uint8_t bottom, uint8_t kept,
                       uint8_t added)
{
    area_left = left;
    area_width = right - left;
    area_row = top;
    area_bottom = bottom;
    area_kept = kept;
    area_added = added;
}

/* Change the bytes of the area's next row. */
static void fill_area_row(void)
{
    first_tile = GROUND_ROW(area_row) + area_left;
    tile_count = area_width;
    bits_kept = area_kept;
    bits_added = area_added;
    change_tiles();
    ++area_row;
}

#if SOME_HAVE_CELLS
/* Fill all of a small area at once. */
static void fill_area(void)
{
    while (area_row < area_bottom)
        fill_area_row();
}
#endif

/* Begin to change the bytes of a cell's rectangle. */
static void begin_cell_area(uint8_t cell, uint8_t kept, uint8_t added)
{
    begin_area(cell_left[cell], cell_top[cell], cell_right[cell], cell_bottom[cell], kept, added);
}

/* Forget what a try has left beside the ground and the table of entities: of the start, the shop and the
 * monster house what the mode does not keep. */
static void forget_try(void);

/* The same for all that both modes forget. */
static void begin_try(void)
{
    uint8_t at;

    for (at = 0; at != CELLS; ++at)
        cell_state[at] = 0;
    stairs_at_x = NOWHERE;
    stairs_at_y = NOWHERE;
    hidden_x = NOWHERE;
    hidden_y = NOWHERE;
    house_cell = NO_CELL;
    shop_cell = NO_CELL;
    forget_try();
}

/* Forget the last entities of a failed try. */
static void forget_entities(void)
{
    uint8_t at, left;
    REGISTER struct entity_record *entity;

    at = FIGURES->entities;
    for (left = FORGOTTEN_AT_ONCE; left != 0 && at != 0; --left) {
        --at;
        entity = ENTITY_RECORD(at);
        ENTITY_SET_KIND(entity, 255);
        ENTITY_SET_X(entity, 0);
        ENTITY_SET_Y(entity, 0);
    }
    FIGURES->entities = at;
}

/* Begin a try: all walls, nothing on them. A piece is some entities, or a row. */
static uint8_t reset_floor(void)
{
    if (work == 0) {
        work = 1;
        begin_try();
        return 0;
    }
    if (FIGURES->entities) {
        forget_entities();
        return 0;
    }
    first_tile = GROUND_ROW(work_y);
    tile_count = MAP_WIDTH;
    bits_kept = 0;
    bits_added = 0;
    change_tiles();
    ++work_y;
    return work_y == MAP_HEIGHT;
}

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_ground.h"
#else
#include "kinds/mystery/lean_ground.h"
#endif

#endif
