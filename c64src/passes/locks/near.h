/* The tiles that are too near for a key, on foot and with all doors open. Only dungeons that need it include it. */
#ifndef UNDERCROFT_LOCKS_NEAR_H
#define UNDERCROFT_LOCKS_NEAR_H

#if SOME_LOCKS_STEPS_FROM_START || SOME_LOCKS_STEPS_FROM_DOOR

#include "core/generation.h"
#include "core/plane/copy_plane.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/walk.h"
#include "passes/locks/reaching.h"
#include "zeropage.h"

#define HAS_NEAR_TILES

/* The tiles near to the start and near to the door that is tried; solid ones as well. */
#if SOME_LOCKS_STEPS_FROM_START
WORK uint8_t near_start[PLANE_BYTES];
#endif
#if SOME_LOCKS_STEPS_FROM_DOOR
WORK uint8_t near_door[PLANE_BYTES];
#endif

/* Which of both is found, how many steps are too few, where they are counted from, and how many bytes are copied. */
WORK uint8_t *near_plane;
WORK uint8_t near_steps, near_x, near_y;
WORK uint16_t near_copied;

/* Make a tile of the solid tiles' plane open. */
static NOINLINE void open_for_way(uint8_t x, uint8_t y)
{
    plane_solid[byte_of_tile(x, y)] &= (uint8_t)~plane_bit[x & 7];
}

/* Begin to find the tiles that are fewer than `steps` steps from a tile: all doors are open until the plane was copied. */
static NOINLINE void begin_near(uint8_t *plane, uint8_t x, uint8_t y, uint8_t steps)
{
    uint8_t at;

    near_plane = plane;
    near_x = x;
    near_y = y;
    near_steps = steps;
    near_copied = 0;
    for (at = 0; at != lock_count; ++at)
        open_for_way(lock_x[at], lock_y[at]);
    open_for_way(x, y);
    begin_way(x, y);
}

/* Close what begin_near has opened: all doors that were closed, and the tile itself if it is the door that is tried. */
static NOINLINE void close_after_way(void)
{
    uint8_t at;

    open_for_way(near_x, near_y);
    for (at = 0; at != lock_count; ++at) {
        if (lock_is_open[at] == 0)
            close_tile(lock_x[at], lock_y[at]);
    }
#if SOME_LOCKS_STEPS_FROM_DOOR
    if (near_plane == near_door)
        close_tile(near_x, near_y);
#endif
}

/* One step of copying the plane, through which the way goes then. 1 if it is done. */
static NOINLINE uint8_t copy_for_way(void)
{
    uint16_t left;

    left = PLANE_BYTES - near_copied;
    if (left > BYTES_COPIED)
        left = BYTES_COPIED;
    copied_from = plane_solid + near_copied;
    copied_to = near_plane + near_copied;
    copies_left = (uint8_t)left;
    copy_bytes();
    near_copied += left;
    if (near_copied != PLANE_BYTES)
        return 0;
    close_after_way();
    way_plane = near_plane;
    return 1;
}

/* Whether all tiles were found that are near. */
static NOINLINE uint8_t is_near_done(void)
{
    return (uint8_t)way_steps == (uint8_t)(near_steps - 1) || way_first == way_behind;
}

/* One step of finding tiles that are near. 1 if all were found. */
static NOINLINE uint8_t find_near(void)
{
    walks_left = TILES_WALKED_NEAR;
    return walk_on() && is_near_done();
}

/* Whether a tile is too near to the start, or to the door that is tried. */
static NOINLINE uint8_t is_near(uint8_t x, uint8_t y)
{
    uint16_t place;
    uint8_t bit;

    place = byte_of_tile(x, y);
    bit = plane_bit[x & 7];
#if SOME_LOCKS_STEPS_FROM_START
    if (LOCKS_STEPS_FROM_START && (near_start[place] & bit))
        return 1;
#endif
#if SOME_LOCKS_STEPS_FROM_DOOR
    if (LOCKS_STEPS_FROM_DOOR && (near_door[place] & bit))
        return 1;
#endif
    return 0;
}

#endif

#endif
