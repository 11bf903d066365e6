/* Passages: open tiles with two opposite solid sides and two open ones, which may have a locked door. */
#ifndef UNDERCROFT_LOCKS_PASSAGES_H
#define UNDERCROFT_LOCKS_PASSAGES_H

#include "core/doorways.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "passes/locks/reaching.h"

/* The byte in which passages are looked for, those of its tiles that are left, and how many bytes are. */
WORK uint8_t passage_y, passage_at, passage_bits;
WORK uint16_t passage_bytes_left;

#if SOME_LOCKS_SEARCH_IS_ALL
/* The passages whose doors may divide the map, and that were not tried in vain. */
WORK uint8_t dividing_passages[PLANE_BYTES];

/* Try the passage of the lock behind the last one no more. */
static void drop_passage(void)
{
    uint8_t x;

    x = lock_x[lock_count];
    dividing_passages[byte_of_tile(x, lock_y[lock_count])] &= (uint8_t)~plane_bit[x & 7];
}
#endif

/* The tiles of the byte at which two opposite sides are solid and the other two are open. */
static NOINLINE uint8_t passages_of_byte(void)
{
    uint8_t open, left, right, above, below;
    REGISTER const uint8_t *byte;

    byte = plane_solid + plane_row[passage_y] + passage_at;
    open = (uint8_t)~*byte;
    if (open == 0)
        return 0;
    left = (uint8_t)(*byte << 1);
    right = *byte >> 1;
    /* The bytes beside it may be of other rows: the edge is solid. */
    if (byte[1] & 1)
        right |= 0x80;
    --byte;
    if (*byte & 0x80)
        left |= 1;
    byte -= PLANE_ROW_BYTES - 1;
    above = *byte;
    byte += 2 * PLANE_ROW_BYTES;
    below = *byte;
    return ((left & right & (uint8_t)~(above | below)) | (above & below & (uint8_t)~(left | right)))
           & open;
}

/* Whether a tile may have a locked door: ground or a door, or only a door. */
static uint8_t is_lockable(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = get_tile(x, y);
#ifdef TILE_DOOR
    if (tile == TILE_DOOR)
        return 1;
#endif
    return !LOCKS_AT_IS_DOORS && TILE_IS_GROUND(tile);
}

/* The way from a tile to the door of a lock, across plus down. */
static NOINLINE uint16_t way_to_door(uint8_t x, uint8_t y, uint8_t at)
{
    uint8_t across, down;

    across = lock_x[at];
    across = x < across ? across - x : x - across;
    down = lock_y[at];
    down = y < down ? down - y : y - down;
    return (uint16_t)across + down;
}

/* Whether the passage is no doorway, where the door itself could have the lock, and not near to another
 * locked door. */
static NOINLINE uint8_t fits_door(void)
{
    uint8_t at, x, y;

    x = lock_x[lock_count];
    y = lock_y[lock_count];
#ifdef TILE_DOOR
    if (get_tile(x, y) != TILE_DOOR)
#endif
        if (!is_free_floor(x, y))
            return 0;
    for (at = 0; at != lock_count; ++at) {
        if (way_to_door(x, y, at) < LOCKS_APART)
            return 0;
    }
    return 1;
}

/* Begin to look for a passage at a random byte of the plane. */
static NOINLINE void begin_passage(void)
{
    passage_y = 1 + random_below(MAP_HEIGHT - 2);
    passage_at = random_below(PLANE_ROW_BYTES);
    passage_bytes_left = (uint16_t)(MAP_HEIGHT - 2) * PLANE_ROW_BYTES;
    passage_bits = 0;
}

/* Go on to the next byte, from the last one to the first. */
static void next_passage_byte(void)
{
    ++passage_at;
    if (passage_at == PLANE_ROW_BYTES) {
        passage_at = 0;
        ++passage_y;
        if (passage_y == MAP_HEIGHT - 1)
            passage_y = 1;
    }
}

/* One step of finding a passage for a door, which becomes that of the lock behind the last one. */
static NOINLINE uint8_t find_passage(void)
{
    uint8_t left, x, y, bits;

    for (left = PASSAGES_AT_ONCE; left != 0; --left) {
        if (passage_bits == 0) {
            if (passage_bytes_left == 0)
                return NOTHING_FOUND;
            --passage_bytes_left;
#if SOME_LOCKS_SEARCH_IS_ALL
            passage_bits = dividing_passages[plane_row[passage_y] + passage_at];
#endif
#if SOME_LOCKS_SEARCH_IS_RANDOM
            if (!LOCKS_SEARCH_IS_ALL)
                passage_bits = passages_of_byte();
#endif
            if (passage_bits == 0)
                next_passage_byte();
        } else {
            bits = passage_bits;
            x = PLANE_FIRST_X(passage_at);
            ADD_LOWEST_BIT(x, bits);
            y = passage_y;
            passage_bits &= passage_bits - 1;
            if (passage_bits == 0)
                next_passage_byte();
            if (is_lockable(x, y)) {
                lock_x[lock_count] = x;
                lock_y[lock_count] = y;
                return FOUND;
            }
        }
    }
    return passage_bits == 0 && passage_bytes_left == 0 ? NOTHING_FOUND : NOT_YET;
}

#endif
