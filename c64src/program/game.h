/* Where the player is. */
#ifndef UNDERCROFT_GAME_H
#define UNDERCROFT_GAME_H

#include "core/platform.h"

/* The number of the dungeon in the program, the seed from which all its floors follow, and the
 * floor, 0..255. */
extern uint8_t game_dungeon, game_floor;
extern uint16_t game_seed;

#endif
