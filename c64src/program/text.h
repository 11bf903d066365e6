/* Text and characters on the screen, by column and row. */
#ifndef UNDERCROFT_TEXT_H
#define UNDERCROFT_TEXT_H

#include "characters.h"
#include "core/platform.h"
#include "memory.h"

#define SCREEN_COLUMNS 40
#define SCREEN_ROWS 25
#define STATUS_ROW 24

/* Text is ASCII without lower case; a line after a newline starts in the column of the first. Text that does not
 * fit in a line is cut off. */
void clear_screen(void);
void clear_row(uint8_t row, uint8_t character, uint8_t colour);
void put_character(uint8_t column, uint8_t row, uint8_t code, uint8_t colour);
void print_at(uint8_t column, uint8_t row, uint8_t colour, const char *text);
void print_centred(uint8_t row, uint8_t colour, const char *text);
/* Write the five digits of a number, in ASCII, to `decimal`. */
#define MOST_DIGITS 5
extern char decimal[MOST_DIGITS + 1];
void write_digits(uint16_t value);

/* Print the last `digits` digits of a number. */
void print_number(uint8_t column, uint8_t row, uint8_t colour, uint16_t value, uint8_t digits);
/* The colour RAM of a character. */
#define COLOUR_OF(column, row) \
    (*(BYTES_AT(0xD800) + (uint16_t)(row) * SCREEN_COLUMNS + (column)))

#endif
