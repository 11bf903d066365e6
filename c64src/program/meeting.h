/* What happens when the figure comes to an entity, a lock or a chamber, and what is said of it. */
#ifndef UNDERCROFT_MEETING_H
#define UNDERCROFT_MEETING_H

#include "core/platform.h"
#include "program.h"
#include "tiles.h"

#ifdef ENTITIES_SHOWN

#ifdef WORLDS
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

#ifdef MOST_CHAMBERS
/* What is to be said if it is entered, if anything. */
const char *describe_chamber(uint8_t chamber);
#endif

#endif

#endif
