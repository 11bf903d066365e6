/* Falloff: heights are lowered towards the edge of the map, so that water surrounds the land. A kernel
 * does that. */
#ifndef UNDERCROFT_TERRAIN_FALLOFF_H
#define UNDERCROFT_TERRAIN_FALLOFF_H

#include "core/generation.h"
#include "core/kernels.h"

/* Lower the heights of row y where they are near an edge. 31 cycles a tile. */
static void lower_row(uint8_t *row, uint8_t y)
{
    lowered_row = row - 1;
    fall_of_row = FALLS_OF_ROWS[y];
    lower_heights();
}

#endif
