/* Things that are on one of several floors. The twin of pygen/engine/population/once.py. */
#ifndef UNDERCROFT_POPULATION_ONCE_H
#define UNDERCROFT_POPULATION_ONCE_H

#include "core/generation.h"
#include "core/once_missing.h"
#include "core/own_seed.h"
#include "core/streams.h"

/* Whether something is on this floor: number `at` of so many, with `behind` others below it; 1 if there are 0. The
 * random numbers stay as they are. Some 12,000 cycles if it is far above the last of many floors, else some 7,000. */
static NOINLINE uint8_t is_chosen(uint8_t floors, uint8_t at, uint8_t behind, uint16_t stream)
{
    uint16_t state, draws, of_floor;
    uint8_t chosen;

    if (floors == 0)
        return 1;
    state = random_state();
    draws = random_draws;
    of_floor = first_state;
    first_state = seed_of_floor_below(behind);
    random_seed(stream_seed(stream));
    first_state = of_floor;
    chosen = random_below(floors);
    random_low = (uint8_t)state;
    random_high = (uint8_t)(state >> 8);
    random_draws = draws;
    return chosen == at;
}

#endif
