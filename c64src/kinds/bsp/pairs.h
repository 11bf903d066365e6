/* Neighbours: pairs of parts that have a piece of a cut between them. */
#ifndef UNDERCROFT_BSP_PAIRS_H
#define UNDERCROFT_BSP_PAIRS_H

#include "core/assertion.h"
#include "core/generation.h"
#include "kinds/bsp/common.h"
#include "kinds/bsp/splitting.h"

/* How much higher the second number of a pair is than the first, at least. */
#if CONNECT_IS_CHAIN
#define LEAST_STEP 2
#else
#define LEAST_STEP 1
#endif

/* Two neighbours, the lower number first, with the number of the cut between them. A pair that is
 * joined has no first room any more. */
static uint8_t pair_count;
static uint8_t pair_first[MOST_PAIRS], pair_second[MOST_PAIRS], pair_line[MOST_PAIRS];

/* The first pairs of the list, which have not been looked at; then those left to look at again. */
static uint8_t pairs_left;

/* The part whose neighbours are found, and the one that is looked at next. */
static uint8_t next_second;
static uint8_t first_left, first_top, first_right, first_bottom;

/* Go on to the neighbours of the part next_room. */
static void begin_pairs(void)
{
    uint8_t first;

    first = next_room;
    first_left = part_left[first];
    first_top = part_top[first];
    first_right = part_right[first];
    first_bottom = part_bottom[first];
    next_second = first + LEAST_STEP;
}

/* One step of listing all pairs of neighbours; of a chain those without a place in it: some pairs of
 * parts. Returns 1 at the end.
 *
 * Of two neighbours the one with the lower number is on the left or above. */
static uint8_t find_pairs(void)
{
    uint8_t left, first, second, line;

    first = next_room;
    for (left = PAIRS_AT_ONCE; next_second < room_count; --left) {
        if (left == 0)
            return 0;
        second = next_second;
        line = NO_ROOM;
        if (part_left[second] == first_right) {
            if (part_top[second] < first_bottom && part_bottom[second] > first_top)
                line = right_line[first];
        } else if (part_top[second] == first_bottom) {
            if (part_left[second] < first_right && part_right[second] > first_left)
                line = bottom_line[first];
        }
        if (line != NO_ROOM) {
            ASSERT("find_pairs: too many pairs", pair_count < MOST_PAIRS);
            pair_first[pair_count] = first;
            pair_second[pair_count] = second;
            pair_line[pair_count] = line;
            ++pair_count;
        }
        ++next_second;
        if (next_second == room_count) {
            ++next_room;
            first = next_room;
            begin_pairs();
        }
    }
    return 1;
}

#endif
