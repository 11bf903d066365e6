/* What happens when the figure comes to an entity, a lock or a chamber, and what is said of it. */
#ifndef UNDERCROFT_MEETING_H
#define UNDERCROFT_MEETING_H

#include "core/platform.h"
#include "program.h"
#include "program/status.h"
#include "tiles.h"

#ifdef ENTITIES_SHOWN

/* Say what is where the figure is; what it enters comes first. */
void look_around(void);

#ifdef CHAMBERS_ARE_ANNOUNCED
/* The room that was announced last. */
extern uint8_t room_announced;
#endif

#ifdef LOCKS_SHOWN
/* 1 if a locked door is at (x, y) whose key was not taken, else 0. If it was, the door opens. In both cases
 * tell_of_lock has something to say. */
uint8_t stays_locked(uint8_t x, uint8_t y);

/* Say what has happened at a lock; 1 if anything has, else 0. */
uint8_t tell_of_lock(void);
#endif

#endif

#endif
