/* The rooms of the cells, and the anchors of those that have none: single tiles of a hall. */
#ifndef UNDERCROFT_MYSTERY_ROOMS_H
#define UNDERCROFT_MYSTERY_ROOMS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* The least size of one of two rooms. */
#define LEAST_WIDTH_OF_TWO 10
#define LEAST_HEIGHT_OF_TWO 16

#if SOME_HAVE_CELLS

#if HAS_ANCHORS
static void create_anchor(uint8_t x, uint8_t y);
#endif
#if SOME_ARE_LOOSE
static void create_loose_room(uint8_t x, uint8_t y);
#endif
#if SOME_ARE_STRICT
static void create_room(uint8_t x, uint8_t y);
#endif

/* Create the room or the anchor of each cell, row by row; a piece is a cell, which is long if it is
 * valid. */
static uint8_t create_rooms(void)
{
    uint8_t state;

    if (work_y == down)
        return 1;
    state = cell_state[cell_at(work_x, work_y)];
    if (state & VALID) {
        is_long = 1;
#if HAS_ANCHORS
        if ((state & ROOM) == 0)
            create_anchor(work_x, work_y);
        else
#endif
#if SOME_ARE_LOOSE && SOME_ARE_STRICT
        if ((PROPERTIES & IS_LOOSE) || LAYOUT_IS_TWO_ROOMS)
            create_loose_room(work_x, work_y);
        else
            create_room(work_x, work_y);
#elif SOME_ARE_LOOSE
            create_loose_room(work_x, work_y);
#else
            create_room(work_x, work_y);
#endif
    }
    next_cell();
    return 0;
}
#endif

/* Remember the rectangle of a cell's room or anchor. */
static void set_cell(uint8_t cell, uint8_t left, uint8_t top, uint8_t width, uint8_t height)
{
    cell_left[cell] = left;
    cell_top[cell] = top;
    cell_right[cell] = left + width;
    cell_bottom[cell] = top + height;
}

/* Begin to make the tiles of a cell's rectangle floor of a room. */
static void open_room(uint8_t cell)
{
    begin_cell_area(cell, (uint8_t)~TERRAIN, FLOOR | IN_ROOM);
}

#if HAS_ANCHORS
/* Open a tile of a cell without a room, not too near its edge. */
static void create_anchor(uint8_t x, uint8_t y)
{
    uint8_t left, right, top, bottom, tile_x, tile_y;

    left = lines_x[x];
    right = lines_x[x + 1];
    top = lines_y[y];
    bottom = lines_y[y + 1];
#if HAS_LOOSE_ANCHORS
    if (PROPERTIES & IS_LOOSE) {
        ++left;
        right -= 2;
        ++top;
        bottom -= 2;
#if SOME_VARIANTS_BORDER_IS_INNER
        if (VARIANTS_BORDER_IS_INNER && left < 2)
            left = 2;
#endif
    }
#endif
#if SOME_HAVE_DENSITY
    if (!(PROPERTIES & IS_LOOSE)) {
        left += 4;
        if (x == 0)
            --left;
        right -= 6;
        if (x == (uint8_t)(across - 1))
            right += 2;
        top += 4;
        if (y == 0)
            --top;
        bottom -= 5;
        if (y == (uint8_t)(down - 1))
            bottom += 2;
    }
#endif
    tile_x = draw_between(left, right);
    tile_y = draw_between(top, bottom);
    set_cell(cell_at(x, y), tile_x, tile_y, 1, 1);
    set_terrain(tile_x, tile_y, FLOOR);
}
#endif

#if SOME_ARE_LOOSE
/* Create a room of any size that fits. */
static void create_loose_room(uint8_t x, uint8_t y)
{
    uint8_t wide, high, width, height, left, top, margin, cell;

    wide = (uint8_t)(lines_x[x + 1] - lines_x[x] - 3);
    high = (uint8_t)(lines_y[y + 1] - lines_y[y] - 3);
    width = LEAST_WIDTH;
    height = LEAST_HEIGHT;
    margin = 2;
#if SOME_LAYOUT_IS_TWO_ROOMS
    if (LAYOUT_IS_TWO_ROOMS) {
        width = LEAST_WIDTH_OF_TWO;
        height = LEAST_HEIGHT_OF_TWO;
        margin = 1;
    }
#endif
    width = draw_between(width, wide);
    height = draw_between(height, high);
    left = draw_forced(wide - width);
    left += (uint8_t)(lines_x[x] + margin);
    top = draw_forced(high - height);
    top += (uint8_t)(lines_y[y] + margin);
    cell = cell_at(x, y);
    set_cell(cell, left, top, width, height);
    open_room(cell);
}
#endif

#if SOME_ARE_STRICT
/* Choose whether a room may have a structure, or imperfect corners; never both. */
static void choose_features(uint8_t cell);

/* Create a room that is not too long, with odd sides if they fit. */
static void create_room(uint8_t x, uint8_t y)
{
    uint8_t wide, high, width, height, most, left, top, cell;

    wide = (uint8_t)(lines_x[x + 1] - lines_x[x] - 4);
    high = (uint8_t)(lines_y[y + 1] - lines_y[y] - 3);
    width = draw_between(LEAST_WIDTH, wide);
    height = draw_between(LEAST_HEIGHT, high);
    if ((uint8_t)(width | 1) < wide)
        width |= 1;
    if ((uint8_t)(height | 1) < high)
        height |= 1;
    most = height + (height >> 1);
    if (width > most)
        width = most;
    most = width + (width >> 1);
    if (height > most)
        height = most;
    left = draw_forced(wide - width);
    left += (uint8_t)(lines_x[x] + 2);
    top = draw_forced(high - height);
    top += (uint8_t)(lines_y[y] + 2);
    cell = cell_at(x, y);
    set_cell(cell, left, top, width, height);
    open_room(cell);
    choose_features(cell);
}
#endif

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_rooms.h"
#else
#include "kinds/mystery/lean_rooms.h"
#endif

#endif
