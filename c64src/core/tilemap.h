/* The packed map of one dungeon. Included by every dungeon's own unit, after the emitted header
 * that defines its width, height and bits per tile. The twin of pygen/engine/dungeon/tilemap.py.
 *
 * The bits of tile (x, y) are part of one little-endian stream. Eight tiles always fill whole
 * bytes, so every row starts at most seven tiles behind such a boundary; ROW_SKEW(y) is that
 * number of tiles. Tables give the byte and the masks of a tile by its distance from the boundary,
 * x + ROW_SKEW(y).
 */
#ifndef UNDERCROFT_TILEMAP_H
#define UNDERCROFT_TILEMAP_H

#include "core/assertion.h"
#include "core/kernels.h"

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

/* Put the tile `tile` at (x, y); returns 0 if it was there already. About 130 cycles. */
uint8_t set_tile(uint8_t x, uint8_t y, uint8_t tile)
{
    find_tile(x, y);
    fill_pattern = TILE_PATTERN_AT(tile, tile_place);
    return merge_tile();
}

#endif
