/* Reading the tiles around a tile. With wall_around.h the twin of pygen/engine/dungeon/around.py. */
#ifndef UNDERCROFT_READ_AROUND_H
#define UNDERCROFT_READ_AROUND_H

#include "core/get_tile.h"
#include "core/platform.h"

/* The codes of the eight neighbours of a tile, clockwise from the one above, and the places of four of
 * them in this order. */
#define AROUND_ABOVE 0
#define AROUND_RIGHT 2
#define AROUND_BELOW 4
#define AROUND_LEFT 6
static uint8_t around_tile[8];

/* Read the codes of the eight neighbours of a tile, which is not at the edge of the map. */
static NOINLINE void read_around(uint8_t x, uint8_t y)
{
    around_tile[0] = get_tile(x, y - 1);
    around_tile[1] = get_tile(x + 1, y - 1);
    around_tile[2] = get_tile(x + 1, y);
    around_tile[3] = get_tile(x + 1, y + 1);
    around_tile[4] = get_tile(x, y + 1);
    around_tile[5] = get_tile(x - 1, y + 1);
    around_tile[6] = get_tile(x - 1, y);
    around_tile[7] = get_tile(x - 1, y - 1);
}

#endif
