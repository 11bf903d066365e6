/* A program on a disk: every module is a file, which is read into the window. Behind the module's
 * bytes the file has their sum, so that a damaged file is told from one of another program. */
#include "core/small_interactive_code_begin.h"
#include "constants.h"
#include "core/platform.h"
#include "module_calls.h"
#include "module_places.h"
#include "program/disk_calls.h"
#include "program/drive.h"
#include "program/carriers/window_sum.h"
#include "program/figure.h"
#include "program/modules.h"
#ifndef UNDERCROFT_NO_DISPLAY
#include "program/message.h"
#include "program/text.h"
#endif

#define WINDOW BYTES_AT(MODULE_WINDOW)
#define DESCRIPTION (WINDOW + DESCRIPTION_OFFSET)
#define NO_DUNGEON ((uint8_t)-1)

/* The dungeon whose module is in the window. */
static uint8_t dungeon_in_window = NO_DUNGEON;

/* That of the module's file. */
static const char *name;

#ifdef UNDERCROFT_NO_DISPLAY
#define tell(before, behind) ((void)0)
#define tell_loading(dungeon) ((void)0)
#define NO_FILE 0
#else

static char message[40 + 1];
#define NO_FILE message

static uint8_t put_text(uint8_t at, const char *text)
{
    for (; *text != 0; ++text) {
        message[at] = *text;
        ++at;
    }
    message[at] = 0;
    return at;
}

/* Write a message: the name of the file with words before and behind it. */
static void write_message(const char *before, const char *behind)
{
    put_text(put_text(put_text(0, before), name), behind);
}

static void tell(const char *before, const char *behind)
{
    write_message(before, behind);
    show_message(message);
}

/* Say which file is read, and how many pages of memory are still to come. */
static void tell_loading(uint8_t dungeon)
{
    uint8_t length;

    hide_figure();
    write_message("LOADING ", " 00");
    for (length = 0; message[length] != 0; ++length)
        ;
    write_digits((dungeon_module_bytes[dungeon] + MODULE_SUM_BYTES) >> 8);
    message[length - 2] = decimal[MOST_DIGITS - 2];
    message[length - 1] = decimal[MOST_DIGITS - 1];
    show_message(message);
    disk_counter = SCREEN_START + SCREEN_COLUMNS * STATUS_ROW + (SCREEN_COLUMNS - length) / 2
        + length - 2;
}

#endif

/* 1 if what was read says that it is this program's module of the dungeon. */
static uint8_t is_of_this_program(uint8_t dungeon)
{
    const uint8_t *digest;
    uint16_t size;
    uint8_t at;

    digest = dungeon_digests + (uint16_t)dungeon * DIGEST_BYTES;
    for (at = 0; at != DIGEST_BYTES; ++at) {
        if (DESCRIPTION[DESCRIPTION_DIGEST + at] != digest[at])
            return 0;
    }
    size = (uint16_t)(DESCRIPTION[DESCRIPTION_SIZE + 1]) << 8 | DESCRIPTION[DESCRIPTION_SIZE];
    return drive_address == MODULE_WINDOW && size == dungeon_appearance[dungeon] - MODULE_WINDOW;
}

/* 1 if the module's own file was read and is sound; else tells what is wrong. */
static uint8_t is_sound(uint8_t dungeon)
{
    uint16_t size, sum;
    const uint8_t *end;

    size = dungeon_module_bytes[dungeon];
    if (drive_count >= ADDRESS_BYTES + REQUEST_OFFSET && !is_of_this_program(dungeon)) {
        tell("", " IS OF ANOTHER PROGRAM");
        return 0;
    }
    end = WINDOW + size;
    sum = (uint16_t)(end[1]) << 8 | end[0];
    if (drive_count != size + (ADDRESS_BYTES + MODULE_SUM_BYTES) || !drive_is_whole
        || window_sum(size) != sum) {
        tell("THE FILE ", " IS DAMAGED");
        return 0;
    }
    if (sum != dungeon_module_sum[dungeon]) {
        tell("", " IS OF ANOTHER PROGRAM");
        return 0;
    }
    return 1;
}

uint8_t modules_prepare(uint8_t dungeon)
{
    uint8_t error;

    if (dungeon == dungeon_in_window)
        return 1;
    dungeon_in_window = NO_DUNGEON;
    name = module_file_name[dungeon];
    tell_loading(dungeon);
    error = drive_read(name, WINDOW, WINDOW + dungeon_module_bytes[dungeon] + MODULE_SUM_BYTES);
#ifndef UNDERCROFT_NO_DISPLAY
    write_message("NO FILE ", " ON THIS DISK");
#endif
    if (drive_failed(error, NO_FILE) || !is_sound(dungeon))
        return 0;
    module_page = MODULE_WINDOW >> 8;
    dungeon_in_window = dungeon;
    return 1;
}

#include "core/small_code_end.h"
