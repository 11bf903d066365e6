/* Many floors from one seed, in two levels: each floor has its own seed, which follows from that
 * of the dungeon. The twin of pygen/engine/floors.py.
 */
#ifndef UNDERCROFT_FLOORS_H
#define UNDERCROFT_FLOORS_H

#include "core/platform.h"

/* The seed of a floor, 0..255. The first floor has the dungeon's own; each further one takes one
 * step of a linear congruential generator. At most some 10,000 cycles. */
uint16_t floor_seed(uint16_t dungeon_seed, uint8_t floor);

#endif
