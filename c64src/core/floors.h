/* Many floors from one seed, in two levels: each floor has its own seed, which follows from that
 * of the dungeon. The twin of pygen/engine/random/floors.py.
 */
#ifndef UNDERCROFT_FLOORS_H
#define UNDERCROFT_FLOORS_H

#include "core/platform.h"

/* The seed of a floor. The first floor has the dungeon's own; each further one takes one step of a
 * linear congruential generator.
 *
 * The arguments are the dungeon's seed in random_low and random_high, and the floor, 0..255, in
 * floor_number. The result is in floor_seed_low and floor_seed_high. Afterwards the arguments are
 * something else. At most some 5,000 cycles. */
void floor_seed(void);

/* For 1, 2, 4, ... 128 floors at once: the seed becomes multiplier x seed + increment. */
extern const uint8_t floor_multiplier_low[], floor_multiplier_high[];
extern const uint8_t floor_increment_low[], floor_increment_high[];

#endif
