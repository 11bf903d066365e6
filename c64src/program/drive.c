#include "core/small_interactive_code_begin.h"
#include "program/drive.h"
#include "program/disk_calls.h"
#ifndef UNDERCROFT_NO_DISPLAY
#include "program/message.h"
#include "program/text.h"
#endif

/* The longest answer of a drive. */
#define MOST_ANSWER 48
#define END_OF_FILE 0x40
#define NO_ANSWER 0x80

uint16_t drive_count, drive_address;
uint8_t drive_is_whole;

static uint8_t answer[MOST_ANSWER];

void drive_set_name(const char *text)
{
    for (disk_name_length = 0; text[disk_name_length] != 0; ++disk_name_length)
        disk_name[disk_name_length] = (uint8_t)text[disk_name_length];
}

uint8_t drive_command(const char *text)
{
    drive_set_name(text);
    disk_is_saving = 0;
    disk_secondary = 15;
    disk_first = (uint16_t)answer;
    disk_end = (uint16_t)(answer + MOST_ANSWER);
    disk_call();
    if (disk_error != 0 || (disk_status & NO_ANSWER))
        return DRIVE_NO_DEVICE;
    if (disk_count < 2)
        return DRIVE_UNKNOWN_ERROR;
    return (uint8_t)((disk_head[0] & 15) * 10 + (disk_head[1] & 15));
}

uint8_t drive_read(const char *text, uint8_t *to, const uint8_t *end)
{
    drive_set_name(text);
    disk_is_saving = 0;
    disk_secondary = 2;
    disk_first = (uint16_t)to;
    disk_end = (uint16_t)end;
    disk_call();
    drive_count = disk_count;
    drive_address = (uint16_t)(disk_head[1]) << 8 | disk_head[0];
    drive_is_whole = disk_status == END_OF_FILE;
    /* The drive's answer, which is read next, is not counted. */
    disk_counter = 0;
    if (disk_error == DRIVE_NO_DEVICE)
        return DRIVE_NO_DEVICE;
    return drive_command("");
}

#ifdef UNDERCROFT_NO_DISPLAY

uint8_t drive_failed(uint8_t error, const char *missing)
{
    (void)missing;
    return error == DRIVE_NO_DEVICE || error >= DRIVE_FIRST_ERROR;
}

#else

static char message[] = "DISK ERROR 00";

uint8_t drive_failed(uint8_t error, const char *missing)
{
    if (error == DRIVE_NO_DEVICE) {
        show_message("NO DISK DRIVE ANSWERS");
    } else if (error < DRIVE_FIRST_ERROR) {
        return 0;
    } else if (error == DRIVE_NOT_READY) {
        show_message("NO DISK IN THE DRIVE");
    } else if (error == DRIVE_DISK_FULL) {
        show_message("THE DISK IS FULL");
    } else if (error == DRIVE_WRITE_PROTECTED) {
        show_message("THE DISK IS WRITE PROTECTED");
    } else if (error == DRIVE_FILE_NOT_FOUND && missing != 0) {
        show_message(missing);
    } else if (error == DRIVE_UNKNOWN_ERROR) {
        show_message("UNKNOWN DISK ERROR");
    } else {
        write_digits(error);
        message[11] = decimal[MOST_DIGITS - 2];
        message[12] = decimal[MOST_DIGITS - 1];
        show_message(message);
    }
    return 1;
}

#endif

#include "core/small_code_end.h"
