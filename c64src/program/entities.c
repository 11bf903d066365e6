#include "core/small_interactive_code_begin.h"
#include "program/entities.h"

#ifdef ENTITIES_SHOWN

#include "core/generation.h"
#include "memory.h"
#include "program/game.h"
#include "program/shown.h"

const uint8_t kind_codes[ENTITY_KINDS] = {ENTITY_KIND_CODES};

uint8_t entity_x[MOST_ENTITIES], entity_y[MOST_ENTITIES], entity_code[MOST_ENTITIES];
uint8_t next_in_row[MOST_ENTITIES], first_in_row[MOST_MAP_HEIGHT], first_in_column[MOST_MAP_WIDTH];
static uint8_t next_in_column[MOST_ENTITIES];
#ifdef LOCKS_SHOWN
uint8_t lock_bits[MOST_ENTITIES];
#endif

void take_entities(void)
{
    REGISTER struct entity_record *entity;
    uint8_t at, place, kind, code, other;
#ifdef LOCKS_SHOWN
    uint8_t bit;

    bit = 1;
#endif

    for (at = 0; at != MOST_MAP_HEIGHT; ++at)
        first_in_row[at] = NO_ENTITY;
    for (at = 0; at != MOST_MAP_WIDTH; ++at)
        first_in_column[at] = NO_ENTITY;
    at = dungeon_entities(shown_dungeon);
    entity = (struct entity_record *)(BYTES_AT(ENTITIES_START)
                                      + (uint16_t)at * sizeof(struct entity_record));
    while (at != 0) {
        --at;
        --entity;
        kind = ENTITY_GET_KIND(entity);
#ifdef LOCKS_SHOWN
        lock_bits[at] = bit;
        if (kind == ENTITY_KEY) {
            if (game_keys & bit)
                continue;
        } else if (kind == ENTITY_LOCKED_DOOR) {
            other = bit;
            bit <<= 1;
            if (game_doors & other)
                continue;
        }
#endif
        if (kind >= ENTITY_KINDS)
            continue;
        code = kind_codes[kind];
        if (code == NOT_SHOWN)
            continue;
        entity_code[at] = code;
        /* cc65 takes many bytes to copy from array to array. */
        place = ENTITY_GET_Y(entity);
        entity_y[at] = place;
        other = first_in_row[place];
        next_in_row[at] = other;
        first_in_row[place] = at;
        place = ENTITY_GET_X(entity);
        entity_x[at] = place;
        other = first_in_column[place];
        next_in_column[at] = other;
        first_in_column[place] = at;
    }
#ifdef LOCKS_SHOWN
    /* Who comes from below has all of them. */
    --bit;
    game_keys &= bit;
    game_doors &= bit;
#endif
}

/* Rows and columns have a function each, as arrays that are parameters take more cycles with each entity. */
void show_entities_of_row(uint8_t *tiles, uint8_t count)
{
    REGISTER uint8_t *tile;
    uint8_t at, place, code, from, known;

    tile = tiles;
    from = first_x;
    known = count;
    for (at = first_in_row[first_y]; at != NO_ENTITY; at = next_in_row[at]) {
        place = entity_x[at] - from;
        if (place < known) {
            code = entity_code[at];
            if (code == NOT_FOUND && secrets_shown)
                code = ENTITY_CODES;
            tile[place] = code;
        }
    }
}

void show_entities_of_column(uint8_t *tiles, uint8_t count)
{
    REGISTER uint8_t *tile;
    uint8_t at, place, code, from, known;

    tile = tiles;
    from = first_y;
    known = count;
    for (at = first_in_column[first_x]; at != NO_ENTITY; at = next_in_column[at]) {
        place = entity_y[at] - from;
        if (place < known) {
            code = entity_code[at];
            if (code == NOT_FOUND && secrets_shown)
                code = ENTITY_CODES;
            tile[place] = code;
        }
    }
}

#endif

#include "core/small_code_end.h"
