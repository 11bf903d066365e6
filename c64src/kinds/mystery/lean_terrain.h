/* Spots of water in lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_TERRAIN_H
#define UNDERCROFT_MYSTERY_LEAN_TERRAIN_H

#include "core/generation.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/terrain.h"

static void draw_spot_place(void)
{
    water_x = 1 + draw_below(MAP_WIDTH - 2);
    water_y = 1 + draw_below(MAP_HEIGHT - 2);
}

#endif
