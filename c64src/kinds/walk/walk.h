/* A random walk through solid ground.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/walk/.
 */
#ifndef UNDERCROFT_WALK_WALK_H
#define UNDERCROFT_WALK_WALK_H


#include "kinds/walk/directions.h"
#include "kinds/walk/digging.h"
#include "kinds/walk/covering.h"
#include "kinds/walk/walking.h"
#if HAS_PHASE_STAIRS
#include "kinds/walk/stairs.h"
#endif

#endif
