/* Where the player starts. The twin of pygen/engine/dungeon/start.py. */
#ifndef UNDERCROFT_FIND_START_H
#define UNDERCROFT_FIND_START_H

#include "core/generation.h"

/* The tile that was found. */
WORK uint8_t player_x, player_y;

#ifdef COUNT_OF_ENTITIES
/* The entity that is looked at next. */
WORK uint8_t start_sought_at;
#endif

/* Begin to look for the start: it is at the up stairs unless an entity says otherwise. */
static void begin_to_find_start(void)
{
    player_x = SUMMARY->up_x;
    player_y = SUMMARY->up_y;
#ifdef COUNT_OF_ENTITIES
    start_sought_at = 0;
#endif
}

#ifdef COUNT_OF_ENTITIES
/* One step of looking for the start among the entities. 1 if that is done. */
static NOINLINE uint8_t look_for_start(void)
{
    uint8_t left;
    REGISTER struct entity_record *entity;

    for (left = ENTITIES_SOUGHT;; --left) {
        if (start_sought_at == COUNT_OF_ENTITIES)
            return 1;
        if (left == 0)
            return 0;
        entity = ENTITY_RECORD(start_sought_at);
        ++start_sought_at;
        if (ENTITY_GET_KIND(entity) == ENTITY_START) {
            player_x = ENTITY_GET_X(entity);
            player_y = ENTITY_GET_Y(entity);
            return 1;
        }
    }
}
#endif

#endif
