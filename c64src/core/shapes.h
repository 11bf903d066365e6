/* Shapes of rooms: what of a room's rectangle is floor. With core/third_of.h the twin of
 * pygen/engine/dungeon/shapes.py. */
#ifndef UNDERCROFT_CORE_SHAPES_H
#define UNDERCROFT_CORE_SHAPES_H

#include "core/platform.h"

#define SHAPE_RECTANGLE 0
#define SHAPE_CUT 1
#define SHAPE_ROUND 2
#define SHAPE_CROSS 3
#define SHAPE_L 4
#define SHAPE_CAVE 5
#define SHAPE_PILLARED 6
#define COUNT_OF_SHAPES 7

/* How many tiles of the first row a cut corner takes, the radius of the corners of a round room, and how far the edges
 * of a cave go into its rectangle: by the shorter side. */
#define CUT_DEPTH(side) ((uint8_t)((side) >= 16 ? 3 : (side) >= 10 ? 2 : 1))
#define ROUND_RADIUS(side) ((uint8_t)((side) >= 2 * LARGEST_RADIUS ? LARGEST_RADIUS : (side) >> 1))
#define CAVE_DEPTH(side) ((uint8_t)((uint8_t)((side) - 1) >> 2))

#endif
