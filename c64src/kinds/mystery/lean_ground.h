/* A try in lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_GROUND_H
#define UNDERCROFT_MYSTERY_LEAN_GROUND_H

#include "kinds/mystery/ground.h"

/* Whether a layout that merges rooms has the stage. */
#define TRIES_TO_MERGE ROOMS_MERGING

/* What the room of a structure must be: it was not filled again. */
#define STRUCTURE_NEEDS LIVE

#if SOME_HAVE_MAZES || SOME_HAVE_SHOPS
/* Cells, or columns of them, of which one is chosen. */
WORK uint8_t choices[CELLS], choice_count;
#endif

static void forget_try(void)
{
    start_x = NOWHERE;
    start_y = NOWHERE;
    has_shop = 0;
    has_house = 0;
    house_is_forced = 0;
}

#endif
