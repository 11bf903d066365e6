/* Terrain: a landscape of water, grass, forest and mountain by value noise.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/terrain/.
 */
#ifndef UNDERCROFT_TERRAIN_TERRAIN_H
#define UNDERCROFT_TERRAIN_TERRAIN_H

#include "core/get_tile.h"
#include "core/noise/noise.h"
#include "core/plane/next_byte.h"
#include "core/plane/plane_bit.h"
#if SOME_DROPS_PARTS || !ALL_PARTS_JOIN
#include "core/plane/keep_regions.h"
#endif
#if SOME_PARTS_JOIN
#include "core/plane/tunnels.h"
#endif

#ifdef WORLD_GATES
#include "core/wide_edges.h"
#endif

#include "kinds/terrain/classes.h"
#include "kinds/terrain/drawing.h"
#include "kinds/terrain/terrain_phase.h"

#if HAS_PHASE_STAIRS
#include "kinds/terrain/stairs.h"
#endif

#endif
