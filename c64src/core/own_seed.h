/* The seed of the floor itself, which is the same in all tries, and those of the floors below it. */
#ifndef UNDERCROFT_OWN_SEED_H
#define UNDERCROFT_OWN_SEED_H

#include "core/floors.h"
#include "core/generation.h"
#include "program.h"

/* The seed of a floor so many floors below this one. */
static NOINLINE uint16_t seed_of_floor_below(uint8_t floors)
{
    random_low = (uint8_t)own_seed;
    random_high = (uint8_t)(own_seed >> 8);
    floor_number = floors;
    floor_seed();
    return WORD_OF(floor_seed_high, floor_seed_low);
}

/* The state of the random numbers. Not inlined, as OSCAR64 does not see that kernels change it. */
static NOINLINE uint16_t random_state(void)
{
    return WORD_OF(random_high, random_low);
}

#endif
