/* The zones of a level: two bits a tile, one in each plane. */
#ifndef UNDERCROFT_PLANE_ZONE_PLANES_H
#define UNDERCROFT_PLANE_ZONE_PLANES_H

#include "core/plane/plane.h"

/* Near: 1 in the first plane; middle: 1 in the second one; far: 1 in both. */
WORK uint8_t zones_low[PLANE_BYTES], zones_high[PLANE_BYTES];

#endif
