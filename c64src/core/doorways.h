/* Where things may be put: on floor or what is as good, and not in doorways. The twin of
 * pygen/engine/dungeon/doorways.py. */
#ifndef UNDERCROFT_DOORWAYS_H
#define UNDERCROFT_DOORWAYS_H

#include "core/doors.h"
#include "core/generation.h"
#include "core/get_tile.h"

#ifdef TILE_IS_DOOR
/* Whether the tile at (tile_column, tile_row) is a door, or a secret one. */
static uint8_t door_is_there(void)
{
    uint8_t tile;

    tile = tile_at();
    return TILE_IS_DOOR(tile);
}
#endif

/* Whether the tile at (tile_column, tile_row) is floor, or as good, and not in a doorway. */
static uint8_t floor_is_free(void)
{
    uint8_t tile;

    tile = tile_at();
    if (!TILE_IS_GROUND(tile))
        return 0;
#ifdef TILE_IS_DOOR
    --tile_column;
    if (door_is_there())
        return 0;
    tile_column += 2;
    if (door_is_there())
        return 0;
    --tile_column;
    --tile_row;
    if (door_is_there())
        return 0;
    tile_row += 2;
    if (door_is_there())
        return 0;
#endif
    return 1;
}
#define is_free_floor(x, y) ((uint8_t)(tile_column = (x), tile_row = (y), floor_is_free()))

#endif
