/* Searching the table of entities. The twin of find_entity in pygen/engine/dungeon/entities.py. */
#ifndef UNDERCROFT_FIND_ENTITY_H
#define UNDERCROFT_FIND_ENTITY_H

#include "core/generation.h"

/* The number of the first entity at a tile, from number `first` on; `behind`, which is that behind the
 * last one, if there is none. The kernel search_entities finds it: 16 cycles an entity. */
#define find_entity(x, y, first, behind) \
    (searched_x = (x), searched_y = (y), searched_from = (first), searched_behind = (behind), \
     entity_row = (const uint8_t *)ENTITY_RECORD(searched_from), search_entities())

#endif
