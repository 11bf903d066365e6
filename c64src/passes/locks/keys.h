/* A place for the key of a door: a tile of those that were reached, free floor and far enough from the start and from the
 * door, and behind the door before it if it has to be. */
#ifndef UNDERCROFT_LOCKS_KEYS_H
#define UNDERCROFT_LOCKS_KEYS_H

#include "core/doorways.h"
#include "passes/locks/passages.h"
#include "passes/locks/places.h"
#include "passes/locks/reaching.h"

#if SOME_LOCKS_TRIES_ALL_TILES

/* Whether the key of the lock behind the last one may be at a tile that was reached. */
static NOINLINE uint8_t suits_key(uint8_t x, uint8_t y)
{
    if (way_to_door(x, y, lock_count) < LOCKS_FROM_DOOR)
        return 0;
#ifdef HAS_NEAR_TILES
    if (is_near(x, y))
        return 0;
#endif
#if SOME_LOCKS_ORDER_IS_NESTED
    if (LOCKS_ORDER_IS_NESTED && lock_count != 0 && (taken_before[byte_of_tile(x, y)] & plane_bit[x & 7]))
        return 0;
#endif
    return is_free_floor(x, y);
}

/* One step of finding a tile for the key, when random tiles were tried in vain: all that were reached are tried. */
static NOINLINE uint8_t find_key_place(void)
{
    uint8_t found;

    found = find_place();
    if (found != FOUND)
        return found;
    if (!suits_key(found_at_x, found_at_y))
        return NOT_YET;
    key_x[lock_count] = found_at_x;
    key_y[lock_count] = found_at_y;
    return FOUND;
}

#else
#define suits_key(x, y) (way_to_door(x, y, lock_count) >= LOCKS_FROM_DOOR && is_free_floor(x, y))
#endif

#if SOME_LOCKS_KEY_ROOMS_IS_APART

#include "core/population/areas.h"
#include "core/population/room_area.h"

/* The room that is looked at next. */
WORK uint8_t key_room;

/* Whether a tile is in the room that is looked at. */
static NOINLINE uint8_t is_in_key_room(uint8_t x, uint8_t y)
{
    return (uint8_t)(x - populated_x) < populated_width && (uint8_t)(y - populated_y) < populated_height;
}

/* One step of finding out whether the key is in a room in which no other one is: FOUND if so. */
static NOINLINE uint8_t look_at_room(void)
{
    uint8_t left, at;

    for (left = KEY_ROOMS_AT_ONCE; left != 0; --left) {
        if (key_room == COUNT_OF_AREAS)
            return NOTHING_FOUND;
        room_area(key_room);
        if (is_in_key_room(key_x[lock_count], key_y[lock_count])) {
            for (at = 0; at != lock_count; ++at) {
                if (is_in_key_room(key_x[at], key_y[at]))
                    return NOTHING_FOUND;
            }
            return FOUND;
        }
        ++key_room;
    }
    return key_room == COUNT_OF_AREAS ? NOTHING_FOUND : NOT_YET;
}
#endif

#endif
