/* Finding a tile in the packed map, for the twins of the kernels that read and put tiles. */
#ifndef UNDERCROFT_FIND_TILE_H
#define UNDERCROFT_FIND_TILE_H

#include "core/assertion.h"
#include "core/tilemap.h"

/* Point at the tile (x, y): fill_row at its first byte, merge_first_mask and merge_second_mask at
 * its bits in that byte and in the next one, tile_place at its number in its group of eight
 * tiles. */
INLINE void find_tile(uint8_t x, uint8_t y)
{
    uint8_t place;

    ASSERT("find_tile: outside the map", x < MAP_WIDTH && y < MAP_HEIGHT);
    place = x + ROW_SKEW(y);
    fill_row = row_start[y] + TILE_FIRST_BYTE(place);
    place &= 7;
    merge_first_mask = TILE_LOW_MASK(place);
    merge_second_mask = TILE_HIGH_MASK(place);
    tile_place = place;
}

#endif
