/* A third of a number. */
#ifndef UNDERCROFT_THIRD_OF_H
#define UNDERCROFT_THIRD_OF_H

#include "core/platform.h"

/* A third of a side, rounded down. */
static NOINLINE uint8_t third_of(uint8_t side)
{
    uint8_t third, left;

    third = 0;
    for (left = side; left >= 3; left -= 3)
        ++third;
    return third;
}

#endif
