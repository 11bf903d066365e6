#include "core/small_interactive_code_begin.h"
#include "constants.h"
#include "program/disk.h"
#include "program/disk_calls.h"
#include "program/drive.h"
#include "program/game.h"
#include "machine/hardware.h"
#include "mailbox.h"
#include "memory.h"
#include "program/message.h"
#include "module_calls.h"
#include "module_places.h"
#include "program/modules.h"
#include "program.h"
#include "program/shown.h"
#include "program/text.h"
#include "program/world/changes.h"
#include "program/world/chunks.h"
#include "program/world/tilemap.h"

#define KIND_MAP 'M'
#define KIND_SEED 'S'
#ifdef WORLDS
/* The seed of a world, with the player's place and what was changed. */
#define KIND_WORLD 'W'
#endif

/* Version 1 had only the first bytes of the header, and the dungeon's number in the program instead
 * of the header's size. */
#define OLD_HEADER_BYTES 16
#define HEADER_BYTES 48
#define AT_KIND 2
#define AT_VERSION 3
#define AT_NUMBER 4
#define AT_SIZE 4
#define AT_FLOOR 5
#define AT_SEED 6
#define AT_FLOOR_SEED 8
#define AT_WIDTH 10
#define AT_HEIGHT 11
#define AT_BITS 12
#define AT_MAP_BYTES 13
/* In a seed file, which has no map. */
#define AT_KEYS 13
#define AT_DOORS 14
#define AT_SUM 15
#define AT_DIGEST 16
#define AT_NAME 24
#define MOST_NAME (HEADER_BYTES - AT_NAME)

/* The header is saved from the bytes before the map; the file's load address is its address. */
#define HEADER_START (MAP_START - HEADER_BYTES)
#define ADDRESS_BYTES 2

#define NO_DUNGEON ((uint8_t)-1)

static char name[MOST_FILE_NAME + 3];
/* What is saved, or was read: one byte more than a header has, to notice longer files. */
#ifdef WORLDS
static uint8_t header[HEADER_BYTES + MOST_WORLD_BYTES + 1];
#else
static uint8_t header[HEADER_BYTES + 1];
#endif
static uint8_t kept[HEADER_BYTES];

static char no_such_dungeon[] = "NOT IN THIS PROGRAM: ___________________";
#define WORDS_BEFORE_NAME 21

/* ------------------------------------------------------------------ saving a file */

/* A file is one piece of memory, so the header is put before the map while it is saved. What it hides
 * of the screen would look like garbage, so its characters have the colour of the background until
 * the next message. */
static void exchange_header(void)
{
    uint8_t at;

    for (at = 0; at != HEADER_BYTES; ++at) {
        kept[at] = BYTES_AT(HEADER_START)[at];
        BYTES_AT(HEADER_START)[at] = header[at];
#if HEADER_START >= SCREEN_START && HEADER_START < SCREEN_START + SCREEN_COLUMNS * SCREEN_ROWS
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

    if (header[AT_KIND] != KIND_WORLD)
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
    drive_call();
    for (at = 0; at != HEADER_BYTES; ++at)
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

static uint8_t sum_of(const uint8_t *from, uint16_t count)
{
    uint8_t sum;

    for (sum = 0; count != 0; --count)
        sum += *from++;
    return sum;
}

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

static const uint8_t *digest_of(uint8_t dungeon)
{
    return dungeon_digests + (uint16_t)dungeon * DIGEST_BYTES;
}

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
    header[0] = MAILBOX_MAGIC_LOW;
    header[1] = MAILBOX_MAGIC_HIGH;
    header[AT_KIND] = kind;
    header[AT_VERSION] = SAVED_VERSION;
    header[AT_SIZE] = HEADER_BYTES;
    header[AT_FLOOR] = game_floor;
    header[AT_SEED] = (uint8_t)game_seed;
    header[AT_SEED + 1] = (uint8_t)(game_seed >> 8);
    header[AT_FLOOR_SEED] = seed[0];
    header[AT_FLOOR_SEED + 1] = seed[1];
    header[AT_WIDTH] = dungeon_width[game_dungeon];
    header[AT_HEIGHT] = dungeon_height[game_dungeon];
    header[AT_BITS] = dungeon_bits[game_dungeon];
#ifdef WORLDS
    if (kind == KIND_WORLD) {
        header[AT_WIDTH] = CHUNK_SIDE;
        header[AT_HEIGHT] = CHUNK_SIDE;
    }
#endif
    header[AT_MAP_BYTES] = (uint8_t)size;
    header[AT_MAP_BYTES + 1] = (uint8_t)(size >> 8);
#ifdef LOCKS_SHOWN
    if (kind == KIND_SEED) {
        header[AT_KEYS] = game_keys;
        header[AT_DOORS] = game_doors;
    }
#endif
    header[AT_SUM] = 0;
    digest = digest_of(game_dungeon);
    for (at = 0; at != DIGEST_BYTES; ++at)
        header[AT_DIGEST + at] = digest[at];
    text = dungeon_name[game_dungeon];
    for (at = 0; at != MOST_NAME; ++at) {
        header[AT_NAME + at] = (uint8_t)*text;
        if (*text != 0)
            ++text;
    }
    at = sum_of(header, HEADER_BYTES);
#ifdef WORLDS
    if (kind == KIND_WORLD)
        header[AT_SUM] = at + sum_of(world_saved, size);
    else
#endif
    header[AT_SUM] = at + sum_of(BYTES_AT(MAP_START), size);
}

/* ------------------------------------------------------------------ M */

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

/* ------------------------------------------------------------------ L */

/* The dungeon of the header that was read, or NO_DUNGEON if this program does not have it. */
static uint8_t find_dungeon(void)
{
    uint8_t dungeon, at, code;

    dungeon = header[AT_NUMBER];
    if (header[AT_VERSION] == OLD_SAVED_VERSION) {
        if (dungeon < DUNGEON_COUNT && header[AT_WIDTH] == dungeon_width[dungeon]
            && header[AT_HEIGHT] == dungeon_height[dungeon]
            && header[AT_BITS] == dungeon_bits[dungeon])
            return dungeon;
        return NO_DUNGEON;
    }
    for (dungeon = 0; dungeon != DUNGEON_COUNT; ++dungeon) {
        for (at = 0; at != MOST_NAME; ++at) {
            code = (uint8_t)dungeon_name[dungeon][at];
            if (code != header[AT_NAME + at])
                break;
            if (code == 0)
                return dungeon;
        }
        if (at == MOST_NAME)
            return dungeon;
    }
    return NO_DUNGEON;
}

static void tell_no_such_dungeon(void)
{
    uint8_t at, code;

    if (header[AT_VERSION] == OLD_SAVED_VERSION) {
        show_message("THIS PROGRAM HAS NO SUCH DUNGEON");
        return;
    }
    for (at = 0; at != sizeof(no_such_dungeon) - 1 - WORDS_BEFORE_NAME; ++at) {
        code = header[AT_NAME + at];
        no_such_dungeon[WORDS_BEFORE_NAME + at] = (char)code;
        if (code == 0)
            break;
    }
    show_message(no_such_dungeon);
}

#ifdef WORLDS
static uint8_t has_changed;
#endif

/* 1 if a dungeon of this name in this program still is what it was when the file was saved, or if
 * the player wants the seed nevertheless; else 0. */
static uint8_t is_wanted(uint8_t dungeon)
{
    uint8_t at;
    const uint8_t *digest;

    if (header[AT_VERSION] == OLD_SAVED_VERSION)
        return 1;
#ifdef WORLDS
    has_changed = 0;
#endif
    digest = digest_of(dungeon);
    for (at = 0; at != DIGEST_BYTES; ++at) {
        if (digest[at] != header[AT_DIGEST + at]) {
#ifdef WORLDS
            has_changed = 1;
#endif
            if (ask_yes_no("THE DUNGEON HAS CHANGED. LOAD SEED? Y/N"))
                return 1;
            show_message("NOT LOADED");
            return 0;
        }
    }
    return 1;
}

#ifdef WORLDS
#define IS_NO_SEED(kind) ((kind) != KIND_SEED && (kind) != KIND_WORLD)

/* The bytes behind the header of the world's seed that was read, or 0 if they are no place and changes. */
static uint16_t bytes_of_world_read(void)
{
    uint16_t size, at;

    size = (uint16_t)(header[AT_MAP_BYTES + 1]) << 8 | header[AT_MAP_BYTES];
    for (at = BYTES_OF_PLACE; at < size; at += BYTES_OF_CHANGE) {
        if (at >= MOST_WORLD_BYTES
            || (header[HEADER_BYTES + at + 4] & WORLD_CODE) >= SHOWN_CODES)
            return 0;
    }
    return at == size ? size : 0;
}

/* Take over place and changes from the seed that was read, if there are any that fit the world. */
static void take_world(void)
{
    uint16_t at, size;

    world_forget();
    if (header[AT_KIND] != KIND_WORLD || has_changed)
        return;
    size = bytes_of_world_read();
    for (at = 0; at != size; ++at)
        world_saved[at] = header[HEADER_BYTES + at];
    for (at = BYTES_OF_PLACE; at != size; at += BYTES_OF_CHANGE)
        ++world_changes;
    world_has_place = 1;
}
#else
#define IS_NO_SEED(kind) ((kind) != KIND_SEED)
#endif

/* 1 if a valid seed file was read; else shows what is wrong with it. */
static uint8_t seed_is_valid(void)
{
#ifdef WORLDS
    uint16_t size;
    uint8_t sum;
#else
    uint8_t size, sum;
#endif

    if (drive_count < ADDRESS_BYTES + 4 || header[0] != MAILBOX_MAGIC_LOW
        || header[1] != MAILBOX_MAGIC_HIGH || IS_NO_SEED(header[AT_KIND])) {
        show_message("THIS IS NO SEED FILE");
        return 0;
    }
    size = HEADER_BYTES;
    if (header[AT_VERSION] == OLD_SAVED_VERSION) {
        size = OLD_HEADER_BYTES;
    } else if (header[AT_VERSION] != SAVED_VERSION) {
        show_message("THIS SEED FILE IS OF ANOTHER VERSION");
        return 0;
    }
#ifdef WORLDS
    if (header[AT_KIND] == KIND_WORLD) {
        if (bytes_of_world_read() == 0)
            size = 0;
        else
            size += bytes_of_world_read();
    }
#endif
    if (drive_count == (uint16_t)size + ADDRESS_BYTES) {
        sum = header[AT_SUM];
        header[AT_SUM] = 0;
        if (sum == sum_of(header, size))
            return 1;
    }
    show_message("THE SEED FILE IS DAMAGED");
    return 0;
}

uint8_t load_seed(void)
{
    uint8_t dungeon;

    show_message("LOADING");
    if (drive_failed(drive_read("SEED", header, header + sizeof(header)),
                     "THERE IS NO SEED FILE ON THE DISK"))
        return 0;
    if (!seed_is_valid())
        return 0;
    dungeon = find_dungeon();
    if (dungeon == NO_DUNGEON) {
        tell_no_such_dungeon();
        return 0;
    }
    if (!is_wanted(dungeon))
        return 0;
    game_dungeon = dungeon;
    game_floor = header[AT_FLOOR];
#ifdef LOCKS_SHOWN
    game_keys = header[AT_KEYS];
    game_doors = header[AT_DOORS];
#endif
    game_seed = ((uint16_t)(header[AT_SEED + 1]) << 8) | header[AT_SEED];
#ifdef WORLDS
    take_world();
#endif
    return 1;
}

#include "core/small_code_end.h"
