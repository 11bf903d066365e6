/* The tiles that wait while a plane is walked through, in a ring, as core/called/walk_tiles.memory.list says. */
#ifndef UNDERCROFT_PLANE_RING_H
#define UNDERCROFT_PLANE_RING_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "zeropage.h"

/* The plane through which it goes. */
WORK uint8_t *way_plane;

/* Point at row tile_row of the plane. */
static void find_way_row(void)
{
    walk_above = way_plane + plane_row[tile_row];
}

/* Let the tile at (tile_column, tile_row) wait, if it is open and was not reached before; its row is at walk_above.
 * If the ring is full, it is left out, and may be reached from elsewhere. */
static void queue_tile(void)
{
    uint8_t at, bit, behind;

    at = tile_column >> 3;
    bit = plane_bit[tile_column & 7];
    if (walk_above[at] & bit)
        return;
    behind = way_behind;
    if ((uint8_t)(behind + 1) == way_first)
        return;
    walk_above[at] |= bit;
    way_x[behind] = tile_column;
    way_y[behind] = tile_row;
    way_behind = behind + 1;
    if (way_known != 255)
        ++way_known;
}

/* Let an open tile alone wait: from there it goes through the solid tiles' plane. */
static void begin_ring(uint8_t x, uint8_t y)
{
    way_plane = plane_solid;
    way_first = 0;
    way_behind = 0;
    way_known = 0;
    tile_column = x;
    tile_row = y;
    find_way_row();
    queue_tile();
    way_end = way_behind;
}

#endif
