/* The heights of a terrain. */
#ifndef UNDERCROFT_TERRAIN_HEIGHTS_H
#define UNDERCROFT_TERRAIN_HEIGHTS_H

#include "core/generation.h"
#include "core/noise/noise.h"

/* The heights of all tiles, or of one row, whose last cells may end behind it. */
#if KEEPS_HEIGHTS
#define HEIGHTS_BYTES ((uint16_t)MAP_WIDTH * (MAP_HEIGHT - 1) + NOISE_ROW_BYTES)
#else
#define HEIGHTS_BYTES NOISE_ROW_BYTES
#endif
WORK uint8_t heights[HEIGHTS_BYTES];

#endif
