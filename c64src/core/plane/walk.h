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
#include "core/plane/ring.h"
#include "zeropage.h"

/* The distance of the tiles from way_first up to way_end. */
WORK uint16_t way_steps;

/* By the lower byte of a distance, its first tile in the ring. */
WORK uint8_t way_starts[256];

/* Begin to walk from an open tile through the solid tiles' plane. */
static void begin_way(uint8_t x, uint8_t y)
{
    begin_ring(x, y);
    way_steps = 0;
    way_starts[0] = 0;
}

/* Go on from the next walks_left tiles that wait, at most up to way_end, which is not way_first. 1 if those were the
 * last ones in their distance; then the next ones are way_steps steps away, and there are none if way_first is
 * way_behind. Takes some 170 cycles for a tile. */
static NOINLINE uint8_t walk_on(void)
{
    walk_plane = way_plane;
    point_at_rows();
    if (!walk_tiles())
        return 0;
    ++way_steps;
    way_starts[(uint8_t)way_steps] = way_end;
    way_end = way_behind;
    return 1;
}

#endif
