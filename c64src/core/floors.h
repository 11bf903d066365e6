/* Many floors from one seed: document 001's two levels. The twin of pygen/floors.py. */
#ifndef UNDERCROFT_FLOORS_H
#define UNDERCROFT_FLOORS_H

#include "core/platform.h"

/* The seed of a floor, 0..255: the dungeon's own for the first, and a step of the dungeon's random
 * numbers for every further one. */
uint16_t floor_seed(uint16_t dungeon_seed, uint8_t floor);

#endif
