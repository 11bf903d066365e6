/* Exploring a dungeon. */
#ifndef UNDERCROFT_PLAY_H
#define UNDERCROFT_PLAY_H

#include "core/platform.h"

/* Explore the dungeon of game.h until the player leaves it. */
void play(void);

#endif
