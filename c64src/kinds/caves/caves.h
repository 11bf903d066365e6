/* Caves: random rock, smoothed by a cellular automaton.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/caves/.
 */
#ifndef UNDERCROFT_CAVES_CAVES_H
#define UNDERCROFT_CAVES_CAVES_H

#include "core/plane/plane.h"
#if SOME_AUTOMATON_ROUNDS
#include "core/plane/automaton.h"
#endif
#if SOME_DROPS_CAVES
#include "core/plane/keep_regions.h"
#endif
#if SOME_JOINS_CAVES
#include "core/plane/tunnels.h"
#endif

#include "core/plane/write_plane.h"

#if SOME_AREAS_COUNT
#include "kinds/caves/areas.h"
#endif
#include "kinds/caves/rock.h"
#if SOME_STALAGMITES_TRIES
#include "kinds/caves/stalagmites.h"
#endif
#include "kinds/caves/caves_phase.h"

#endif
