/* Rows and columns of the packed map as bytes, for code that shows it. Included by every dungeon's
 * own unit. */
#ifndef UNDERCROFT_UNPACK_H
#define UNDERCROFT_UNPACK_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/kernels.h"

#ifndef WITHOUT_UNPACK_ROW
/* Unpack the tiles of row y from x on, as many as the window has columns, into `out`; returns the
 * address of tile x in it. Whole bytes of the map are unpacked, so `out` must have 16 bytes more
 * than the window has columns. Tiles behind the map's right edge are those of the next rows. About
 * 26 cycles a tile. */
const uint8_t *unpack_row(uint8_t x, uint8_t y, uint8_t *out)
{
#if TILE_BITS == 3
    x += ROW_SKEW(y);
    unpack_from = row_start[y] + TILE_FIRST_BYTE((uint8_t)(x & 0xF8));
    unpack_to = out;
    groups_left = (VIEW_WIDTH + 14) / 8;
    unpack_groups();
    return out + (x & 7);
#else
    const uint8_t *at;
    uint8_t left;

#if TILE_BITS == 4
    x += ROW_SKEW(y);
    at = row_start[y] + (x >> 1);
    for (left = (VIEW_WIDTH + 2) / 2; left != 0; --left) {
        out[0] = *at & 15;
        out[1] = *at >> 4;
        ++at;
        out += 2;
    }
    return out - 2 * ((VIEW_WIDTH + 2) / 2) + (x & 1);
#else
    at = row_start[y] + x;
    for (left = 0; left != VIEW_WIDTH; ++left)
        out[left] = at[left];
    return out;
#endif
#endif
}
#endif

#ifndef WITHOUT_UNPACK_COLUMN
/* Unpack `count` tiles (not 0) of column x from row y on into `out`. About 150 cycles a tile. */
void unpack_column(uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    do {
        *out = get_tile(x, y);
        ++out;
        ++y;
    } while (--count != 0);
}
#endif

#endif
