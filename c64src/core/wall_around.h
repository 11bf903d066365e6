/* Making the empty tiles around a tile walls. */
#ifndef UNDERCROFT_WALL_AROUND_H
#define UNDERCROFT_WALL_AROUND_H

#include "core/generation.h"
#include "core/read_around.h"
#include "core/tilemap.h"

/* Make the empty tiles around a tile walls; they have been read. */
static NOINLINE void wall_around(uint8_t x, uint8_t y)
{
    if (around_tile[0] == TILE_EMPTY)
        set_tile(x, y - 1, TILE_WALL);
    if (around_tile[1] == TILE_EMPTY)
        set_tile(x + 1, y - 1, TILE_WALL);
    if (around_tile[2] == TILE_EMPTY)
        set_tile(x + 1, y, TILE_WALL);
    if (around_tile[3] == TILE_EMPTY)
        set_tile(x + 1, y + 1, TILE_WALL);
    if (around_tile[4] == TILE_EMPTY)
        set_tile(x, y + 1, TILE_WALL);
    if (around_tile[5] == TILE_EMPTY)
        set_tile(x - 1, y + 1, TILE_WALL);
    if (around_tile[6] == TILE_EMPTY)
        set_tile(x - 1, y, TILE_WALL);
    if (around_tile[7] == TILE_EMPTY)
        set_tile(x - 1, y - 1, TILE_WALL);
}

#endif
