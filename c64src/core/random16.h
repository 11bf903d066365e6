/* The random number generator: a 16-bit xorshift (Marsaglia 2003), shared by all dungeons.
 * The twin of pygen/engine/random/random16.py.
 */
#ifndef UNDERCROFT_RANDOM16_H
#define UNDERCROFT_RANDOM16_H

#include "core/platform.h"
#include "zeropage.h"

/* The state is random_low and random_high: two bytes because the usual shifts, by 7, 9 and 8, are
 * then little more than moves. random_step, random_draw, random_below, random_chance and
 * random_is_within are kernels. */

/* The number of draws since seeding, modulo 65536. */
extern uint16_t random_draws;

/* Start the stream of `seed`, 0..65535. */
void random_seed(uint16_t seed);

/* Advance the state without counting a draw. */
void random_step(void);

/* Advance the state: one draw. About 50 cycles. */
void random_draw(void);

/* A random number 0..count-1, for a count of 1..255. One draw; about 150 cycles,
 * or 180 if the count is above 31. */
uint8_t random_below(uint8_t count);

/* The same as random_below(2), but faster: 0 or 1. One draw. */
uint8_t random_bit(void);

/* 1 if the state drawn is at most `threshold`, else 0. One draw. */
uint8_t random_chance(uint16_t threshold);

/* Not 0 if state * whole / 65536 < random_part, else 0: a choice with the chance part / whole.
 * There is no draw, so that several choices can be made by one; random_part is overwritten. About
 * 135 cycles. */
uint8_t random_is_within(void);

#endif
