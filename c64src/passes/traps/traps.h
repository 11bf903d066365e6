/* Traps, placed where they can be reached.
 *
 * The twin is in pygen/passes/traps/.
 */
#ifndef UNDERCROFT_TRAPS_TRAPS_H
#define UNDERCROFT_TRAPS_TRAPS_H

#include "core/population/populating.h"

/* One step of placing traps, by count or by the area of rooms. */
POPULATES(place_traps, TRAPS)

#endif
