/* Tiles of a sort, from a random byte of the plane on: the search goes once through all bytes. The twin of tiles_from
 * in pygen/passes/locks/passages.py. */
#ifndef UNDERCROFT_LOCKS_PLACES_H
#define UNDERCROFT_LOCKS_PLACES_H

#if SOME_LOCKS_TRIES_ALL_TILES

#include "core/generation.h"
#include "core/plane/flood.h"
#include "core/plane/places.h"
#include "core/plane/plane.h"
#include "core/plane/taken.h"

#if SOME_LOCKS_MAKE_IS_CLOSET
/* The side of the tile at which there must be rock, if any. */
#define SIDE_ABOVE 0
#define SIDE_RIGHT 1
#define SIDE_BELOW 2
#define SIDE_LEFT 3
#define NO_SIDE 4
WORK uint8_t place_side;
#endif

/* The tiles of the byte that were reached, and are beside rock if they must be; else those where a key may be: not near,
 * and behind the door before if it has to be. */
static NOINLINE uint8_t places_in_byte(void)
{
    uint16_t place;
    uint8_t reached;
#if SOME_LOCKS_MAKE_IS_CLOSET
    uint8_t solid;
#endif

    place = plane_row[byte_y] + byte_at;
    reached = plane_taken[place] & (uint8_t)~plane_solid[place];
    if (reached == 0)
        return 0;
#if SOME_LOCKS_MAKE_IS_CLOSET
    solid = plane_solid[place];
    switch (place_side) {
    case SIDE_ABOVE:
        return reached & plane_solid[place - PLANE_ROW_BYTES];
    case SIDE_RIGHT:
        solid >>= 1;
        /* The byte behind it may be of another row: the edge was not reached. */
        if (plane_solid[place + 1] & 1)
            solid |= 0x80;
        return reached & solid;
    case SIDE_BELOW:
        return reached & plane_solid[place + PLANE_ROW_BYTES];
    case SIDE_LEFT:
        solid = (uint8_t)(solid << 1) | (plane_solid[place - 1] >> 7);
        return reached & solid;
    default:
        break;
    }
#endif
#if defined(HAS_NEAR_TILES) && SOME_LOCKS_STEPS_FROM_START
    if (LOCKS_STEPS_FROM_START)
        reached &= (uint8_t)~near_start[place];
#endif
#if defined(HAS_NEAR_TILES) && SOME_LOCKS_STEPS_FROM_DOOR
    if (LOCKS_STEPS_FROM_DOOR)
        reached &= (uint8_t)~near_door[place];
#endif
#if SOME_LOCKS_ORDER_IS_NESTED
    if (LOCKS_ORDER_IS_NESTED && lock_count != 0)
        reached &= (uint8_t)~taken_before[place];
#endif
    return reached;
}

/* One step of finding the next tile that was reached. */
static NOINLINE uint8_t find_place(void)
{
    look_bytes_left = PLACES_AT_ONCE;
    while (goes_to_byte())
        byte_bits = places_in_byte();
    return found_at;
}

#endif

#endif
