/* The second plane. */
#ifndef UNDERCROFT_PLANE_TAKEN_H
#define UNDERCROFT_PLANE_TAKEN_H

#include "core/plane/plane.h"

/* While regions are looked for: the solid tiles, and those that a flood has taken. */
WORK uint8_t plane_taken[PLANE_BYTES];

/* Before the map is written: the tiles that are walkable, but no floor. */
#define plane_others plane_taken

#endif
