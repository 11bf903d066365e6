/* How far a dungeon is. Included by the emitted unit of every dungeon. */
#ifndef UNDERCROFT_PHASE_H
#define UNDERCROFT_PHASE_H

#include "core/platform.h"

/* The number of phases that are done. */
WORK uint8_t phase;

#ifdef WRITES_PLANES
/* The phase in which the plane still is what the phase before has written into the map; 0 if there is none: the
 * first phase reads no plane. A phase that writes a plane does so at its end. */
WORK uint8_t plane_phase;
#endif

#endif
