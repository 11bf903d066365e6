/* The heights of a terrain; for rivers and roads also random tiles. */
#ifndef UNDERCROFT_TERRAIN_COMMON_H
#define UNDERCROFT_TERRAIN_COMMON_H

#include "core/generation.h"
#include "core/noise/noise.h"

/* The heights of all tiles, or of one row, whose last cells may end behind it. */
#if KEEPS_HEIGHTS
#define HEIGHTS_BYTES ((uint16_t)MAP_WIDTH * (MAP_HEIGHT - 1) + NOISE_ROW_BYTES)
#else
#define HEIGHTS_BYTES NOISE_ROW_BYTES
#endif
WORK uint8_t heights[HEIGHTS_BYTES];

#if SOME_RIVERS_COUNT || SOME_ROADS_SITES
/* A tile, and where its height is. */
WORK uint8_t place_x, place_y;
WORK uint8_t *place_height;

/* Find where its height is. */
static NOINLINE void find_height(void)
{
    place_height = heights + (uint16_t)((uint16_t)place_y * MAP_WIDTH) + place_x;
}

/* Pick a random tile that is not at the edge of the map: two draws. */
static NOINLINE void pick_inner_tile(void)
{
    place_x = 1 + random_below(MAP_WIDTH - 2);
    place_y = 1 + random_below(MAP_HEIGHT - 2);
}
#endif

#endif
