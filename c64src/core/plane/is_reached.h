/* Whether a flood has reached a tile. With reach_from.h the twin of pygen/engine/plane/reaching.py. */
#ifndef UNDERCROFT_PLANE_IS_REACHED_H
#define UNDERCROFT_PLANE_IS_REACHED_H

#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/reach_from.h"
#include "core/plane/taken.h"

/* Whether a tile was reached. */
static NOINLINE uint8_t is_reached(uint8_t x, uint8_t y)
{
    uint16_t place;

    place = byte_of_tile(x, y);
    return plane_taken[place] & (uint8_t)~plane_solid[place] & plane_bit[x & 7];
}

#endif
