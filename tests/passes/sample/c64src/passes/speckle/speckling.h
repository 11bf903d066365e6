/* The pass `speckle`: single walls on the floor, row by row. */
#ifndef UNDERCROFT_SPECKLE_SPECKLING_H
#define UNDERCROFT_SPECKLE_SPECKLING_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"

/* The row that is next, and its place in the pattern. */
static uint8_t speckled_y, speckled_at;

/* Turn tiles of the floor in row y into walls, each by chance. */
static void speckle_row(uint8_t y)
{
    uint8_t x;

    for (x = 0; x != MAP_WIDTH; ++x) {
        if (get_tile(x, y) == TILE_FLOOR && random_chance(SPECKLE_CHANCE))
            set_tile(x, y, TILE_WALL);
    }
}

/* One step of turning tiles of the floor into walls: a row. */
static void speckle(void)
{
    if (stage == 0) {
        speckled_y = 0;
        speckled_at = 0;
        stage = 1;
    }
    if (SPECKLE_ROWS[speckled_at])
        speckle_row(speckled_y);
    ++speckled_at;
    if (speckled_at == SPECKLE_ROWS_LENGTH)
        speckled_at = 0;
    ++speckled_y;
    if (speckled_y == MAP_HEIGHT)
        stage = PHASE_DONE;
}

#endif
