/* The random numbers of lean mode: the engine's. */
#ifndef UNDERCROFT_MYSTERY_LEAN_NUMBERS_H
#define UNDERCROFT_MYSTERY_LEAN_NUMBERS_H

#include "core/generation.h"

/* A number 0..count-1. */
static uint8_t draw_below(uint8_t count)
{
    uint16_t sum;

    if (count <= FEW_CHOICES)
        return random_below(count);
    random_draw();
    sum = (uint16_t)random_low * count;
    sum >>= 8;
    sum += (uint16_t)((uint16_t)random_high * count);
    return (uint8_t)(sum >> 8);
}

/* A number below a count of at most FEW_CHOICES. */
#define draw_few(count) random_below(count)

/* Whether something happens that has a chance: the largest random state with which it does. */
#define draw_percent(threshold) random_chance(threshold)

/* What it needs to know of a chance: its percent, or the largest random state. */
#define CHANCE(percent, state) (state)

#if SOME_HAVE_CELLS
/* The same, or 0 for a count of 0, without a draw. */
static uint8_t draw_forced(uint8_t count)
{
    if (count == 0)
        return 0;
    return draw_below(count);
}
#endif

/* A number from the smaller one up to the larger, which is excluded; no draw if there is a single choice. */
static uint8_t draw_between(uint8_t one, uint8_t other)
{
    uint8_t low, count;

    if (one == other)
        return one;
    if (one > other) {
        low = other;
        count = one - other;
    } else {
        low = one;
        count = other - one;
    }
    if (count == 1)
        return low;
    return low + draw_below(count);
}

/* The state is where kernels find it at all times. */
#define LOAD_STATE ((void)0)
#define STORE_STATE ((void)0)

#if SOME_HAS_WATER
/* How many hits on a spot of water are a piece. */
#define HITS_AT_ONCE LEAN_HITS_AT_ONCE

/* Choose a random tile of a spot: 16 for each row, and its column; both from 1 to 8. One draw has both. It is
 * a macro because calls would take a spot too long with cc65. */
#define DRAW_HIT(hit) \
    do { \
        random_draw(); \
        (hit) = (random_high & 0x77) + 0x11; \
    } while (0)
#endif

#endif
