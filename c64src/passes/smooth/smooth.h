/* Smoothing: a cellular automaton on the walls and the floor of any map.
 *
 * The twin is in pygen/passes/smooth/.
 */
#ifndef UNDERCROFT_SMOOTH_SMOOTH_H
#define UNDERCROFT_SMOOTH_SMOOTH_H

#include "core/plane/automaton.h"
#include "core/plane/read_plane.h"
#if defined(ROOMS_CAPACITY) || defined(FEATURES_CAPACITY)
#include "core/plane/rooms.h"
#else
#ifdef OTHER_TILES
#include "core/plane/open_others.h"
#include "core/plane/read_others.h"
#endif
#include "core/plane/write_plane.h"
#endif

#include "passes/smooth/smoothing.h"

#endif
