#include "core/small_interactive_code_begin.h"
#include "program/disk.h"
#include "program/disk_calls.h"
#include "program/display.h"
#include "core/floors.h"
#include "program/game.h"
#include "mailbox.h"
#include "memory.h"
#include "program/message.h"
#include "program.h"

#define HEADER_BYTES 16
#define VERSION 1
#define KIND_MAP 'M'
#define KIND_SEED 'S'

/* The header is saved from the bytes before the map; the file's load address is its address. */
#define HEADER_START (MAP_START - HEADER_BYTES)
#define HEADER BYTES_AT(HEADER_START)
#define SEED_FILE_BYTES (2 + HEADER_BYTES)

#define NO_DEVICE 5
#define FILE_NOT_FOUND 62
#define FILE_EXISTS 63
#define DISK_FULL 72
#define NOT_READY 74
#define WRITE_PROTECTED 26
#define FIRST_DISK_ERROR 20
#define UNKNOWN_ERROR 255

static char message[] = "DISK ERROR 00";
static char name[DISK_MOST_NAME + 2];
static uint8_t kept[HEADER_BYTES];
static uint8_t kept_file[SEED_FILE_BYTES + 1];

/* ------------------------------------------------------------------ talking to the drive */

static void set_name(const char *text)
{
    for (disk_name_length = 0; text[disk_name_length] != 0; ++disk_name_length)
        disk_name[disk_name_length] = (uint8_t)text[disk_name_length];
}

/* Send a command to the drive ("" for none); returns the number of its answer. */
static uint8_t command(const char *text)
{
    set_name(text);
    disk_is_saving = 0;
    disk_secondary = 15;
    disk_limit = DISK_BUFFER;
    disk_call();
    if (disk_error != 0 || (disk_status & 0x80))
        return NO_DEVICE;
    if (disk_count < 2)
        return UNKNOWN_ERROR;
    return (uint8_t)((disk_buffer[0] & 15) * 10 + (disk_buffer[1] & 15));
}

/* Show the message of an error; 0 if it is none, such as 0 and 1 (files scratched), else 1. */
static uint8_t is_error(uint8_t error)
{
    if (error == NO_DEVICE) {
        show_message("NO DISK DRIVE ANSWERS");
    } else if (error < FIRST_DISK_ERROR) {
        return 0;
    } else if (error == NOT_READY) {
        show_message("NO DISK IN THE DRIVE");
    } else if (error == DISK_FULL) {
        show_message("THE DISK IS FULL");
    } else if (error == WRITE_PROTECTED) {
        show_message("THE DISK IS WRITE PROTECTED");
    } else if (error == FILE_NOT_FOUND) {
        show_message("THERE IS NO SEED FILE ON THE DISK");
    } else if (error == UNKNOWN_ERROR) {
        show_message("UNKNOWN DISK ERROR");
    } else {
        write_digits(error);
        message[11] = decimal[MOST_DIGITS - 2];
        message[12] = decimal[MOST_DIGITS - 1];
        show_message(message);
    }
    return 1;
}

static uint8_t save_once(uint16_t end)
{
    uint8_t error;

    set_name(name + 2);
    disk_is_saving = 1;
    disk_secondary = 1;
    disk_first = HEADER_START;
    disk_end = end;
    disk_call();
    if (disk_error == NO_DEVICE)
        return NO_DEVICE;
    error = disk_error;
    if (error == 0 && (disk_status & 0x83))
        error = UNKNOWN_ERROR;
    disk_end = command("");
    return disk_end >= FIRST_DISK_ERROR || disk_end == NO_DEVICE ? (uint8_t)disk_end : error;
}

/* Save the header and what follows it, up to but not including `end`. An existing file is replaced
 * only if the player agrees. Returns 1 if the file was saved, else 0. */
static uint8_t save_file(uint16_t end)
{
    uint8_t error;

    show_message("SAVING");
    error = save_once(end);
    if (error == FILE_EXISTS) {
        if (!ask_yes_no("THE FILE IS ON THE DISK. REPLACE IT? Y/N")) {
            show_message("NOT SAVED");
            return 0;
        }
        /* "S0:" and the name: the drive scratches the file. */
        name[0] = 'S';
        name[1] = ':';
        show_message("SAVING");
        error = command(name);
        if (!is_error(error))
            error = save_once(end);
        else
            return 0;
    }
    return !is_error(error);
}

/* ------------------------------------------------------------------ headers */

static uint8_t *put_digits(uint16_t value, uint8_t digits, uint8_t *to)
{
    uint8_t at;

    write_digits(value);
    for (at = MOST_DIGITS - digits; at != MOST_DIGITS; ++at) {
        *to = (uint8_t)decimal[at];
        ++to;
    }
    return to;
}

static uint8_t sum_of(const uint8_t *from, uint16_t count)
{
    uint8_t sum;

    for (sum = 0; count != 0; --count)
        sum += *from++;
    return sum;
}

static uint16_t map_bytes(void)
{
    return dungeon_map_bytes[game_dungeon];
}

static void write_header(uint8_t kind)
{
    uint16_t seed, size;

    seed = floor_seed(game_seed, game_floor);
    size = kind == KIND_MAP ? map_bytes() : 0;
    HEADER[0] = MAILBOX_MAGIC_LOW;
    HEADER[1] = MAILBOX_MAGIC_HIGH;
    HEADER[2] = kind;
    HEADER[3] = VERSION;
    HEADER[4] = game_dungeon;
    HEADER[5] = game_floor;
    HEADER[6] = (uint8_t)game_seed;
    HEADER[7] = (uint8_t)(game_seed >> 8);
    HEADER[8] = (uint8_t)seed;
    HEADER[9] = (uint8_t)(seed >> 8);
    HEADER[10] = dungeon_width[game_dungeon];
    HEADER[11] = dungeon_height[game_dungeon];
    HEADER[12] = dungeon_bits[game_dungeon];
    HEADER[13] = (uint8_t)size;
    HEADER[14] = (uint8_t)(size >> 8);
    HEADER[15] = sum_of(HEADER, HEADER_BYTES - 1);
    HEADER[15] += sum_of(BYTES_AT(MAP_START), size);
}

/* ------------------------------------------------------------------ M and L */

static uint8_t save_map(void)
{
    uint8_t *at;

    at = (uint8_t *)name + 2;
    *at++ = 'M';
    at = put_digits(game_dungeon, 2, at);
    *at++ = '-';
    at = put_digits(game_seed, 5, at);
    *at++ = '-';
    at = put_digits((uint16_t)game_floor + 1, 3, at);
    *at = 0;
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
    write_header(KIND_SEED);
    return save_file(MAP_START);
}

void save_dungeon(void)
{
    uint8_t at;

    /* A file is one piece of memory, so the header is put before the map while it is saved. */
    for (at = 0; at != HEADER_BYTES; ++at)
        kept[at] = BYTES_AT(HEADER_START)[at];
    if (save_map() && save_seed())
        show_message("MAP AND SEED ARE SAVED");
    for (at = 0; at != HEADER_BYTES; ++at)
        BYTES_AT(HEADER_START)[at] = kept[at];
}

/* 1 if a valid seed file was read; else shows what is wrong with it. */
static uint8_t seed_is_valid(void)
{
    const uint8_t *header;

    header = disk_buffer + 2;
    if (disk_count < 6 || header[0] != MAILBOX_MAGIC_LOW || header[1] != MAILBOX_MAGIC_HIGH
        || header[2] != KIND_SEED) {
        show_message("THIS IS NO SEED FILE");
    } else if (header[3] != VERSION) {
        show_message("THIS SEED FILE IS OF ANOTHER VERSION");
    } else if (disk_count != SEED_FILE_BYTES || header[15] != sum_of(header, HEADER_BYTES - 1)) {
        show_message("THE SEED FILE IS DAMAGED");
    } else if (header[4] >= DUNGEON_COUNT) {
        show_message("THIS PROGRAM HAS NO SUCH DUNGEON");
    } else {
        return 1;
    }
    return 0;
}

uint8_t load_seed(void)
{
    uint8_t at, error, count;
    const uint8_t *header;

    show_message("LOADING");
    set_name("SEED");
    disk_is_saving = 0;
    disk_secondary = 2;
    /* Read one byte more than such a file has, to notice longer ones, and no further. */
    disk_limit = SEED_FILE_BYTES + 1;
    disk_call();
    error = disk_error;
    count = disk_count;
    for (at = 0; at != count; ++at)
        kept_file[at] = disk_buffer[at];
    if (error != NO_DEVICE)
        error = command("");
    if (is_error(error))
        return 0;
    for (at = 0; at != count; ++at)
        disk_buffer[at] = kept_file[at];
    disk_count = count;
    if (!seed_is_valid())
        return 0;
    header = disk_buffer + 2;
    game_dungeon = header[4];
    game_floor = header[5];
    game_seed = ((uint16_t)(header[7]) << 8) | header[6];
    return 1;
}

#include "core/small_code_end.h"
