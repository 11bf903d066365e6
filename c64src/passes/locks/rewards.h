/* A place for what is behind a locked door. */
#ifndef UNDERCROFT_LOCKS_REWARDS_H
#define UNDERCROFT_LOCKS_REWARDS_H

#if SOME_LOCKS_REWARD_KIND

#include "core/doorways.h"
#include "core/generation.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/taken.h"
#include "passes/locks/passages.h"

/* The tile at which what is behind the door may be. */
WORK uint8_t reward_x, reward_y;

#if SOME_LOCKS_OWN_REWARDS
/* The tiles of a byte that were not reached without the key, or those that are directly behind its door. */
static NOINLINE uint8_t reward_bits(uint16_t place)
{
    uint8_t bits;

    bits = (uint8_t)~plane_taken[place];
    if (LOCKS_OWN_REWARDS)
        bits = plane_taken[place] & (uint8_t)~taken_before[place];
    return bits;
}
#define REWARD_BITS(place) reward_bits(place)
#else
#define REWARD_BITS(place) ((uint8_t)~plane_taken[place])
#endif

/* Begin to look for a place behind the door, at a random byte of the plane. */
static void begin_reward(void)
{
    passage_at = random_below(PLANE_ROW_BYTES);
    passage_y = 1 + random_below(MAP_HEIGHT - 2);
    passage_bytes_left = (uint16_t)(MAP_HEIGHT - 2) * PLANE_ROW_BYTES;
    passage_bits = 0;
}

/* One step of finding a tile for what is behind the door, of those that were not reached without its
 * key. */
static NOINLINE uint8_t find_reward(void)
{
    uint8_t left, bits;

    for (left = PASSAGES_AT_ONCE; left != 0; --left) {
        if (passage_bits != 0) {
            bits = passage_bits;
            reward_x = PLANE_FIRST_X(passage_at);
            ADD_LOWEST_BIT(reward_x, bits);
            reward_y = passage_y;
            passage_bits &= passage_bits - 1;
            if (passage_bits == 0)
                next_passage_byte();
            return is_free_floor(reward_x, reward_y) ? FOUND : NOT_YET;
        }
        if (passage_bytes_left == 0)
            return NOTHING_FOUND;
        --passage_bytes_left;
        passage_bits = REWARD_BITS(plane_row[passage_y] + passage_at);
        if (passage_bits == 0)
            next_passage_byte();
        else
            ++left;
    }
    return passage_bytes_left == 0 ? NOTHING_FOUND : NOT_YET;
}

#endif

#endif
