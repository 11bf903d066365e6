/* The random number generator: a 16-bit xorshift (Marsaglia 2003), shared by all dungeons.
 * The twin of pygen/reference/random16.py.
 */
#ifndef UNDERCROFT_RANDOM16_H
#define UNDERCROFT_RANDOM16_H

#include "core/platform.h"

/* The state is 1..65535 and never 0; kept as two bytes, because shifts by 7, 9 and 8 are then
 * little more than moves. */
ZEROPAGE_EXTERN(uint8_t, random_low);
ZEROPAGE_EXTERN(uint8_t, random_high);

/* Draws since seeding, modulo 65536. */
extern uint16_t random_draws;

/* What random_is_within works on; the whole is at most 32,767 and the part less than the whole. */
ZEROPAGE_EXTERN(uint16_t, random_part);
ZEROPAGE_EXTERN(uint16_t, random_whole);

/* Start the stream of `seed`, 0..65535. */
void random_seed(uint16_t seed);

/* One draw: the state steps on. */
void random_draw(void);

/* A number 0..count-1, for a count of 1..255. One draw. */
uint8_t random_below(uint8_t count);

/* The same as random_below(2): 0 or 1. One draw. */
uint8_t random_bit(void);

/* 1 if the state drawn is at most `threshold`, else 0. One draw. */
uint8_t random_chance(uint16_t threshold);

/* Is the state's share of 65536 less than the part's share of the whole: 0 or another number. That is
 * state * whole / 65536 < part without multiplying. No draw; the part is gone afterwards.
 *
 * The bits of part / whole, by long division from the highest on, against those of the state: the
 * first two that differ decide. About 135 cycles: two to three rounds, 16 at most. */
uint8_t random_is_within(void);

#endif
