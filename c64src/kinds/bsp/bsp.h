/* Rooms in the parts of a map that is cut in two again and again: binary space partitioning.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/bsp/.
 */
#ifndef UNDERCROFT_BSP_BSP_H
#define UNDERCROFT_BSP_BSP_H

#include "kinds/bsp/common.h"

#include "core/filled_rows.h"

#include "kinds/bsp/splitting.h"
#if HAS_PHASE_CONNECTIONS
#if HAS_PAIRS
#include "kinds/bsp/pairs.h"
#endif
#include "kinds/bsp/corridors.h"
#include "kinds/bsp/connecting.h"
#endif
#include "kinds/bsp/drawing.h"
#include "kinds/bsp/halls_phase.h"
#if HAS_PHASE_STAIRS
#include "kinds/bsp/stairs.h"
#endif

#endif
