/* Where the person is. */
#ifndef UNDERCROFT_GAME_H
#define UNDERCROFT_GAME_H

#include "core/platform.h"

/* Dungeon of the program, the seed on which all its floors hang, floor 0..255. */
extern uint8_t game_dungeon, game_floor;
extern uint16_t game_seed;

#endif
