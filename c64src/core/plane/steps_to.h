/* The distance of a tile that is still in the ring of a walk. */
#ifndef UNDERCROFT_PLANE_STEPS_TO_H
#define UNDERCROFT_PLANE_STEPS_TO_H

#include "core/plane/walk.h"

/* How many steps away a tile of the ring is. Takes some 60 cycles for each distance that is looked at. */
static NOINLINE uint16_t steps_to(uint8_t at)
{
    uint8_t after, steps, nearer, count, last;

    after = (uint8_t)(way_behind - 1 - at);
    steps = (uint8_t)way_steps;
    last = 0;
    for (nearer = 0;; ++nearer) {
        /* How many tiles are as far or farther: more than there is room for if it falls. */
        count = way_behind - way_starts[steps];
        if (count > after || count < last)
            return way_steps - nearer;
        last = count;
        --steps;
    }
}

#endif
