/* The drive from which the program came: reading a file, commands, and words for its errors. */
#ifndef UNDERCROFT_DRIVE_H
#define UNDERCROFT_DRIVE_H

#include "core/platform.h"
#include "program.h"
#include "program/disk_calls.h"

/* Numbers of errors. 5 and 255 are ours, the others are the drive's. */
#define DRIVE_NO_DEVICE 5
#define DRIVE_WRITE_PROTECTED 26
#define DRIVE_FILE_NOT_FOUND 62
#define DRIVE_FILE_EXISTS 63
#define DRIVE_DISK_FULL 72
#define DRIVE_NOT_READY 74
#define DRIVE_UNKNOWN_ERROR 255
#define DRIVE_FIRST_ERROR 20

/* The name of the next file or command. */
void drive_set_name(const char *text);

/* Send a command to the drive ("" for none); returns the number of its answer. */
uint8_t drive_command(const char *text);

/* A program file begins with its address. */
#define ADDRESS_BYTES 2

/* Read the file of this name to `to`, up to but not including `end`; its first two bytes, a program
 * file's address, are in drive_address. Returns the number of the drive's answer. */
uint8_t drive_read(const char *text, uint8_t *to, const uint8_t *end);

/* The number of bytes that were read, with those of the address; 1 if it was the whole file. */
extern uint16_t drive_count, drive_address;
extern uint8_t drive_is_whole;

/* 1 for an error, and its message is shown; else 0. `missing` is the message for a file that is not
 * on the disk; 0 for none. */
uint8_t drive_failed(uint8_t error, const char *missing);

#endif
