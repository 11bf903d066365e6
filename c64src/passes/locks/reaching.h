/* What is reached from the up stairs on foot, with locks obeyed and without secret paths: a door opens
 * when its own key is reached. */
#ifndef UNDERCROFT_LOCKS_REACHING_H
#define UNDERCROFT_LOCKS_REACHING_H

#include "core/generation.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/is_reached.h"
#include "core/plane/reach_from.h"
#include "core/plane/taken.h"

/* The most locked doors of a floor, and at how many of them one step looks. */
#define MOST_LOCKS 8

/* The locks, and behind them one that is tried: their doors and keys, and whether a flood has come
 * through them. The edge of the map stands for no key, and for no start. */
WORK uint8_t lock_x[MOST_LOCKS + 1], lock_y[MOST_LOCKS + 1];
WORK uint8_t key_x[MOST_LOCKS + 1], key_y[MOST_LOCKS + 1];
WORK uint8_t lock_is_open[MOST_LOCKS + 1];
WORK uint8_t lock_count;

/* The lock that is looked at next. */
WORK uint8_t unlock_at;

/* The start of the player, and how many tiles can be reached in all. */
WORK uint8_t lock_start_x, lock_start_y;
#define NOT_COUNTED 0xFFFF
WORK uint16_t tiles_in_all;

#if SOME_LOCKS_ORDER_IS_NESTED || SOME_LOCKS_OWN_REWARDS
#define HOLDS_LOCKS

#include "core/plane/copy_plane.h"

/* The lock whose door opens last, or none; and what was taken before it opened. */
#define NO_LOCK 255
WORK uint8_t held_lock;
WORK uint8_t taken_before[PLANE_BYTES];
#endif

/* Make a tile solid. */
static void close_tile(uint8_t x, uint8_t y)
{
    plane_solid[byte_of_tile(x, y)] |= plane_bit[x & 7];
}

/* Make a tile open, and not taken. */
static NOINLINE void open_tile(uint8_t x, uint8_t y)
{
    uint16_t place;
    uint8_t others;

    place = byte_of_tile(x, y);
    others = (uint8_t)~plane_bit[x & 7];
    plane_solid[place] &= others;
    plane_taken[place] &= others;
}

/* Whether a way leads to a tile from one of its sides. */
static NOINLINE uint8_t is_beside_reached(uint8_t x, uint8_t y)
{
    return is_reached(x - 1, y) || is_reached(x + 1, y) || is_reached(x, y - 1)
           || is_reached(x, y + 1);
}

/* Whether a lock can be opened now: a way leads to its door, and its key was reached. */
static NOINLINE uint8_t can_be_opened(uint8_t at)
{
    return lock_is_open[at] == 0 && is_reached(key_x[at], key_y[at])
           && is_beside_reached(lock_x[at], lock_y[at]);
}

#if SOME_LOCKS_OWN_REWARDS
/* Open a door, and let the flood go on from there. */
static NOINLINE void open_lock(uint8_t at)
{
    lock_is_open[at] = 1;
    open_tile(lock_x[at], lock_y[at]);
    reach_from(lock_x[at], lock_y[at]);
}
#endif

#ifdef HOLDS_LOCKS
/* One step of keeping what was taken before a door opens. 1 if it is done. */
static NOINLINE uint8_t keep_before(void)
{
    uint16_t left;

    left = PLANE_BYTES - bytes_copied;
    if (left > BYTES_COPIED)
        left = BYTES_COPIED;
    copied_from = plane_taken + bytes_copied;
    copied_to = taken_before + bytes_copied;
    copies_left = (uint8_t)left;
    copy_bytes();
    bytes_copied += left;
    return bytes_copied == PLANE_BYTES;
}
#endif

/* One step of opening the first door that can be opened. */
static NOINLINE uint8_t unlock_door(void)
{
    uint8_t left;

    left = LOCKS_AT_ONCE;
    while (unlock_at != lock_count) {
        if (left == 0)
            return NOT_YET;
        --left;
#ifdef HOLDS_LOCKS
        if (unlock_at != held_lock && can_be_opened(unlock_at)) {
#else
        if (can_be_opened(unlock_at)) {
#endif
            lock_is_open[unlock_at] = 1;
            open_tile(lock_x[unlock_at], lock_y[unlock_at]);
            reach_from(lock_x[unlock_at], lock_y[unlock_at]);
            return FOUND;
        }
        ++unlock_at;
    }
    return NOTHING_FOUND;
}

/* Close all doors. */
static NOINLINE void lock_doors(void)
{
    uint8_t at;

    for (at = 0; at != lock_count; ++at) {
        lock_is_open[at] = 0;
        close_tile(lock_x[at], lock_y[at]);
    }
}

#endif
