#include "core/small_interactive_code_begin.h"
#include "program/saving.h"
#include "constants.h"
#include "core/generation.h"
#include "machine/hardware.h"
#include "mailbox.h"
#include "memory.h"
#include "module_calls.h"
#include "module_places.h"
#include "program/disk_calls.h"
#include "program/drive.h"
#include "program/game.h"
#include "program/message.h"
#include "program/modules.h"
#include "program/opened.h"
#include "program/saved.h"
#include "program/shown.h"
#include "program/text.h"
#include "program/world/changes.h"
#include "program/world/chunks.h"

/* The header is saved from the bytes before the map; the file's load address is its address. */
#define HEADER_START (MAP_START - header_bytes)

static char name[MOST_FILE_NAME + 3];
static uint8_t kept[MOST_HEADER_BYTES];

/* ------------------------------------------------------------------ saving a file */

/* A file is one piece of memory, so the header is put before the map while it is saved. What it hides
 * of the screen would look like garbage, so its characters have the colour of the background until
 * the next message. */
static void exchange_header(void)
{
    uint8_t at;
#ifdef OPENED
    uint16_t place;
#endif

    for (at = 0; at != header_bytes; ++at) {
        kept[at] = BYTES_AT(HEADER_START)[at];
        BYTES_AT(HEADER_START)[at] = saved_header[at];
#ifdef OPENED
        place = HEADER_START - SCREEN_START + at;
        if (place < SCREEN_COLUMNS * SCREEN_ROWS)
            COLOUR_RAM[place] = BACKGROUND_COLOUR;
#elif HEADER_START >= SCREEN_START && HEADER_START < SCREEN_START + SCREEN_COLUMNS * SCREEN_ROWS
        if (at < SCREEN_START + SCREEN_COLUMNS * SCREEN_ROWS - HEADER_START)
            (COLOUR_RAM + (HEADER_START - SCREEN_START))[at] = BACKGROUND_COLOUR;
#endif
    }
}

#ifdef WORLDS
/* What follows the header of a world's seed is put where the map of a chunk is, which is then built anew. */
static void lay_out_world(void)
{
    uint16_t at;

    if (saved_header[AT_KIND] != KIND_WORLD)
        return;
    for (at = 0; at != MOST_WORLD_BYTES; ++at)
        BYTES_AT(MAP_START)[at] = world_saved[at];
    world_build_again();
}
#endif

static uint8_t save_once(uint16_t end)
{
    uint8_t error, at;

#ifdef WORLDS
    lay_out_world();
#endif
    clear_row(STATUS_ROW, ' ', BRIGHT_COLOUR);
    print_at(0, STATUS_ROW, BRIGHT_COLOUR, "SAVING");
    exchange_header();
    drive_set_name(name + 2);
    disk_is_saving = 1;
    disk_secondary = 1;
    disk_first = HEADER_START;
    disk_end = end;
    disk_call();
    for (at = 0; at != header_bytes; ++at)
        BYTES_AT(HEADER_START)[at] = kept[at];
    if (disk_error == DRIVE_NO_DEVICE)
        return DRIVE_NO_DEVICE;
    error = disk_error;
    if (error == 0 && (disk_status & 0x83))
        error = DRIVE_UNKNOWN_ERROR;
    at = drive_command("");
    return at >= DRIVE_FIRST_ERROR || at == DRIVE_NO_DEVICE ? at : error;
}

/* Save the header and what follows it, up to but not including `end`. An existing file is replaced
 * only if the player agrees. Returns 1 if the file was saved, else 0. */
static uint8_t save_file(uint16_t end)
{
    uint8_t error;

    error = save_once(end);
    if (error == DRIVE_FILE_EXISTS) {
        if (!ask_yes_no("THE FILE IS ON THE DISK. REPLACE IT? Y/N")) {
            show_message("NOT SAVED");
            return 0;
        }
        /* "S0:" and the name: the drive scratches the file. */
        name[0] = 'S';
        name[1] = ':';
        error = drive_command(name);
        if (drive_failed(error, 0))
            return 0;
        error = save_once(end);
    }
    return !drive_failed(error, 0);
}

/* ------------------------------------------------------------------ headers */

#ifdef WORLDS
/* The bytes of a world's place and changes. */
static uint16_t world_bytes(void)
{
    return BYTES_OF_PLACE + BYTES_OF_CHANGE * (uint16_t)world_changes;
}
#endif

static uint16_t map_bytes(void)
{
    return dungeon_map_bytes[game_dungeon];
}

#ifdef OPENED
/* Make the header one of version 3 if the dungeon has open parameters. */
static void write_values(void)
{
    uint8_t at;
    const uint8_t *digest;

    open_choose(game_dungeon);
    header_bytes = HEADER_BYTES;
    if (opened_count == 0)
        return;
    header_bytes = AT_VALUES + opened_count;
    saved_header[AT_VERSION] = OPEN_SAVED_VERSION;
    saved_header[AT_SIZE] = header_bytes;
    digest = open_digests + (uint16_t)game_dungeon * OPEN_DIGEST_BYTES;
    for (at = 0; at != OPEN_DIGEST_BYTES; ++at)
        saved_header[AT_OPEN_DIGEST + at] = digest[at];
    for (at = 0; at != opened_count; ++at)
        saved_header[AT_VALUES + at] = opened_values[at];
}
#endif

static void write_header(uint8_t kind)
{
    uint16_t size;
    uint8_t at;
    const uint8_t *seed, *digest;
    const char *text;

    seed = BYTES_AT((uint16_t)module_page << 8) + FLOOR_SEED_OFFSET;
    size = kind == KIND_MAP ? map_bytes() : 0;
#ifdef WORLDS
    if (kind == KIND_WORLD)
        size = world_bytes();
#endif
    saved_header[0] = MAILBOX_MAGIC_LOW;
    saved_header[1] = MAILBOX_MAGIC_HIGH;
    saved_header[AT_KIND] = kind;
    saved_header[AT_VERSION] = SAVED_VERSION;
    saved_header[AT_SIZE] = HEADER_BYTES;
#ifdef OPENED
    write_values();
#endif
    saved_header[AT_FLOOR] = game_floor;
    saved_header[AT_SEED] = (uint8_t)game_seed;
    saved_header[AT_SEED + 1] = (uint8_t)(game_seed >> 8);
    saved_header[AT_FLOOR_SEED] = seed[0];
    saved_header[AT_FLOOR_SEED + 1] = seed[1];
    saved_header[AT_WIDTH] = dungeon_width[game_dungeon];
    saved_header[AT_HEIGHT] = dungeon_height[game_dungeon];
    saved_header[AT_BITS] = dungeon_bits[game_dungeon];
#ifdef WORLDS
    if (kind == KIND_WORLD) {
        saved_header[AT_WIDTH] = CHUNK_SIDE;
        saved_header[AT_HEIGHT] = CHUNK_SIDE;
    }
#endif
    saved_header[AT_MAP_BYTES] = (uint8_t)size;
    saved_header[AT_MAP_BYTES + 1] = (uint8_t)(size >> 8);
#ifdef LOCKS_SHOWN
    if (kind == KIND_SEED) {
        saved_header[AT_KEYS] = game_keys;
        saved_header[AT_DOORS] = game_doors;
    }
#endif
    saved_header[AT_SUM] = 0;
    digest = digest_of(game_dungeon);
    for (at = 0; at != DIGEST_BYTES; ++at)
        saved_header[AT_DIGEST + at] = digest[at];
    text = dungeon_name[game_dungeon];
    for (at = 0; at != MOST_NAME; ++at) {
        saved_header[AT_NAME + at] = (uint8_t)*text;
        if (*text != 0)
            ++text;
    }
    at = sum_of(saved_header, header_bytes);
#ifdef WORLDS
    if (kind == KIND_WORLD)
        saved_header[AT_SUM] = at + sum_of(world_saved, size);
    else
#endif
    saved_header[AT_SUM] = at + sum_of(BYTES_AT(MAP_START), size);
}

/* ------------------------------------------------------------------ what is saved */

/* Put "-" and a number without leading zeros behind what is already in `text`; returns its end. */
static uint8_t put_number(char *text, uint8_t at, uint16_t value)
{
    uint8_t digit;

    write_digits(value);
    for (digit = 0; digit != MOST_DIGITS - 1 && decimal[digit] == '0'; ++digit)
        ;
    text[at] = '-';
    for (++at; digit != MOST_DIGITS; ++digit) {
        text[at] = decimal[digit];
        ++at;
    }
    return at;
}

/* The map's file name: as much of the dungeon's name as fits, the seed, and the floor. */
static void name_map(void)
{
    static char numbers[MOST_FILE_NAME];
    uint8_t count, from, at, code;

    count = put_number(numbers, 0, game_seed);
    count = put_number(numbers, count, (uint16_t)game_floor + 1);
    for (at = 0; at != MOST_FILE_NAME - count; ++at) {
        code = (uint8_t)dungeon_name[game_dungeon][at];
        if (code == 0)
            break;
        name[2 + at] = code == ' ' ? '-' : (char)code;
    }
    for (from = 0; from != count; ++from) {
        name[2 + at] = numbers[from];
        ++at;
    }
    name[2 + at] = 0;
}

static uint8_t save_map(void)
{
    name_map();
    write_header(KIND_MAP);
    return save_file(MAP_START + map_bytes());
}

static uint8_t save_seed(void)
{
    name[2] = 'S';
    name[3] = 'E';
    name[4] = 'E';
    name[5] = 'D';
    name[6] = 0;
#ifdef WORLDS
    if (world_is_shown) {
        write_header(KIND_WORLD);
        return save_file(MAP_START + world_bytes());
    }
#endif
    write_header(KIND_SEED);
    return save_file(MAP_START);
}

void save_dungeon(void)
{
#ifdef WORLDS
    if (world_is_shown) {
        if (save_seed())
            show_message("THE WORLD IS SAVED");
        return;
    }
#endif
    if (save_map() && save_seed())
        show_message("MAP AND SEED ARE SAVED");
}

#include "core/small_code_end.h"
