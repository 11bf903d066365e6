/* A place for the key of a door: a tile of those that were reached, free floor and far enough from the door. */
#ifndef UNDERCROFT_LOCKS_KEYS_H
#define UNDERCROFT_LOCKS_KEYS_H

#include "core/doorways.h"
#include "passes/locks/passages.h"
#include "passes/locks/places.h"
#include "passes/locks/reaching.h"

#if SOME_LOCKS_SEARCH_IS_ALL
/* One step of finding a tile for the key of the lock behind the last one, when random tiles were tried in vain: all that
 * were reached are tried. */
static NOINLINE uint8_t find_key_place(void)
{
    uint8_t found;

    found = find_place();
    if (found != FOUND)
        return found;
    if (way_to_door(place_x, place_y, lock_count) < LOCKS_FROM_DOOR || !is_free_floor(place_x, place_y))
        return NOT_YET;
    key_x[lock_count] = place_x;
    key_y[lock_count] = place_y;
    return FOUND;
}
#endif

#endif
