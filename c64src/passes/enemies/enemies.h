/* Enemies, placed where they can be reached.
 *
 * The twin is in pygen/passes/enemies/.
 */
#ifndef UNDERCROFT_ENEMIES_ENEMIES_H
#define UNDERCROFT_ENEMIES_ENEMIES_H

#include "core/population/populating.h"

/* One step of placing enemies, by count or by the area of rooms. */
POPULATES(place_enemies, ENEMIES)

#endif
