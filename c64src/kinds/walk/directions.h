/* The direction of a step: any of the four, or drawn by the weights of the neighbouring tiles. Where
 * moves are made by the kernel make_moves, it draws the direction itself. */
#ifndef UNDERCROFT_WALK_DIRECTIONS_H
#define UNDERCROFT_WALK_DIRECTIONS_H

#include "core/generation.h"

#if defined(MOVES_IN_C)

#if IS_PULLED

/* The direction of a step: each is as likely as its tile is heavy among the four. The kernel
 * weigh_neighbours sets the weights, and random_whole to the sum of all four. */
static uint8_t draw_direction(void)
{
    weigh_neighbours();
    random_draw();
    random_part = across_weight;
    if (random_is_within()) {
        random_part = left_weight;
        if (random_is_within())
            return STEP_LEFT;
        return STEP_RIGHT;
    }
    random_part = across_weight;
    random_part += up_weight;
    if (random_is_within())
        return STEP_UP;
    return STEP_DOWN;
}

#else

/* The direction of a step: all four are equally likely. */
static uint8_t draw_direction(void)
{
    return random_below(4);
}

#endif

#endif

#endif
