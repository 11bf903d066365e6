/* Where things may be put: on floor or what is as good, and not in doorways. The twin of
 * pygen/engine/dungeon/doorways.py. */
#ifndef UNDERCROFT_DOORWAYS_H
#define UNDERCROFT_DOORWAYS_H

#include "core/doors.h"
#include "core/generation.h"
#include "core/get_tile.h"

/* Whether a tile is a door, or a secret one. */
#ifdef TILE_IS_DOOR
static uint8_t door_is_there(void)
{
    uint8_t tile;

    tile = tile_at();
    return TILE_IS_DOOR(tile);
}
#define is_door(x, y) ((uint8_t)(tile_column = (x), tile_row = (y), door_is_there()))
#else
#define is_door(x, y) 0
#endif

/* Whether a tile is floor, or as good, and not in a doorway. */
static uint8_t is_free_floor(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = get_tile(x, y);
    if (!TILE_IS_GROUND(tile))
        return 0;
    return !is_door(x - 1, y) && !is_door(x + 1, y) && !is_door(x, y - 1)
           && !is_door(x, y + 1);
}

#endif
