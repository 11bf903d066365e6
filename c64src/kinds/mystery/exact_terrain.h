/* Spots of water in exact mode. */
#ifndef UNDERCROFT_MYSTERY_EXACT_TERRAIN_H
#define UNDERCROFT_MYSTERY_EXACT_TERRAIN_H

#include "core/generation.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/terrain.h"

/* It may find none: then it is a tile at the edge. */
static void draw_spot_place(void)
{
    uint8_t left;

    for (left = SPOT_TRIES; left != 0; --left) {
        water_x = draw_below(MAP_WIDTH);
        water_y = draw_below(MAP_HEIGHT);
        if ((uint8_t)(water_x - 1) < MAP_WIDTH - 2 && (uint8_t)(water_y - 1) < MAP_HEIGHT - 2)
            return;
    }
    water_x = 0;
    water_y = 0;
}

#endif
