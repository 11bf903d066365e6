/* Rivers of a world: lines where a noise of their own is in the middle of its heights. */
#ifndef UNDERCROFT_TERRAIN_LINES_H
#define UNDERCROFT_TERRAIN_LINES_H

#include "core/generation.h"
#include "core/noise/noise.h"

/* The heights of the line in a row. */
WORK uint8_t line_heights[NOISE_ROW_BYTES];

/* Draw rivers on the heights of a row, where those of the line are near enough to the middle. */
static void draw_line(uint8_t *row)
{
    uint8_t x, away;

    for (x = 0; x != MAP_WIDTH; ++x) {
        away = line_heights[x] - (uint8_t)(RIVER_HEIGHT - RIVERS_WIDTH);
        if (away <= 2 * RIVERS_WIDTH)
            row[x] = BED;
    }
}

#endif
