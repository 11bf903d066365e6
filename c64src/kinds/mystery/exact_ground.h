/* A try in exact mode. */
#ifndef UNDERCROFT_MYSTERY_EXACT_GROUND_H
#define UNDERCROFT_MYSTERY_EXACT_GROUND_H

#include "kinds/mystery/ground.h"

/* Whether a layout that merges rooms has the stage: its draws are made all the same. */
#define TRIES_TO_MERGE 1

/* What the room of a structure must be: it may have been filled again. */
#define STRUCTURE_NEEDS (VALID | ROOM)

#if SOME_HAVE_MAZES
/* Cells of which one is chosen. */
WORK uint8_t choices[CELLS], choice_count;
#endif

/* A shop or a monster house of a failed try is not forgotten. */
static void forget_try(void)
{
    if (!is_last_try)
        start_x = NOWHERE;
}

#endif
