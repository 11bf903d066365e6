/* Rooms in a grid, joined by a spanning tree of corridors.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/grid_rooms/.
 */
#ifndef UNDERCROFT_GRID_ROOMS_GRID_ROOMS_H
#define UNDERCROFT_GRID_ROOMS_GRID_ROOMS_H

#include "kinds/grid_rooms/common.h"

#ifdef FILLS_RECTANGLES
#include "core/fill_rectangle.h"
#else
#include "core/filled_rows.h"
#endif

#include "kinds/grid_rooms/rooms.h"
#if HAS_PHASE_CONNECTIONS || HAS_PHASE_TREASURES
#include "kinds/grid_rooms/runs.h"
#endif
#if HAS_PHASE_CONNECTIONS
#include "kinds/grid_rooms/corridors.h"
#include "kinds/grid_rooms/winding.h"
#if CONNECT_IS_RULES
#include "kinds/grid_rooms/share.h"
#endif
#include "kinds/grid_rooms/connect.h"
#endif
#if HAS_PHASE_SECRET_ROOMS
#include "kinds/grid_rooms/secret_rooms.h"
#endif
#if HAS_PHASE_TREASURES

#include "kinds/grid_rooms/treasures.h"
#endif
#if HAS_PHASE_STAIRS
#include "kinds/grid_rooms/stairs.h"
#endif

#endif
