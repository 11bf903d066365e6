/* Whether a tile is far enough from what the pass has placed before. The twin of
 * pygen/engine/population/apart.py. */
#ifndef UNDERCROFT_POPULATION_APART_H
#define UNDERCROFT_POPULATION_APART_H

#include "core/generation.h"
#include "core/population/trying.h"

/* How far it must be, and the entity of the pass that is looked at next. */
WORK uint8_t wanted_apart, apart_from;

/* One step of looking at entities of the pass. 0 if some are left; then 1, or 2 if one was too near. */
static NOINLINE uint8_t look_apart(void)
{
    uint8_t left, across, down, place;
    REGISTER struct entity_record *entity;

    for (left = DISTANCES_COMPARED; left != 0; --left) {
        if (apart_from == COUNT_OF_ENTITIES)
            return 1;
        entity = ENTITY_RECORD(apart_from);
        ++apart_from;
        place = ENTITY_GET_X(entity);
        across = place - tried_x;
        if (place < tried_x)
            across = tried_x - place;
        place = ENTITY_GET_Y(entity);
        down = place - tried_y;
        if (place < tried_y)
            down = tried_y - place;
        across += down;
        /* If the sum is more than a byte, it is more than any distance that is wanted. */
        if (across >= down && across < wanted_apart)
            return 2;
    }
    return apart_from == COUNT_OF_ENTITIES;
}

#endif
