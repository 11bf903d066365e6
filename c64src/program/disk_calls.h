/* One call of the KERNAL's file routines. They use the part of zero page where our variables are,
 * so disk_call saves that part first and restores it afterwards. Arguments and results are outside
 * of it.
 */
#ifndef UNDERCROFT_DISK_CALLS_H
#define UNDERCROFT_DISK_CALLS_H

#include "core/platform.h"

#define DISK_MOST_NAME 18
#define DISK_HEAD 2

/* 1: save memory. 0: open a file or the command channel, and read it. */
extern uint8_t disk_is_saving;
extern uint8_t disk_secondary;
extern uint8_t disk_name_length;
extern uint8_t disk_name[DISK_MOST_NAME];

/* The memory that is saved, or that is read into, up to but not including disk_end. Nothing is read
 * beyond it. */
extern uint16_t disk_first, disk_end;

/* What the call returns is volatile, as it is written by assembly.
 *
 * The number of bytes read. The first two are here, and only those behind them at disk_first: a
 * program file begins with its address, and an answer of the drive with its number. */
extern volatile uint16_t disk_count;
extern volatile uint8_t disk_head[DISK_HEAD];

/* Two digits on the screen that are counted down with each page of memory that was read; 0: none. */
extern volatile uint16_t disk_counter;

/* The KERNAL's error, 0 for none, and its status (READST) after the last byte. */
extern volatile uint8_t disk_error, disk_status;

/* Make the call, with the device from which the program was loaded, or else device 8. The KERNAL is seen only
 * meanwhile, and it reads the name and what is saved: these must not be below it. */
void disk_call(void);

#endif
