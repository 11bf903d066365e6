/* Walks through the level: from the start to every tile, and from the down stairs back along the critical path.
 *
 * A step leads to a tile beside, so a distance is even or odd by the tile's column and row. One bit more says whether
 * a tile beside another one is nearer to the start or farther from it: whether half of its distance is even or odd. */
#ifndef UNDERCROFT_MEASURE_WALKING_H
#define UNDERCROFT_MEASURE_WALKING_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/ring.h"
#if SOME_MEASURE_KEEPS_LEVEL && (SOME_MEASURE_WALKS || defined(SECRET_TILES))
#define MAY_KEEP_LEVEL
#include "core/plane/taken.h"
#endif
#include "zeropage.h"

#ifdef MAY_KEEP_LEVEL
/* The level before the walk; behind it, the tiles that were reached half of whose distance is even are open here. */
#define ways_closed plane_taken
#define ways_even plane_taken
#endif

#if SOME_MEASURE_KEEPS_LEVEL
/* The byte of the planes that is next. */
WORK uint16_t byte_of_planes;
#endif

#if defined(MAY_KEEP_LEVEL) || SOME_MEASURE_FLOOR_DEAD_ENDS || SOME_MEASURE_FLOOR_LOOPS
/* How many bytes are next, at most so many: those behind them are next then. */
static NOINLINE uint8_t next_bytes(uint16_t end, uint8_t most)
{
    uint16_t left;

    left = end - byte_of_planes;
    if (left > most)
        left = most;
    byte_of_planes += left;
    return (uint8_t)left;
}
#endif

#if SOME_MEASURE_OFF_PATH_SHARE
/* Close a tile half of whose distance is even. */
static NOINLINE void close_even(uint8_t x, uint8_t y)
{
    REGISTER uint8_t *row;

    row = ways_odd + plane_row[y];
    row[x >> 3] |= plane_bit[x & 7];
}
#endif

#ifdef MAY_KEEP_LEVEL
/* One step of copying the plane before the walk changes it. */
static NOINLINE uint8_t keep_level(void)
{
    uint16_t at;

    at = byte_of_planes;
    keeps_left = next_bytes(PLANE_BYTES, BYTES_KEPT);
    kept_from = plane_solid + at;
    kept_to = ways_closed + at;
#if SOME_MEASURE_OFF_PATH_SHARE
    kept_too = ways_odd + at;
#endif
    keep_bytes();
    return byte_of_planes == PLANE_BYTES;
}

/* One step of finding out what was not reached: it is solid in the plane then, and nothing else is. With a critical path,
 * ways_even is found, too. */
static NOINLINE uint8_t join_level(void)
{
    uint16_t at;

    at = byte_of_planes;
    joins_left = next_bytes(PLANE_BYTES, BYTES_JOINED);
    joined_solid = ways_closed + at;
#if SOME_MEASURE_LOOKS_AT_ROWS
    joined_open = plane_solid + at;
    joined_to = plane_solid + at;
    join_bytes();
#endif
#if SOME_MEASURE_OFF_PATH_SHARE
    joined_open = ways_odd + at;
    joined_to = ways_even + at;
    join_bytes();
#endif
    return byte_of_planes == PLANE_BYTES;
}
#endif

/* The bit of the down stairs in their byte of the plane; 0 if they are the start. */
WORK uint8_t down_sought;

/* Begin to walk from the start. */
static NOINLINE void begin_ways(uint8_t x, uint8_t y)
{
    tiles_reached = 0;
    steps_reached = 0;
    steps_down = 0;
    begin_ring(x, y);
#if SOME_MEASURE_OFF_PATH_SHARE
    close_even(x, y);
#endif
    down_sought = plane_bit[SUMMARY->down_x & 7];
    if (x == SUMMARY->down_x && y == SUMMARY->down_y)
        down_sought = 0;
}

/* One step of reaching every tile: from some of those that wait. */
static NOINLINE uint8_t walk_everywhere(void)
{
    walk_plane = plane_solid;
    point_at_rows();
    down_at = plane_solid + plane_row[SUMMARY->down_y] + (SUMMARY->down_x >> 3);
    down_bit = down_sought;
    reaches_left = TILES_MEASURED;
    return reach_level();
}

#if SOME_MEASURE_OFF_PATH_SHARE
/* How many tiles of the critical path were found, and the distance of those that are found next. */
WORK uint16_t critical_tiles, back_steps;

/* How many of the tiles that wait are gone on from in this step. */
WORK uint8_t tiles_to_walk;

/* Go on to the tiles that are a step nearer to the start. */
static void go_nearer(void)
{
    --back_steps;
    way_plane = ways_even;
    if ((uint8_t)back_steps & 2)
        way_plane = ways_odd;
}

/* Begin to walk back from the down stairs. */
static NOINLINE void begin_back(void)
{
    critical_tiles = 1;
    back_steps = steps_down;
    way_x[0] = SUMMARY->down_x;
    way_y[0] = SUMMARY->down_y;
    way_first = 0;
    way_end = 1;
    way_behind = 1;
    way_known = 1;
    go_nearer();
}

/* Go on from some of the tiles of a distance. 1 if those were the last ones. */
static NOINLINE uint8_t walk_part(void)
{
    uint8_t at_once;

    at_once = way_end - way_first;
    if (at_once > tiles_to_walk)
        at_once = tiles_to_walk;
    tiles_to_walk -= at_once;
    walk_plane = way_plane;
    point_at_rows();
    walks_left = at_once;
    return walk_tiles();
}

/* The tiles that wait are on the critical path. A function of its own: OSCAR64 does not see that kernels change the
 * variables of the ring. */
static NOINLINE void add_critical_tiles(void)
{
    way_end = way_behind;
    critical_tiles += (uint8_t)(way_behind - way_first);
}

/* One step of counting the tiles of the critical path, from the down stairs back: some tiles. ways_even and ways_odd
 * lack them then. */
static NOINLINE uint8_t count_critical(void)
{
    if (steps_down == 0)
        return 1;
    tiles_to_walk = TILES_WALKED_BACK;
    do {
        if (walk_part()) {
            add_critical_tiles();
            if (back_steps == 0)
                return 1;
            go_nearer();
        }
    } while (tiles_to_walk != 0);
    return 0;
}
#endif

#endif
