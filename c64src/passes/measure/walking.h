/* Walks through the level: from the start to every tile, and from the down stairs back along the critical path.
 *
 * A step leads to a tile beside, so a distance is even or odd by the tile's column and row. One bit more says whether
 * a tile beside another one is nearer to the start or farther from it: whether half of its distance is even or odd. */
#ifndef UNDERCROFT_MEASURE_WALKING_H
#define UNDERCROFT_MEASURE_WALKING_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/walk.h"

/* The tiles that were reached are open in one of both: by the half of their distance. */
static uint8_t ways_even[PLANE_BYTES], ways_odd[PLANE_BYTES];

/* How many tiles were reached, the distance of the farthest one, and that of the down stairs. */
static uint16_t tiles_reached, steps_longest, steps_down;

/* The first tile of the ring that was not noted yet. */
static uint8_t noted_at;

/* The plane of the tiles that are so many steps away. */
static uint8_t *half_of(uint16_t steps)
{
    if ((uint8_t)steps & 2)
        return ways_odd;
    return ways_even;
}

/* Note the tiles that were added to the ring: they are so many steps away. Takes some 110 cycles for a tile. */
static NOINLINE void note_tiles(uint16_t steps)
{
    uint8_t x, y;
    uint8_t *half;
    REGISTER uint8_t *row;

    half = half_of(steps);
    while (noted_at != way_behind) {
        x = way_x[noted_at];
        y = way_y[noted_at];
        row = half + plane_row[y];
        row[x >> 3] &= (uint8_t)~plane_bit[x & 7];
        ++tiles_reached;
        steps_longest = steps;
        if (x == SUMMARY->down_x && y == SUMMARY->down_y)
            steps_down = steps;
        ++noted_at;
    }
}

/* Begin to walk from the start. */
static void begin_ways(uint8_t x, uint8_t y)
{
    tiles_reached = 0;
    steps_down = 0;
    begin_way(x, y);
    noted_at = 0;
    note_tiles(0);
}

/* How many of the tiles that wait are gone on from in this step. */
static uint8_t tiles_to_walk;

/* Go on from some of the tiles of a distance. 1 if those were the last ones. A function of its own: OSCAR64 does not see
 * that walk_on changes way_first. */
static NOINLINE uint8_t walk_part(void)
{
    uint8_t at_once;

    at_once = way_end - way_first;
    if (at_once > tiles_to_walk)
        at_once = tiles_to_walk;
    tiles_to_walk -= at_once;
    walks_left = at_once;
    return walk_on();
}

/* Whether no tile waits. */
static NOINLINE uint8_t is_all_walked(void)
{
    return way_first == way_behind;
}

/* One step of reaching every tile: some of those that wait. */
static NOINLINE uint8_t walk_everywhere(void)
{
    tiles_to_walk = TILES_MEASURED;
    do {
        if (walk_part() == 0)
            note_tiles(way_steps + 1);
        else {
            note_tiles(way_steps);
            if (is_all_walked())
                return 1;
        }
    } while (tiles_to_walk != 0);
    return 0;
}

#if SOME_MEASURE_OFF_PATH_SHARE
/* How many tiles of the critical path were found, and the distance of those that are found next. */
static uint16_t critical_tiles, back_steps;

/* Go on to the tiles that are a step nearer to the start. */
static void go_nearer(void)
{
    --back_steps;
    way_plane = half_of(back_steps);
}

/* Begin to walk back from the down stairs. */
static void begin_back(void)
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

/* The tiles that wait are on the critical path. */
static NOINLINE void add_critical_tiles(void)
{
    critical_tiles += (uint8_t)(way_behind - way_first);
}

/* One step of counting the tiles of the critical path, from the down stairs back: some tiles. Both planes then lack
 * them. */
static NOINLINE uint8_t count_critical(void)
{
    if (steps_down == 0)
        return 1;
    tiles_to_walk = TILES_MEASURED;
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
