/* The game call tile_is. The twin of pygen/calls/tiles.py. */
#ifndef UNDERCROFT_CALLS_TILES_H
#define UNDERCROFT_CALLS_TILES_H

#include "calls/request.h"

/* A: those bits of GAME_PROPERTIES that the tile at column X, row A has; 0 outside of the map. */
void call_tile_is(void)
{
    uint8_t tile;

    if (GAME_REGISTER_X >= MAP_WIDTH || GAME_A >= MAP_HEIGHT) {
        GAME_A = 0;
        return;
    }
    tile = get_tile(GAME_REGISTER_X, GAME_A);
#if TILE_CODES <= TILE_MASK
    if (tile >= TILE_CODES) {
        GAME_A = 0;
        return;
    }
#endif
    GAME_A = tile_properties[tile] & GAME_PROPERTIES;
}

#endif
