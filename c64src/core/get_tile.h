/* Reading a tile. Kinds that need it include this file, and so does every dungeon's own unit for the
 * game: cc65 warns of a static function that is never called.
 */
#ifndef UNDERCROFT_GET_TILE_H
#define UNDERCROFT_GET_TILE_H

#include "core/tilemap.h"
#include "zeropage.h"

/* The tile at (x, y). About 130 cycles. */
uint8_t get_tile(uint8_t x, uint8_t y)
{
#if TILE_BITS == 3
    uint16_t bits;
#endif

    find_tile(x, y);
#if TILE_BITS == 3
    bits = fill_row[0];
    if (merge_second_mask)
        bits |= (uint16_t)fill_row[1] << 8;
    return (uint8_t)(bits >> TILE_SHIFT(tile_place)) & TILE_MASK;
#elif TILE_BITS == 4
    return (uint8_t)(*fill_row >> TILE_SHIFT(tile_place)) & TILE_MASK;
#else
    return *fill_row;
#endif
}

#endif
