/* A maze of cells: a growing tree or another, with rooms, with loops and without some dead ends if one likes.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/mazes/.
 */
#ifndef UNDERCROFT_MAZES_MAZES_H
#define UNDERCROFT_MAZES_MAZES_H

#include "kinds/mazes/maze_phase.h"
#if HAS_PHASE_STAIRS
#include "kinds/mazes/stairs.h"
#endif

#endif
