/* A dungeon as a person explores it. */
#ifndef UNDERCROFT_PLAY_H
#define UNDERCROFT_PLAY_H

#include "core/platform.h"

/* Explore the dungeon of game.h until the person wants to leave. */
void play(void);

#endif
