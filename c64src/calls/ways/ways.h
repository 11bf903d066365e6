/* The game calls distances, distances_step and next_step. The twin of pygen/calls/distances.py and
 * pygen/calls/next_step.py. */
#ifndef UNDERCROFT_CALLS_WAYS_H
#define UNDERCROFT_CALLS_WAYS_H

#include "calls/request.h"

#if defined(CALLS_DISTANCES) || defined(CALLS_DISTANCES_STEP)
#include "calls/ways/distances.h"
#endif
#ifdef CALLS_NEXT_STEP
#include "calls/ways/next_step.h"
#endif

#endif
