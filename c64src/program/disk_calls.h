/* One call of the KERNAL's file routines. They work in zero page, where our variables are, so all
 * of theirs is put aside meanwhile, and what they are asked and answer lies elsewhere.
 */
#ifndef UNDERCROFT_DISK_CALLS_H
#define UNDERCROFT_DISK_CALLS_H

#include "core/platform.h"

#define DISK_MOST_NAME 18
#define DISK_BUFFER 48

/* Save memory, or open a file or the command channel and read it. */
extern uint8_t disk_is_saving;
extern uint8_t disk_secondary;
extern uint8_t disk_name_length;
extern uint8_t disk_name[DISK_MOST_NAME];

/* What is saved: up to before `disk_end`. */
extern uint16_t disk_first, disk_end;

/* How many bytes are read at most, how many were, and those. */
extern uint8_t disk_limit, disk_count;
extern uint8_t disk_buffer[DISK_BUFFER];

/* The KERNAL's error, 0 for none, and its status after the last byte. */
extern uint8_t disk_error, disk_status;

/* Do it, with the device that the program came from, or device 8. */
void disk_call(void);

#endif
