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

/* The first pairs of the list, which have not been looked at; then those left to look at again. */
WORK uint8_t pairs_left;

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

#endif
