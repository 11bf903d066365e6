/* The line below the window: the dungeon, and where the player is. */
#ifndef UNDERCROFT_STATUS_H
#define UNDERCROFT_STATUS_H

#include "core/platform.h"
#include "program.h"
#include "records.h"
#include "tiles.h"

#if defined(MOST_CHAMBERS) && defined(ENTITIES_SHOWN)
#define CHAMBERS_ARE_ANNOUNCED 1
/* The room that the line names. */
extern uint8_t room_shown;
#endif

/* Show the whole line; show the place in it, after the player has moved. */
void show_status(void);
void show_place(void);

#endif
