/* Following the player through an endless world. */
#ifndef UNDERCROFT_WORLD_FOLLOWING_H
#define UNDERCROFT_WORLD_FOLLOWING_H

#include "core/platform.h"
#include "program.h"

#ifdef WORLDS

/* Begin to show a world around the player's place. No chunk is there yet. */
void world_begin(void);

/* The player was moved by (dx, dy), -1, 0 or 1 each (as bytes), and is at (x, y), walking (`walks` 1) or flying. If
 * that is no longer in the chunk in the middle, another one takes its place: the window keeps its tiles, and what had a
 * column and a row has them `world_turned_x` and `world_turned_y` further on (as bytes). */
void world_follow(uint8_t x, uint8_t y, uint8_t dx, uint8_t dy, uint8_t walks);
extern uint8_t world_turned_x, world_turned_y;

#endif

#endif
