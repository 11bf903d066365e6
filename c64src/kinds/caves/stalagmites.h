/* Stalagmites: solid tiles alone in open floor. */
#ifndef UNDERCROFT_CAVES_STALAGMITES_H
#define UNDERCROFT_CAVES_STALAGMITES_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"

/* How many places are still to be tried. */
WORK uint8_t stalagmites_left;

/* Whether the tile at (x, y) and the eight around it are open. */
static NOINLINE uint8_t is_open_around(uint8_t x, uint8_t y)
{
    uint8_t column, left, bits;
    REGISTER const uint8_t *above;

    column = x - 1;
    for (left = 3; left != 0; --left) {
        above = plane_solid + plane_row[y - 1] + (column >> 3);
        bits = above[0] | above[PLANE_ROW_BYTES] | above[2 * PLANE_ROW_BYTES];
        if (bits & plane_bit[column & 7])
            return 0;
        ++column;
    }
    return 1;
}

/* One step of trying random places: some of them. */
static uint8_t place_stalagmites(void)
{
    uint8_t x, y, left;

    for (left = STALAGMITES_TRIED; left != 0; --left) {
        x = 1 + random_below(MAP_WIDTH - 2);
        y = 1 + random_below(MAP_HEIGHT - 2);
        if (is_open_around(x, y))
            plane_solid[plane_row[y] + (x >> 3)] |= plane_bit[x & 7];
        --stalagmites_left;
        if (stalagmites_left == 0)
            return 1;
    }
    return 0;
}

#endif
