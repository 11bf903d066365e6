/* Floors of mystery dungeons: rooms and halls in cells, water, and all that lies and walks there.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/mystery/.
 *
 * A function that does a piece of some work returns 1 if it was the last one, else 0. Before the
 * first one the driver makes all variables 0 whose names begin with `work`.
 */
#ifndef UNDERCROFT_MYSTERY_MYSTERY_H
#define UNDERCROFT_MYSTERY_MYSTERY_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/cells.h"
#if SOME_HAVE_CELLS
#include "kinds/mystery/connections.h"
#endif
#include "kinds/mystery/rooms.h"
#if SOME_HAVE_CELLS
#include "kinds/mystery/corridors.h"
#if SOME_MERGE || SOME_LAYOUT_IS_BEETLE
#include "kinds/mystery/merging.h"
#endif
#if SOME_REPAIR
#include "kinds/mystery/repair.h"
#endif
#if GROWS_WALLS
#include "kinds/mystery/labyrinth.h"
#endif
#if SOME_HAVE_SHOPS
#include "kinds/mystery/shop.h"
#endif
#endif
#include "kinds/mystery/monster_house.h"
#if SOME_HAVE_CELLS
#if SOME_HAVE_EXTRA_HALLS
#include "kinds/mystery/extra_halls.h"
#endif
#if SOME_ARE_IMPERFECT
#include "kinds/mystery/imperfections.h"
#endif
#if SOME_HAVE_STRUCTURES
#include "kinds/mystery/structures.h"
#endif
#include "kinds/mystery/junctions.h"
#include "kinds/mystery/reaching.h"
#if SOME_HAS_WATER
#include "kinds/mystery/terrain.h"
#endif
#endif
#include "core/add_entity.h"
#include "core/find_entity.h"
#include "kinds/mystery/entities.h"
#include "kinds/mystery/places.h"
#include "kinds/mystery/things.h"
#include "kinds/mystery/chambers.h"
#include "kinds/mystery/drawing.h"
#include "kinds/mystery/stages.h"

#endif
