/* A maze of cells: a growing tree or another, with rooms, with loops and without some dead ends if one likes.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/mazes/.
 */
#ifndef UNDERCROFT_MAZES_MAZES_H
#define UNDERCROFT_MAZES_MAZES_H

#include "kinds/mazes/common.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/growing.h"
#if SOME_HAS_BLOCKS
#include "kinds/mazes/blocks.h"
#endif
#if SOME_HAS_OWN_ROOMS
#include "kinds/mazes/joining.h"
#endif
#if WINDS
#include "kinds/mazes/sidewinder.h"
#endif
#if DIVIDES
#include "kinds/mazes/dividing.h"
#endif
#include "kinds/mazes/dead_ends.h"
#include "kinds/mazes/drawing.h"
#if SOME_HAS_BLOCKS
#include "kinds/mazes/openings.h"
#endif
#include "kinds/mazes/maze_phase.h"
#if HAS_PHASE_STAIRS
#include "kinds/mazes/stairs.h"
#endif

#endif
