/* Reading the tiles around a tile. With wall_around.h the twin of pygen/engine/dungeon/around.py. */
#ifndef UNDERCROFT_READ_AROUND_H
#define UNDERCROFT_READ_AROUND_H

#include "core/platform.h"
#include "zeropage.h"

/* The codes of the eight neighbours of a tile, clockwise from the one above, and the places of four of
 * them in this order. */
#define AROUND_ABOVE 0
#define AROUND_RIGHT 2
#define AROUND_BELOW 4
#define AROUND_LEFT 6
WORK uint8_t around_tile[8];

/* Read the codes of the eight neighbours of a tile, which is not at the edge of the map. */
static NOINLINE void read_around(uint8_t x, uint8_t y)
{
    tile_column = x - 1;
    tile_row = y - 1;
    around_to = around_tile;
    read_neighbours();
}

#endif
