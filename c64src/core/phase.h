/* How far a dungeon is. Included by the emitted unit of every dungeon. */
#ifndef UNDERCROFT_PHASE_H
#define UNDERCROFT_PHASE_H

#include "core/platform.h"

/* The number of phases that are done. */
static uint8_t phase;

#endif
