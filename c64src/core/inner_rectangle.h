/* The part of a room in which its shape leaves only floor. Belongs to core/places.h. The twin of inner_rectangle in
 * pygen/engine/dungeon/places.py. */
#ifndef UNDERCROFT_INNER_RECTANGLE_H
#define UNDERCROFT_INNER_RECTANGLE_H

#include "core/place_area.h"
#include "core/places.h"
#include "core/shapes.h"
#include "core/third_of.h"

#ifdef PLACES_CAPACITY

/* How much the area loses on the left and on the right, above and below. */
WORK uint8_t inner_across, inner_down;

/* For round rooms, by the radius of their corners. */
static const uint8_t round_across[LARGEST_RADIUS + 1] = { 0, 0, 0, 1, 1, 1, 1, 2, 2 };
static const uint8_t round_down[LARGEST_RADIUS + 1] = { 0, 0, 1, 1, 1, 2, 2, 2, 2 };

/* Find out how much the area loses by a shape. */
static NOINLINE void find_inner(uint8_t shape)
{
    uint8_t shorter, depth;

    inner_across = 0;
    inner_down = 0;
    shorter = populated_width;
    if (populated_height < shorter)
        shorter = populated_height;
    switch (shape) {
    case SHAPE_CUT:
        depth = CUT_DEPTH(shorter);
        inner_down = depth >> 1;
        inner_across = depth - inner_down;
        break;
    case SHAPE_ROUND:
        depth = ROUND_RADIUS(shorter);
        inner_across = round_across[depth];
        inner_down = round_down[depth];
        break;
    case SHAPE_CAVE:
        inner_across = CAVE_DEPTH(shorter);
        inner_down = inner_across;
        break;
    case SHAPE_CROSS:
    case SHAPE_L:
    case SHAPE_PILLARED:
        /* The bar along the longer side. */
        depth = 2;
        if (shape != SHAPE_PILLARED) {
            if (shape == SHAPE_L)
                ++shorter;
            depth = third_of(shorter);
        }
        if (populated_width >= populated_height)
            inner_down = depth;
        else
            inner_across = depth;
        break;
    }
}

/* Take as the area the rectangle round the middle of a room in which its shape leaves only floor: all of it if the room
 * is plain. Some 500 cycles at most. */
static NOINLINE void inner_rectangle(uint8_t number)
{
    REGISTER struct place_record *place;

    place_area(number);
    place = PLACE_RECORD(number);
    find_inner(PLACE_GET_SHAPE(place));
    populated_x += inner_across;
    populated_y += inner_down;
    populated_width -= (uint8_t)(inner_across << 1);
    populated_height -= (uint8_t)(inner_down << 1);
}

#endif

#endif
