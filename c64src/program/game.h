/* Where the player is. */
#ifndef UNDERCROFT_GAME_H
#define UNDERCROFT_GAME_H

#include "core/platform.h"
#include "program.h"
#include "tiles.h"

/* The number of the dungeon in the program, the seed from which all its floors follow, and the
 * floor, 0..255. */
extern uint8_t game_dungeon, game_floor;
extern uint16_t game_seed;

/* The tile at which the figure is, and 1 while the player walks as it, 0 while the player flies. */
extern uint8_t figure_x, figure_y, is_walking;

/* 0 when the player is to be back in the menu. */
extern uint8_t is_playing;

#ifdef LOCKS_SHOWN
/* The keys that were taken on the floor and the doors that were opened, a bit each: the lowest bit is
 * that of the last lock in the table of entities. */
extern uint8_t game_keys, game_doors;
#define ALL_LOCKS 0xFF
#endif

#if defined(LOCKS_SHOWN) || defined(WORLDS)
/* Lock all doors of the floor that is entered next; the next world is a new one. */
#define CHANGES_ARE_KEPT 1
void forget_changes(void);
#endif

#endif
