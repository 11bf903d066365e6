/* Where things may be put: on floor or what is as good, and not in doorways. The twin of
 * pygen/engine/dungeon/doorways.py. */
#ifndef UNDERCROFT_DOORWAYS_H
#define UNDERCROFT_DOORWAYS_H

#include "zeropage.h"

/* Whether a tile is floor, or as good, and not in a doorway: the kernel floor_is_free says so. */
#define is_free_floor(x, y) ((uint8_t)(tile_column = (x), tile_row = (y), floor_is_free()))

#endif
