/* Adding to the table of entities, for kinds and passes. The twin of add_entity in
 * pygen/engine/dungeon/entities.py. */
#ifndef UNDERCROFT_ADD_ENTITY_H
#define UNDERCROFT_ADD_ENTITY_H

#include "core/generation.h"

/* The most entities of a floor. A kind that has any defines its own; what passes add always fits. */
#ifndef ENTITY_LIMIT
#define ENTITY_LIMIT ENTITIES_CAPACITY
#endif

/* Add an entity to the table; if it is full, the entity is left out and the status says so. */
static void add_entity(uint8_t kind, uint8_t x, uint8_t y)
{
    uint8_t count;
    REGISTER struct entity_record *entity;

    count = COUNT_OF_ENTITIES;
    if (count == ENTITY_LIMIT) {
        SUMMARY->status |= STATUS_FEWER_PARTS;
        return;
    }
    entity = ENTITY_RECORD(count);
    ENTITY_SET_KIND(entity, kind);
    ENTITY_SET_X(entity, x);
    ENTITY_SET_Y(entity, y);
    COUNT_OF_ENTITIES = count + 1;
}

#endif
