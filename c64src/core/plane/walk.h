/* Walking through a plane: its open tiles are reached from a start in the order of their distance on foot (a
 * breadth-first search: E. F. Moore, "The shortest path through a maze", 1959).
 *
 * The tiles that were reached wait in a ring, as core/called/walk_tiles.memory.list says. Whoever needs the distance
 * of every tile takes it from way_steps: the tiles that a call of walk_on adds to the ring are one step farther.
 * core/plane/steps_to.h has that of a single tile. */
#ifndef UNDERCROFT_PLANE_WALK_H
#define UNDERCROFT_PLANE_WALK_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "zeropage.h"

/* The plane through which it goes. */
static uint8_t *way_plane;

/* The distance of the tiles from way_first up to way_end. */
static uint16_t way_steps;

/* By the lower byte of a distance, its first tile in the ring. */
static uint8_t way_starts[256];

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

/* Begin to walk from an open tile through the solid tiles' plane. */
static void begin_way(uint8_t x, uint8_t y)
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
    way_steps = 0;
    way_starts[0] = 0;
}

/* Go on from the next walks_left tiles that wait, at most up to way_end, which is not way_first. 1 if those were the
 * last ones in their distance; then the next ones are way_steps steps away, and there are none if way_first is
 * way_behind. Takes some 170 cycles for a tile. */
static NOINLINE uint8_t walk_on(void)
{
    walk_plane = way_plane;
    if (!walk_tiles())
        return 0;
    ++way_steps;
    way_starts[(uint8_t)way_steps] = way_end;
    way_end = way_behind;
    return 1;
}

#endif
