/* Whether all that is open can be reached. */
#ifndef UNDERCROFT_MYSTERY_REACHING_H
#define UNDERCROFT_MYSTERY_REACHING_H

#include "core/platform.h"
#include "kinds/mystery/ground.h"

/* The number of the tile from which all that is open must be within reach. */
static uint16_t first_open(void);

/* Find all that is open, from the first tile on, and mark it as free; `open_tiles` is 0 afterwards if all of
 * it was found. A piece is a tile; all that the step may still do are done at once.
 *
 * A step is to the left, right, up or down: a diagonal one needs both of its sides open, too. */
static uint8_t reach_tiles(void)
{
    uint16_t place;

    if (work == 0) {
        work = 1;
        first_reached = 0;
        behind_reached = 0;
        place = first_open();
        /* Floor and moats have odd numbers. */
        if ((ground[place] & (FREE | FLOOR)) != FLOOR)
            return 1;
        ground[place] |= FREE;
        --open_tiles;
        waiting_low[0] = (uint8_t)place;
        waiting_high[0] = (uint8_t)(place >> 8);
        behind_reached = 1;
        return 0;
    }
    is_long = 1;
    return reach_some();
}

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_reaching.h"
#else
#include "kinds/mystery/lean_reaching.h"
#endif

#endif
