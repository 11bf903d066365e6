/* Copying the tiles of the chunk that was generated from the module's map. */
#ifndef UNDERCROFT_WORLD_COPYING_H
#define UNDERCROFT_WORLD_COPYING_H

#include "core/platform.h"

/* Where the first tile goes, and how many tiles are copied. */
extern uint8_t *copied_to;
extern uint16_t tiles_copied;

/* Copy some of the tiles; 1 if more are left. */
uint8_t copy_tiles(void);

#endif
