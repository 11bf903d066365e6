/* Rooms that are no rectangles: cut corners, circles, crosses, Ls, caves and pillars.
 *
 * The twin is in pygen/passes/shapes/.
 */
#ifndef UNDERCROFT_SHAPES_SHAPES_H
#define UNDERCROFT_SHAPES_SHAPES_H

#include "passes/shapes/shaping.h"

#endif
