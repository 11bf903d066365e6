/* Spots of water in lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_TERRAIN_H
#define UNDERCROFT_MYSTERY_LEAN_TERRAIN_H

#include "core/generation.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/terrain.h"

#define HITS_AT_ONCE LEAN_HITS_AT_ONCE

/* Find a random tile that is not at the edge of the map, for a spot. */
static void draw_spot_place(void)
{
    water_x = 1 + draw_below(MAP_WIDTH - 2);
    water_y = 1 + draw_below(MAP_HEIGHT - 2);
}

/* Choose a random tile of a spot: 16 for each row, and its column; both from 1 to 8. One draw has both. It is
 * a macro because calls would take a spot too long with cc65. */
#define DRAW_HIT(hit) \
    do { \
        random_draw(); \
        (hit) = (random_high & 0x77) + 0x11; \
    } while (0)

#endif
