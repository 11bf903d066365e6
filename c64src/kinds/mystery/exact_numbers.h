/* The random numbers of exact mode: those of the original. A draw that cannot change anything is made all
 * the same. */
#ifndef UNDERCROFT_MYSTERY_EXACT_NUMBERS_H
#define UNDERCROFT_MYSTERY_EXACT_NUMBERS_H

#include "core/generation.h"

/* The lower half of the primary stream's state between two steps; the upper one is the engine's random
 * state. */
WORK uint16_t lower_state;

/* The state of the secondary stream, from its lowest byte on. */
WORK uint8_t secondary[4];

/* Take the lower half of the state back to where kernels find it. No C reads it in a function that has
 * called a kernel. */
static NOINLINE void load_state(void)
{
    state_lower = lower_state;
}

/* Put the lower half of the state away. */
static NOINLINE void store_state(void)
{
    lower_state = state_lower;
}

#define LOAD_STATE load_state()
#define STORE_STATE store_state()

/* The next number of the primary stream; it does not count as a draw. */
static NOINLINE uint16_t next_number(void)
{
    step_forward();
    return WORD_OF(random_high, random_low);
}

/* Give the generator of floors a state, an odd number that follows from the floor's first random state. */
static NOINLINE void begin_floors(void)
{
    lower_state = WORD_OF(random_high, random_low);
    random_low = 0;
    if (lower_state & 0x8000)
        random_low = 1;
    random_high = 0;
    lower_state = (uint16_t)(lower_state << 1) | 1;
    load_state();
}

/* Give both streams the seed of a floor: 24 bits, the last byte first. */
static NOINLINE void seed_streams(uint8_t upper, uint16_t lower)
{
    secondary[0] = (uint8_t)lower;
    secondary[1] = (uint8_t)(lower >> 8);
    secondary[2] = upper;
    secondary[3] = 0;
    random_low = upper;
    random_high = 0;
    lower_state = lower;
}

/* The state to which restore_state goes back. */
WORK uint16_t kept_lower;
WORK uint8_t kept_low, kept_high;

/* Remember the state of the primary stream. */
static NOINLINE void keep_state(void)
{
    kept_lower = state_lower;
    kept_low = random_low;
    kept_high = random_high;
}

/* Go back to that state. */
static NOINLINE void restore_state(void)
{
    state_lower = kept_lower;
    random_low = kept_low;
    random_high = kept_high;
}

/* Find the seed of the floor, and begin its streams. */
static void begin_streams(void)
{
    uint16_t lower;

    begin_floors();
    lower = next_number() | 1;
    seed_streams((uint8_t)next_number(), lower);
    load_state();
}

/* The number below count that the state is now; no draw. */
static NOINLINE uint16_t scaled_state(uint16_t count)
{
    scale_count = count;
    scale_state();
    return WORD_OF(scaled_high, scaled_low);
}

/* The number below count that a number of 16 bits is; no draw. */
static uint16_t scaled_number(uint16_t number, uint16_t count)
{
    uint16_t product;
    uint8_t left;

    product = 0;
    for (left = 16; left != 0; --left) {
        if (number & 1)
            product = (uint16_t)((product >> 1) + (count >> 1) + (product & count & 1));
        else
            product >>= 1;
        number >>= 1;
    }
    return product;
}

/* A number 0..count-1; 0 for a count of 0. */
static uint16_t draw_place(uint16_t count)
{
    ++random_draws;
    step_forward();
    return scaled_state(count);
}

/* The same for fewer choices. */
static uint8_t draw_below(uint8_t count)
{
    return (uint8_t)draw_place(count);
}

/* The same for few choices. */
#define draw_few(count) draw_below(count)

/* Whether something happens that has a chance of so many percent. */
static uint8_t draw_percent(uint8_t percent)
{
    return draw_below(100) < percent;
}

/* What draw_percent needs to know of a chance: its percent, or the largest random state. */
#define CHANCE(percent, state) (percent)

/* A number from `low` up to `high`, which is excluded; no draw if both are equal. */
static uint16_t draw_far_between(uint16_t low, uint16_t high)
{
    if (low == high)
        return low;
    return low + draw_place(high - low);
}

/* A number 0..65535 of the secondary stream. */
static uint16_t draw_secondary(void)
{
    uint8_t lowest, low, high, highest;
    uint16_t sum;

    ++random_draws;
    lowest = secondary[0];
    low = secondary[1];
    high = secondary[2];
    highest = secondary[3];
    /* The increment is 0x269EC3. */
    sum = (uint16_t)0xC3 + MULTIPLE0[lowest];
    secondary[0] = (uint8_t)sum;
    sum = (sum >> 8) + 0x9E;
    sum += MULTIPLE1[lowest];
    sum += MULTIPLE0[low];
    secondary[1] = (uint8_t)sum;
    sum = (sum >> 8) + 0x26;
    sum += MULTIPLE2[lowest];
    sum += MULTIPLE1[low];
    sum += MULTIPLE0[high];
    secondary[2] = (uint8_t)sum;
    sum >>= 8;
    sum += MULTIPLE3[lowest];
    sum += MULTIPLE2[low];
    sum += MULTIPLE1[high];
    sum += MULTIPLE0[highest];
    secondary[3] = (uint8_t)sum;
    return WORD_OF(secondary[1], secondary[0]);
}

#if SOME_HAVE_CELLS
/* The same where a floor may leave no choice: a number is drawn even so. */
static uint8_t draw_forced(uint8_t count)
{
    return draw_below(count);
}
#endif

/* A number from the smaller one up to the larger, which is excluded; no draw if both are equal. */
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
    return low + draw_below(count);
}

#if SOME_HAS_WATER
/* How many hits on a spot of water are a piece. */
#define HITS_AT_ONCE EXACT_HITS_AT_ONCE

/* A random tile of a spot: 16 for each row, and its column; both from 1 to 8. */
static uint8_t draw_hit(void)
{
    uint8_t column;

    column = 1 + draw_below(SPOT_SIDE);
    return (uint8_t)((1 + draw_below(SPOT_SIDE)) << 4) + column;
}

#define DRAW_HIT(hit) ((hit) = draw_hit())
#endif

#endif
