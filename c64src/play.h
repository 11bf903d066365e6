/* A dungeon as a person explores it. */
#ifndef UNDERCROFT_PLAY_H
#define UNDERCROFT_PLAY_H

#include "platform.h"

/* Where the person is: dungeon of the program, the seed on which all its floors hang, floor 0..255. */
extern uint8_t game_dungeon, game_floor;
extern uint16_t game_seed;

/* Explore until the person wants to leave. */
void play(void);

/* Tell something in the status line until the next key. */
void tell(const char *text);

/* The same, then wait: was it answered with Y. */
uint8_t ask(const char *text);

#endif
