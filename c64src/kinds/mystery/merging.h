/* Neighbouring rooms become one, with the rectangle that covers both. */
#ifndef UNDERCROFT_MYSTERY_MERGING_H
#define UNDERCROFT_MYSTERY_MERGING_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/connections.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/rooms.h"

/* Let another cell have the rectangle that covers its room and this one's. */
static void merge_into(uint8_t cell, uint8_t other)
{
    if (cell_left[cell] < cell_left[other])
        cell_left[other] = cell_left[cell];
    if (cell_top[cell] < cell_top[other])
        cell_top[other] = cell_top[cell];
    if (cell_right[cell] > cell_right[other])
        cell_right[other] = cell_right[cell];
    if (cell_bottom[cell] > cell_bottom[other])
        cell_bottom[other] = cell_bottom[cell];
    cell_state[other] |= MERGED;
    cell_state[cell] = (cell_state[cell] & (uint8_t)~CONNECTED) | MERGED | AWAY;
    open_room(other);
}

#if SOME_MERGE
#if SOME_VARIANTS_MERGING_IS_CELLS
static const uint8_t merge_links[4] = { WEST, NORTH, EAST, SOUTH };
#endif

/* Whether a cell has a room that is linked and not merged yet. */
static uint8_t can_merge(uint8_t cell)
{
    return (cell_state[cell] & (LIVE | MERGED)) == LIVE;
}

#if SOME_VARIANTS_MERGING_IS_CELLS
/* Let a cell's room merge by chance with a random neighbour. */
static void merge_room(uint8_t x, uint8_t y)
{
    uint8_t cell, link, other;

    if (!draw_percent(ROOMS_MERGING))
        return;
    cell = cell_at(x, y);
    if (!can_merge(cell))
        return;
    link = merge_links[draw_few(4)];
    if (!is_inside(x, y, link))
        return;
    other = other_cell(cell, link);
    if (can_merge(other))
        merge_into(cell, other);
}
#endif

#if SOME_VARIANTS_MERGING_IS_PAIRS
/* Let a cell's room merge by chance with its next one in a direction; 1 if it does. */
static uint8_t merge_pair(uint8_t x, uint8_t y, uint8_t link)
{
    uint8_t cell, other;

    if (!is_inside(x, y, link) || !draw_percent(ROOMS_MERGING))
        return 0;
    cell = cell_at(x, y);
    other = other_cell(cell, link);
    if (!can_merge(cell) || !can_merge(other))
        return 0;
    merge_into(cell, other);
    return 1;
}

/* Let a cell's room merge by chance with the next one to the right, else with the next one below. */
static void merge_pairs(uint8_t x, uint8_t y)
{
    if (!merge_pair(x, y, EAST))
        merge_pair(x, y, SOUTH);
}
#endif

/* Let each cell's room merge by chance with one of its neighbours; a piece is a cell. */
static uint8_t merge_rooms(void)
{
    if (work_x == across)
        return 1;
#if SOME_VARIANTS_MERGING_IS_CELLS && SOME_VARIANTS_MERGING_IS_PAIRS
    if (VARIANTS_MERGING_IS_PAIRS)
        merge_pairs(work_x, work_y);
    else
        merge_room(work_x, work_y);
#elif SOME_VARIANTS_MERGING_IS_PAIRS
    merge_pairs(work_x, work_y);
#else
    merge_room(work_x, work_y);
#endif
    next_cell_down();
    return 0;
}
#endif

#if SOME_LAYOUT_IS_BEETLE
/* Merge the rooms of the middle column into one; a piece is a room. */
static uint8_t merge_column(void)
{
    if (work == 0) {
        work = 1;
        merge_into(7, 1);
        return 0;
    }
    merge_into(13, 1);
    return 1;
}
#endif

#endif
