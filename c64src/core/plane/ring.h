/* The tiles that wait while a plane is walked through, in a ring, as core/called/walk_tiles.memory.list says. */
#ifndef UNDERCROFT_PLANE_RING_H
#define UNDERCROFT_PLANE_RING_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "zeropage.h"

/* The plane through which it goes. */
WORK uint8_t *way_plane;

/* Tell walk_tiles where rows begin, which its twin knows. */
INLINE void point_at_rows(void)
{
#ifndef NATIVE
    walk_rows = (uint16_t)plane_row;
#endif
}

/* Let an open tile alone wait: from there it goes through the solid tiles' plane. */
static void begin_ring(uint8_t x, uint8_t y)
{
    REGISTER uint8_t *row;

    way_plane = plane_solid;
    way_x[0] = x;
    way_y[0] = y;
    way_first = 0;
    way_end = 1;
    way_behind = 1;
    way_known = 1;
    row = plane_solid + plane_row[y];
    row[x >> 3] |= plane_bit[x & 7];
}

#endif
