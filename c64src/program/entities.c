#include "core/small_interactive_code_begin.h"
#include "program/entities.h"

#ifdef ENTITIES_SHOWN

#include "core/generation.h"
#include "program/appearance.h"
#include "program/display.h"
#include "program/shown_entities.h"

/* What an entity is shown as: nothing of its own; floor, until it is found; or itself. The kinds that
 * are shown follow each other from ENTITY_CODES on. */
#define NOT_SHOWN 255
#define NOT_FOUND TILE_FLOOR

static const uint8_t kind_codes[ENTITY_KINDS] = {ENTITY_KIND_CODES};

/* By number: where entities are, and what they are shown as. Those of a row and of a column are chained,
 * the ones that lie above the others last. */
static uint8_t entity_x[MOST_ENTITIES], entity_y[MOST_ENTITIES], entity_code[MOST_ENTITIES];
static uint8_t next_in_row[MOST_ENTITIES], next_in_column[MOST_ENTITIES];
uint8_t first_in_row[MOST_MAP_HEIGHT], first_in_column[MOST_MAP_WIDTH];

void take_entities(void)
{
    REGISTER struct entity_record *entity;
    uint8_t at, place, kind, code, other;

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
#ifdef OWN_ENTITIES
        if ((uint8_t)(kind - FIRST_OF_SPEC) < OWN_ENTITIES)
            code = kind - FIRST_OF_SPEC + OWN_ENTITY_CODES;
        else
#endif
        {
            if (kind >= ENTITY_KINDS)
                continue;
            code = kind_codes[kind];
        }
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
}

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

/* A text of the dungeon's, by its number. */
static const char *find_text(uint8_t number)
{
    return (const char *)entity_texts + entity_texts[number];
}

const char *describe_entity(uint8_t x, uint8_t y)
{
    uint8_t at, found, code;

    found = NO_ENTITY;
    for (at = first_in_row[y]; at != NO_ENTITY; at = next_in_row[at]) {
        if (entity_x[at] == x) {
            found = at;
            if (entity_code[at] == NOT_FOUND)
                entity_code[at] = ENTITY_CODES;
        }
    }
    if (found == NO_ENTITY)
        return "";
    code = entity_code[found];
    put_character(x - view_x, y - view_y, tile_screen_code[code], tile_colour[code]);
    return find_text(code - ENTITY_CODES);
}

#ifdef MOST_CHAMBERS

uint8_t find_chamber(uint8_t x, uint8_t y)
{
    REGISTER struct chamber_record *chamber;
    uint8_t at, count;

    count = dungeon_chambers(shown_dungeon);
    chamber = (struct chamber_record *)BYTES_AT(CHAMBERS_START);
    for (at = 0; at != count; ++at) {
        if ((uint8_t)(x - CHAMBER_GET_X(chamber)) < CHAMBER_GET_W(chamber)
            && (uint8_t)(y - CHAMBER_GET_Y(chamber)) < CHAMBER_GET_H(chamber))
            return at;
        ++chamber;
    }
    return NO_ROOM;
}

const char *describe_chamber(uint8_t chamber)
{
    struct chamber_record *record;

    record = (struct chamber_record *)BYTES_AT(CHAMBERS_START) + chamber;
    return find_text(ENTITIES_SHOWN + CHAMBER_GET_USE(record));
}

#endif

#endif

#include "core/small_code_end.h"
