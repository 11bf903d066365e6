/* Reaching in lean mode: before things are placed, from the first room. */
#ifndef UNDERCROFT_MYSTERY_LEAN_REACHING_H
#define UNDERCROFT_MYSTERY_LEAN_REACHING_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/reaching.h"

/* The first tile of floor in a room. */
static uint16_t first_open(void)
{
    uint8_t cell, x, y;

    for (cell = 0; cell != CELLS; ++cell) {
        if ((cell_state[cell] & (LIVE | AWAY)) != LIVE)
            continue;
        for (y = cell_top[cell]; y != cell_bottom[cell]; ++y)
            for (x = cell_left[cell]; x != cell_right[cell]; ++x)
                if (is_floor(x, y))
                    return GROUND_ROWS[y] + x;
    }
    return 0;
}

#endif
