/* The random number generator: a 16-bit xorshift (Marsaglia 2003), shared by all dungeons.
 * The twin of pygen/engine/random16.py.
 */
#ifndef UNDERCROFT_RANDOM16_H
#define UNDERCROFT_RANDOM16_H

#include "core/platform.h"

/* The state, 1..65535: never 0. It is kept as two bytes because the usual shifts, by 7, 9 and 8,
 * are then little more than moves. */
ZEROPAGE_EXTERN(uint8_t, random_low);
ZEROPAGE_EXTERN(uint8_t, random_high);

/* The number of draws since seeding, modulo 65536. */
extern uint16_t random_draws;

/* The arguments of random_is_within: the whole is at most 32,767, the part less than the whole. */
ZEROPAGE_EXTERN(uint16_t, random_part);
ZEROPAGE_EXTERN(uint16_t, random_whole);

/* Start the stream of `seed`, 0..65535. */
void random_seed(uint16_t seed);

/* Advance the state: one draw. About 60 cycles. */
void random_draw(void);

/* A random number 0..count-1, for a count of 1..255. One draw; about 180 cycles. */
uint8_t random_below(uint8_t count);

/* The same as random_below(2), but faster: 0 or 1. One draw. */
uint8_t random_bit(void);

/* 1 if the state drawn is at most `threshold`, else 0. One draw. */
uint8_t random_chance(uint16_t threshold);

/* Not 0 if state * whole / 65536 < random_part, else 0: a choice with the chance part / whole.
 * There is no draw, so that several choices can be made by one; random_part is overwritten.
 *
 * Instead of multiplying it compares the state with part / whole as binary fractions, bit by bit.
 * A long division gives the bits of the quotient from the highest on, and the first bit that
 * differs decides. About 135 cycles, for two or three bits; at most 16. */
uint8_t random_is_within(void);

#endif
