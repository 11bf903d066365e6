/* Reading a tile. The twin of TileMap.get in pygen/engine/dungeon/tilemap.py. */
#ifndef UNDERCROFT_GET_TILE_H
#define UNDERCROFT_GET_TILE_H

#include "core/tilemap.h"
#include "zeropage.h"

/* The tile at (x, y). The kernel tile_at reads it; 70 to 110 cycles with the arguments. */
#define get_tile(x, y) (tile_row = (y), tile_at(x))

#endif
