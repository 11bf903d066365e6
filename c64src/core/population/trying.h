/* Trying tiles on which entities may be placed. The twin of pygen/engine/population/trying.py. */
#ifndef UNDERCROFT_POPULATION_TRYING_H
#define UNDERCROFT_POPULATION_TRYING_H

#include "core/doorways.h"
#include "core/generation.h"
#include "core/population/areas.h"

/* The tile that is tried, and how many tiles it must be from the up stairs. */
WORK uint8_t tried_x, tried_y, wanted_distance;

/* Whether the tile that is tried is nearer to the up stairs than it may be, across plus down. */
static uint8_t is_too_near(void)
{
    uint8_t across, down;

    if (wanted_distance == 0)
        return 0;
    across = tried_x - SUMMARY->up_x;
    if (tried_x < SUMMARY->up_x)
        across = SUMMARY->up_x - tried_x;
    down = tried_y - SUMMARY->up_y;
    if (tried_y < SUMMARY->up_y)
        down = SUMMARY->up_y - tried_y;
    across += down;
    /* If the sum is more than a byte, it is more than any distance that is wanted. */
    return across >= down && across < wanted_distance;
}

/* Try a random tile of the area: 1 if it is free floor and far enough from the up stairs. */
static uint8_t try_tile(void)
{
    /* cc65 would save what is added before a call on its stack. */
    tried_x = random_below(populated_width) + populated_x;
    tried_y = random_below(populated_height) + populated_y;
    if (is_too_near())
        return 0;
    return is_free_floor(tried_x, tried_y);
}

#endif
