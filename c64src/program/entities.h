/* What lies and walks on the floor that is shown, and what its chambers are used for. Only if a dungeon
 * of the program has entities. */
#ifndef UNDERCROFT_ENTITIES_H
#define UNDERCROFT_ENTITIES_H

#include "core/platform.h"
#include "program.h"
#include "records.h"
#include "tiles.h"

#ifdef ENTITIES_SHOWN

/* Take over the entities of the dungeon that was built. Some 100 cycles for each. */
void take_entities(void);

#ifdef WORLDS
/* Put the entities of a world's chunk on its tiles. Some 150 cycles for each. */
void put_entities(uint8_t *tiles);

/* What is to be said of the entity at (x, y) of a world; nothing if there is none. An item on floor is taken,
 * if the change can be remembered. */
const char *meet_in_world(uint8_t x, uint8_t y);
#endif

/* What is to be said of the entity at (x, y), which is found if it was hidden, and taken if it is a key;
 * nothing if there is none. */
const char *describe_entity(uint8_t x, uint8_t y);

#ifdef LOCKS_SHOWN
/* 1 if a locked door is at (x, y) whose key was not taken, else 0. If it was, the door opens. In both cases
 * describe_lock has something to say. */
uint8_t stays_locked(uint8_t x, uint8_t y);

/* What is to be said of the lock at which the player was last, once; nothing if it was said. */
const char *describe_lock(void);
#endif

/* What is to be said if it is entered, if anything. */
const char *describe_chamber(uint8_t chamber);

#endif

/* The number of the chamber at (x, y); NO_ROOM if there is none. */
uint8_t find_chamber(uint8_t x, uint8_t y);

#endif
