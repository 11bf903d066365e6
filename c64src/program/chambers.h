/* The chambers of the floor that is shown. Only if a dungeon of the program has any. */
#ifndef UNDERCROFT_CHAMBERS_H
#define UNDERCROFT_CHAMBERS_H

#include "core/platform.h"
#include "program.h"
#include "records.h"

#ifdef MOST_CHAMBERS
/* The number of the chamber at (x, y); NO_ROOM if there is none. */
uint8_t find_chamber(uint8_t x, uint8_t y);
#endif

#endif
