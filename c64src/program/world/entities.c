#include "core/small_interactive_code_begin.h"
#include "program/world/entities.h"
#include "constants.h"
#include "core/generation.h"
#include "memory.h"
#include "program/entities.h"
#include "program/shown.h"
#include "program/world/tilemap.h"
#include "records.h"

#ifdef ENTITIES_SHOWN

void put_entities(uint8_t *tiles)
{
    REGISTER struct entity_record *entity;
    REGISTER uint8_t *tile;
    uint8_t left, kind, code, x, y;

    left = dungeon_entities(shown_dungeon);
    entity = (struct entity_record *)BYTES_AT(ENTITIES_START);
    for (; left != 0; --left) {
        kind = ENTITY_GET_KIND(entity);
        x = ENTITY_GET_X(entity);
        y = ENTITY_GET_Y(entity);
        ++entity;
        if (kind >= ENTITY_KINDS)
            continue;
        code = kind_codes[kind];
        tile = tiles + ((uint16_t)y << 5 | x);
        if (code == NOT_SHOWN)
            continue;
        /* Of two at a tile the later one is seen, and is on what the first one is on. */
        if (*tile != TILE_FLOOR && (*tile < ENTITY_CODES || (*tile & WORLD_FLAG)))
            code |= WORLD_FLAG;
        *tile = code;
    }
}

#endif

#include "core/small_code_end.h"
