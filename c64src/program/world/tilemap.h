/* The tiles of a world. Most of the program takes the three by three chunks around the player for a map of 96 x 96
 * tiles. When the player leaves the chunk in the middle, the columns and rows of everything change. */
#ifndef UNDERCROFT_WORLD_TILEMAP_H
#define UNDERCROFT_WORLD_TILEMAP_H

#include "core/platform.h"
#include "program.h"
#include "program/world/slots.h"

#ifdef WORLDS

/* A tile of a chunk whose first one is at `tiles`. */
#define TILE_IN(tiles, x, y) \
    ((tiles) + ((uint16_t)((uint8_t)((y) & 31) >> 3) << 8 | (uint8_t)((uint8_t)((y) << 5) | ((x) & 31))))

/* Note which slots have the three by three chunks. */
void find_slots(void);

/* The byte of the tile at (x, y): the code as which it is shown, with WORLD_FLAG if it is a secret path that
 * was found, or an entity that is not on floor. */
uint8_t *world_at(uint8_t x, uint8_t y);

#define WORLD_FLAG 0x80
#define WORLD_CODE 0x7F

/* Read tiles of row y from column x on, or of column x from row y on, as the player sees them. */
void world_read_row(uint8_t x, uint8_t y, uint8_t count, uint8_t *out);
void world_read_column(uint8_t x, uint8_t y, uint8_t count, uint8_t *out);

#endif

#endif
