/* The game call unpack_map. The twin of pygen/calls/unpacking.py. */
#ifndef UNDERCROFT_CALLS_UNPACKING_H
#define UNDERCROFT_CALLS_UNPACKING_H

#include "calls/request.h"

/* Write all tiles to GAME_TO, a byte each, row by row. The cycles of the kernel unpack_pages. */
void call_unpack_map(void)
{
#if MAP_TILES > MOST_UNPACKED
    GAME_A = CALL_IS_REFUSED;
#else
#if TILE_BITS != 8 && MAP_TILES_LEFT
    uint8_t left;
    uint8_t *last;
#endif

    map_from = BYTES_AT(MAP_START);
    unpacked_to = GAME_TO;
    unpack_pages();
#if TILE_BITS != 8 && MAP_TILES_LEFT
    /* What fills no group is at the end of the last row. */
    last = GAME_TO + (MAP_TILES - MAP_TILES_LEFT);
    for (left = 0; left != MAP_TILES_LEFT; ++left)
        last[left] = get_tile(left + (MAP_WIDTH - MAP_TILES_LEFT), MAP_HEIGHT - 1);
#endif
    GAME_A = CALL_IS_DONE;
#endif
}

#endif
