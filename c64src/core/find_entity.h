/* Searching the table of entities. The twin of find_entity in pygen/engine/dungeon/entities.py. */
#ifndef UNDERCROFT_FIND_ENTITY_H
#define UNDERCROFT_FIND_ENTITY_H

#include "core/generation.h"

/* The number of the first entity at a tile, from number `first` on; `behind`, which is that behind the
 * last one, if there is none. */
static uint8_t find_entity(uint8_t x, uint8_t y, uint8_t first, uint8_t behind)
{
    uint8_t at;
    REGISTER struct entity_record *entity;

    entity = ENTITY_RECORD(first);
    for (at = first; at != behind; ++at) {
        if (ENTITY_GET_X(entity) == x && ENTITY_GET_Y(entity) == y)
            break;
        ++entity;
    }
    return at;
}

#endif
