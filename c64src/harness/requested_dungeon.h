/* Building the dungeon that the mailbox asks for, and measuring it. */
#ifndef UNDERCROFT_REQUESTED_DUNGEON_H
#define UNDERCROFT_REQUESTED_DUNGEON_H

#include "core/platform.h"

/* Build it as the mailbox's flags say, and write its cycles to the mailbox. Returns 1, or 0 if its
 * module cannot be fetched. A program has this function from requested_from_linked.c if its
 * generators are linked into it, else from requested_from_module.c. */
uint8_t build_requested_dungeon(void);

#endif
