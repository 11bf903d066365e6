/* What the screen shows: text, boxes, the window onto the map, and the line below it. */
#ifndef UNDERCROFT_DISPLAY_H
#define UNDERCROFT_DISPLAY_H

#include "core/platform.h"
#include "memory.h"
#include "characters.h"

#define SCREEN_COLUMNS 40
#define SCREEN_ROWS 25
#define STATUS_ROW 24

/* Set up the VIC and our own characters. */
void display_start(void);

void display_off(void);
void display_on(void);

/* Wait until the raster is below the window: once a frame. */
void wait_frame(void);

/* Text and characters, by column and row. Text is ASCII; small letters are not in the set, and a
 * new line begins in the column of the first. What has no room in a line is not shown. */
void clear_screen(void);
void clear_row(uint8_t row, uint8_t character, uint8_t colour);
void put_character(uint8_t column, uint8_t row, uint8_t code, uint8_t colour);
void print_at(uint8_t column, uint8_t row, uint8_t colour, const char *text);
void print_centred(uint8_t row, uint8_t colour, const char *text);
/* Write a number's five digits, ASCII, into `decimal`; without a division. */
#define MOST_DIGITS 5
extern char decimal[MOST_DIGITS + 1];
void write_digits(uint16_t value);

/* The last `digits` digits of a number. */
void print_number(uint8_t column, uint8_t row, uint8_t colour, uint16_t value, uint8_t digits);
/* The colour RAM of a character. */
#define COLOUR_OF(column, row) \
    (*(BYTES_AT(0xD800) + (uint16_t)(row) * SCREEN_COLUMNS + (column)))

/* The window: the tile of the map in its upper left corner. */
extern uint8_t view_x, view_y;

/* How much of the window the map fills. */
extern uint8_t columns_shown, rows_shown;

/* The dungeon whose map is shown. */
extern uint8_t shown_dungeon;

/* Are secret paths shown that nobody has found. */
extern uint8_t secrets_shown;

/* Forget all secrets that were found; remember one; is one known (1) or looks it like a wall. */
void forget_secrets(void);
void find_secret(uint8_t x, uint8_t y);
uint8_t secret_is_known(uint8_t x, uint8_t y);

/* The tile at (x, y) as it looks to the person. */
uint8_t look_at(uint8_t x, uint8_t y);

/* Draw the whole window. */
void draw_view(void);

/* Move the window by a tile, also diagonally; -1, 0 or 1 each (as bytes). Nothing happens at the
 * map's edge. Returns whether it moved. */
uint8_t scroll_view(uint8_t dx, uint8_t dy);

/* Put the window so that (x, y) is as near to its middle as the map's edges let it. */
void centre_view(uint8_t x, uint8_t y);

/* The figure, at a tile of the map that the window shows. */
void show_figure(uint8_t x, uint8_t y);
void hide_figure(void);

#endif
