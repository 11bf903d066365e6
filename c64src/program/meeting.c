#include "core/small_interactive_code_begin.h"
#include "program/meeting.h"

#ifdef ENTITIES_SHOWN

#include "core/mapgen.h"
#include "memory.h"
#include "program/appearance.h"
#include "program/entities.h"
#include "program/game.h"
#include "program/input.h"
#include "program/message.h"
#include "program/shown.h"
#include "program/status.h"
#include "program/text.h"
#include "program/view.h"
#include "program/world/changes.h"
#include "program/world/tilemap.h"
#include "records.h"

#ifdef CHAMBERS_ARE_ANNOUNCED
uint8_t room_announced;
#endif

#ifdef LOCKS_SHOWN
/* What is to be said of the lock at which the player was last. */
static char key_taken[] = "YOU TAKE KEY 1";
static char door_opened[] = "KEY 1 OPENS DOOR 1";
static char door_locked[] = "DOOR 1 IS LOCKED";
static const char *said_of_lock = "";
#endif

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

/* What is to be said of the lock at which the player was last, once; nothing if it was said. */
static const char *describe_lock(void)
{
    const char *text;

    text = said_of_lock;
    said_of_lock = "";
    return text;
}
#endif

/* What is to be said of the entity at (x, y), which is found if it was hidden, and taken if it is a key;
 * nothing if there is none. */
static const char *describe_entity(uint8_t x, uint8_t y)
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
    return entity_text(code - ENTITY_CODES);
}

#ifdef WORLDS

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
#ifdef OWN_ITEM_CODES
    if (code >= OWN_ITEM_CODES)
        return 1;
#endif
    return code == kind_codes[ENTITY_ITEM];
}

/* What is to be said of the entity at (x, y) of a world; nothing if there is none. An item on floor is taken,
 * if the change can be remembered. */
static const char *meet_in_world(uint8_t x, uint8_t y)
{
    const char *text;
    uint8_t byte, code;

    byte = *world_at(x, y);
    code = byte & WORLD_CODE;
    if (code < ENTITY_CODES)
        return "";
    text = entity_text(code - ENTITY_CODES);
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

/* What is to be said if it is entered, if anything. */
static const char *describe_chamber(uint8_t chamber)
{
    struct chamber_record *record;

    record = (struct chamber_record *)BYTES_AT(CHAMBERS_START) + chamber;
    return entity_text(ENTITIES_SHOWN + CHAMBER_GET_USE(record));
}

#endif

#ifdef LOCKS_SHOWN
NOINLINE uint8_t tell_of_lock(void)
{
    const char *text;

    text = describe_lock();
    if (*text == 0)
        return 0;
    show_message(text);
    pause_repeat();
    return 1;
}
#endif

void look_around(void)
{
    const char *text;

    if (!is_walking)
        return;
#ifdef LOCKS_SHOWN
    if (tell_of_lock())
        return;
#endif
    text = "";
#ifdef WORLDS
    if (world_is_shown) {
        text = meet_in_world(figure_x, figure_y);
        if (*text != 0) {
            show_message(text);
            pause_repeat();
        }
        return;
    }
#endif
#ifdef CHAMBERS_ARE_ANNOUNCED
    if (room_shown != room_announced) {
        room_announced = room_shown;
        if (room_shown != NO_ROOM)
            text = describe_chamber(room_shown);
    }
#endif
    if (*text == 0)
        text = describe_entity(figure_x, figure_y);
    if (*text != 0) {
        show_message(text);
        /* Otherwise a held direction would lead on before it is read. */
        pause_repeat();
    }
}

#endif

#include "core/small_code_end.h"
