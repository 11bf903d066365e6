/* Spots of water in exact mode. */
#ifndef UNDERCROFT_MYSTERY_EXACT_TERRAIN_H
#define UNDERCROFT_MYSTERY_EXACT_TERRAIN_H

#include "core/generation.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/terrain.h"

#define HITS_AT_ONCE EXACT_HITS_AT_ONCE

/* Find a random tile that is not at the edge of the map, for a spot. */
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

/* A random tile of a spot: 16 for each row, and its column; both from 1 to 8. */
static uint8_t draw_hit(void)
{
    uint8_t column;

    column = 1 + draw_below(SPOT_SIDE);
    return ((1 + draw_below(SPOT_SIDE)) << 4) + column;
}

#define DRAW_HIT(hit) ((hit) = draw_hit())

#endif
