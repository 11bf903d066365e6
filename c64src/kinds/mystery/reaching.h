/* Whether all that is open can be reached. */
#ifndef UNDERCROFT_MYSTERY_REACHING_H
#define UNDERCROFT_MYSTERY_REACHING_H

#include "core/platform.h"
#include "kinds/mystery/ground.h"

/* The number of the tile from which all that is open must be within reach. */
static uint16_t first_open(void);

/* Begin at a tile, by its number; 1 if it is not open, and nothing is reached. */
static uint8_t reach_first(uint16_t place)
{
    first_reached = 0;
    behind_reached = 0;
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

#if SOME_THINGS_LEAST_STEPS
/* How many tiles wait. The kernel changes both, so this is no part of another function. */
static NOINLINE uint8_t count_waiting(void)
{
    return behind_reached - first_reached;
}
#endif

/* Find all that is open, from the first tile on, and mark it as free; `open_tiles` is 0 afterwards if all of
 * it was found. A piece is a tile; all that the step may still do are done at once.
 *
 * A step is to the left, right, up or down: a diagonal one needs both of its sides open, too. */
static uint8_t reach_tiles(void)
{
    if (work == 0) {
        work = 1;
#if SOME_THINGS_LEAST_STEPS
        return THINGS_LEAST_STEPS ? count_waiting() == 0 : reach_first(first_open());
#else
        return reach_first(first_open());
#endif
    }
    is_long = 1;
    return reach_some();
}

#if SOME_THINGS_LEAST_STEPS
/* Find what is fewer steps from the stairs than the start has to be, and mark it as free; reach_tiles goes on
 * with it. `work_count` is how many more steps are wanted, `work_x` how many tiles wait that are as far as the
 * first one. */
static uint8_t reach_near(void)
{
    uint8_t tiles, rest;

    if (work == 0) {
        work = 1;
        work_count = THINGS_LEAST_STEPS;
        reach_first(GROUND_ROWS[stairs_at_y] + stairs_at_x);
    } else {
        tiles = work_x;
        if (tiles > pieces_left)
            tiles = pieces_left;
        rest = pieces_left - tiles;
        work_x -= tiles;
        pieces_left = tiles;
        reach_some();
        /* The driver takes one away. */
        pieces_left = rest + 1;
        if (work_x != 0)
            return 0;
    }
    --work_count;
    work_x = count_waiting();
    return work_count == 0 || work_x == 0;
}
#endif

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_reaching.h"
#else
#include "kinds/mystery/lean_reaching.h"
#endif

#endif
