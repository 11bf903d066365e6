/* The cells of exact mode: rooms are flags that are shuffled by swaps. */
#ifndef UNDERCROFT_MYSTERY_EXACT_CELLS_H
#define UNDERCROFT_MYSTERY_EXACT_CELLS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

#if SOME_HAVE_CELLS

/* The flags that are shuffled, and how many swaps are left. */
WORK uint8_t flags[CELLS], swaps_left;

/* Draw columns and rows, until there are not too many; a piece is a try. */
static uint8_t draw_grid(void)
{
    if (work_count == GRID_TRIES) {
        across = 4;
        down = 4;
        return 1;
    }
    ++work_count;
    across = 2 + draw_few(GRID_ACROSS);
    down = 2 + draw_few(GRID_DOWN);
    return across <= CELLS_ACROSS && down <= 4;
}

#if !ALL_FIXED_ACROSS
/* draw_grid has chosen them, except for layouts that have cells in their left columns only. */
static void choose_counts(void)
{
#if SOME_HAS_COLUMNS
    if (HAS_COLUMNS) {
        across = 4;
        down = 2 + draw_few(2);
    }
#endif
}
#endif

/* Set the first `wanted` of `count` flags. */
static void begin_flags(uint8_t count, uint8_t wanted)
{
    uint8_t at;

    for (at = 0; at != count; ++at) {
        flags[at] = 0;
        if (at < wanted)
            flags[at] = 1;
    }
    swaps_left = SWAPS;
}

/* Swap some pairs of `count` flags; 1 if there are no more. */
static uint8_t shuffle_flags(uint8_t count)
{
    uint8_t left, one, other, flag;

    for (left = SWAPS_AT_ONCE; left != 0; --left) {
        one = draw_below(count);
        other = draw_below(count);
        flag = flags[one];
        flags[one] = flags[other];
        flags[other] = flag;
    }
    swaps_left -= SWAPS_AT_ONCE;
    return swaps_left == 0;
}

/* A number 0..count-1; a flag was shuffled for it. */
static uint8_t draw_choice(uint8_t count)
{
    uint8_t at;

    for (at = 0; at != count; ++at)
        if (flags[at])
            break;
    return at;
}
#if SOME_HAVE_DENSITY
/* How many cells there are; cells_left counts those that were looked at. */
WORK uint8_t cells_shuffled;

/* A piece is some swaps, or a column. */
static uint8_t assign_rooms(void)
{
    uint8_t x, y, cell;

    if (work == 0) {
        work = 1;
        rooms_wanted = ROOMS_DENSITY;
        y = draw_few(3);
        if (DENSITY_VARIES)
            rooms_wanted += y;
        cells_shuffled = across;
        for (y = 1; y != down; ++y)
            cells_shuffled += across;
        rooms_found = 0;
        begin_flags(cells_shuffled, rooms_wanted);
        cells_left = 0;
        return 0;
    }
    if (work == 1) {
        if (shuffle_flags(cells_shuffled))
            work = 2;
        return 0;
    }
    x = work_x;
    if (x == across) {
        if (rooms_found < 2)
            add_room();
        return 1;
    }
    for (y = 0; y != down; ++y) {
        cell = cell_at(x, y);
        if ((cell_state[cell] & VALID) == 0)
            continue;
        cell_state[cell] = VALID;
        if (flags[cells_left]) {
            COUNT_ROOM(cell, x, y);
        }
        ++cells_left;
    }
    work_x = x + 1;
    return 0;
}
#endif
#endif

#endif
