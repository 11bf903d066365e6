/* What passes that must place something say to the tests of what a dungeon requires. */
#ifndef UNDERCROFT_ONCE_MISSING_H
#define UNDERCROFT_ONCE_MISSING_H

#include "core/platform.h"

/* Whether the pass that was done last has left anything out: then a dungeon that requires anything is built again. */
WORK uint8_t once_missing;

#endif
