/* Reading a tile. The twin of TileMap.get in pygen/engine/dungeon/tilemap.py. */
#ifndef UNDERCROFT_GET_TILE_H
#define UNDERCROFT_GET_TILE_H

#include "core/tilemap.h"
#include "zeropage.h"

/* The tile at (x, y). The kernel tile_at reads it; 70 to 110 cycles with the arguments. Without the cast
 * OSCAR64 takes these commas for those of a call that has this as its argument. */
#define get_tile(x, y) ((uint8_t)(tile_column = (x), tile_row = (y), tile_at()))

#endif
