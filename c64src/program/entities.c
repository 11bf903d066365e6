#include "core/small_interactive_code_begin.h"
#include "core/generation.h"
#include "program/display.h"
#include "program/entities.h"

#ifdef ENTITIES_SHOWN

#include "program/appearance.h"
#include "program/game.h"
#include "program/shown_entities.h"
#include "program/shown_world.h"

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

#ifdef LOCKS_SHOWN
/* By number: the bit of the lock to which a key or a locked door belongs. */
static uint8_t lock_bits[MOST_ENTITIES];

/* What is to be said of the lock at which the player was last. */
static char key_taken[] = "YOU TAKE KEY 1";
static char door_opened[] = "KEY 1 OPENS DOOR 1";
static char door_locked[] = "DOOR 1 IS LOCKED";
static const char *said_of_lock = "";
#endif

#ifdef WORLDS
/* What an entity of this kind is shown as. */
static uint8_t code_of_kind(uint8_t kind)
{
#ifdef OWN_ENTITIES
    if ((uint8_t)(kind - FIRST_OF_SPEC) < OWN_ENTITIES)
        return kind - FIRST_OF_SPEC + OWN_ENTITY_CODES;
#endif
    return kind < ENTITY_KINDS ? kind_codes[kind] : NOT_SHOWN;
}
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
#ifdef LOCKS_SHOWN
    /* Who comes from below has all of them. */
    --bit;
    game_keys &= bit;
    game_doors &= bit;
#endif
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

#ifdef LOCKS_SHOWN
/* Say a text of the lock with this bit, with its number from `first` on and, if there is a second, from
 * `second` on. */
static NOINLINE void say_of_lock(char *text, uint8_t bit, uint8_t first, uint8_t second)
{
    uint8_t left;
    char number;

    number = '1';
    for (left = bit; left != 1; left >>= 1)
        ++number;
    text[first] = number;
    text[second] = number;
    said_of_lock = text;
}

/* A place that no map has. */
#define GONE 255

/* Show the floor without a key that is taken or a door that is open. */
static NOINLINE void drop_entity(uint8_t at)
{
    entity_x[at] = GONE;
    entity_y[at] = GONE;
    draw_view();
}

uint8_t stays_locked(uint8_t x, uint8_t y)
{
    uint8_t at, bit;

    for (at = first_in_row[y]; at != NO_ENTITY; at = next_in_row[at]) {
        if (entity_x[at] == x && entity_code[at] == kind_codes[ENTITY_LOCKED_DOOR])
            break;
    }
    if (at == NO_ENTITY)
        return 0;
    bit = lock_bits[at];
    if ((game_keys & bit) == 0) {
        say_of_lock(door_locked, bit, 5, 5);
        return 1;
    }
    say_of_lock(door_opened, bit, 4, 17);
    game_doors |= bit;
    drop_entity(at);
    return 0;
}

const char *describe_lock(void)
{
    const char *text;

    text = said_of_lock;
    said_of_lock = "";
    return text;
}
#endif

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
#ifdef LOCKS_SHOWN
    if (code == kind_codes[ENTITY_KEY]) {
        game_keys |= lock_bits[found];
        say_of_lock(key_taken, lock_bits[found], 13, 13);
        drop_entity(found);
        return describe_lock();
    }
#endif
    put_character(x - view_x, y - view_y, tile_screen_code[code], tile_colour[code]);
    return find_text(code - ENTITY_CODES);
}

#ifdef WORLDS

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
        code = code_of_kind(kind);
        tile = tiles + ((uint16_t)y << 5 | x);
        if (code == NOT_SHOWN)
            continue;
        /* Of two at a tile the later one is seen, and is on what the first one is on. */
        if (*tile != TILE_FLOOR && (*tile < ENTITY_CODES || (*tile & WORLD_FLAG)))
            code |= WORLD_FLAG;
        *tile = code;
    }
}

static char taken[41];

/* A text, and that it was taken. */
static const char *say_taken(const char *text)
{
    static const char behind[] = ": TAKEN";
    uint8_t at, from;

    for (at = 0; at != sizeof(taken) - sizeof(behind) && text[at] != 0; ++at)
        taken[at] = text[at];
    for (from = 0; from != sizeof(behind); ++from) {
        taken[at] = behind[from];
        ++at;
    }
    return taken;
}

/* 1 if an entity that is shown as this is an item, else 0. */
static uint8_t is_item(uint8_t code)
{
#ifdef OWN_ENTITIES
    if ((uint8_t)(code - OWN_ENTITY_CODES - (FIRST_OWN_ITEM - FIRST_OF_SPEC)) < OWN_ITEM_KINDS)
        return 1;
#endif
    return code == kind_codes[ENTITY_ITEM];
}

const char *meet_in_world(uint8_t x, uint8_t y)
{
    const char *text;
    uint8_t byte, code;

    byte = *world_at(x, y);
    code = byte & WORLD_CODE;
    if (code < ENTITY_CODES)
        return "";
    text = find_text(code - ENTITY_CODES);
    if (is_item(code) && byte == code) {
        if (!world_change(x, y, TILE_FLOOR))
            return world_is_full_text;
        put_character(x - view_x, y - view_y, tile_screen_code[TILE_FLOOR], tile_colour[TILE_FLOOR]);
        text = say_taken(text);
    }
    return text;
}

#endif

#ifdef MOST_CHAMBERS

const char *describe_chamber(uint8_t chamber)
{
    struct chamber_record *record;

    record = (struct chamber_record *)BYTES_AT(CHAMBERS_START) + chamber;
    return find_text(ENTITIES_SHOWN + CHAMBER_GET_USE(record));
}

#endif

#endif

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

#endif

#include "core/small_code_end.h"
