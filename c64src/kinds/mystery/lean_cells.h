/* The cells of lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_CELLS_H
#define UNDERCROFT_MYSTERY_LEAN_CELLS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

#if SOME_HAVE_CELLS

#if !ALL_FIXED_ACROSS
static void choose_counts(void)
{
    across = 4;
#if SOME_ACROSS_CHOICES
    if (ACROSS_CHOICES)
        across = 2 + draw_few(ACROSS_CHOICES);
#endif
    down = 2 + draw_few(DOWN_CHOICES);
}
#endif

#if SOME_HAVE_DENSITY
/* A piece is a column. */
static uint8_t assign_rooms(void)
{
    uint8_t x, y, cell;

    if (work == 0) {
        work = 1;
        rooms_wanted = ROOMS_DENSITY;
#if SOME_DENSITIES_VARY
        if (DENSITY_VARIES)
            rooms_wanted += draw_few(3);
#endif
        cells_left = across;
        for (y = 1; y != down; ++y)
            cells_left += across;
        rooms_found = 0;
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
        /* As many of the cells that are left are rooms as are still wanted, on average. */
        if (rooms_wanted && draw_below(cells_left) < rooms_wanted) {
            --rooms_wanted;
            COUNT_ROOM(cell, x, y);
        }
        --cells_left;
    }
    work_x = x + 1;
    return 0;
}
#endif
#endif

#endif
