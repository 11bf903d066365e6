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

#include "core/kernels.h"

/* Put the tile `tile` at (x, y): 0 if it was there already. The kernel put_tile does it; 85 to 130
 * cycles with the arguments. */
#define set_tile(x, y, tile) ((uint8_t)(tile_column = (x), tile_row = (y), put_tile(tile)))

#endif
