/* The game call entity_at. The twin of pygen/calls/entities.py. */
#ifndef UNDERCROFT_CALLS_ENTITIES_H
#define UNDERCROFT_CALLS_ENTITIES_H

#include "calls/request.h"
#include "core/find_entity.h"

/* The first entity at column X, row A. X: its number in the table. */
void call_entity_at(void)
{
    uint8_t behind, found;

    behind = COUNT_OF_ENTITIES;
    found = find_entity(GAME_REGISTER_X, GAME_A, 0, behind);
    GAME_REGISTER_X = found;
    GAME_A = CALL_IS_DONE;
    if (found == COUNT_OF_ENTITIES) {
        GAME_REGISTER_X = NO_ENTITY_AT;
        GAME_A = CALL_FINDS_NOTHING;
    }
}

#endif
