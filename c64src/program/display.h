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

/* Wait until the raster reaches the line below the window, once in every frame. */
void wait_frame(void);

/* Text and characters, by column and row. Text is ASCII without lower case; a line after a newline
 * starts in the column of the first. Text that does not fit in a line is cut off. */
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

/* The window: the tile of the map in its upper left corner. */
extern uint8_t view_x, view_y;

/* It scrolls before the figure is this near to its edge. */
#define MARGIN_X (VIEW_WIDTH / 4)
#define MARGIN_Y (VIEW_HEIGHT * 7 / 24)

/* How much of the window the map fills. */
extern uint8_t columns_shown, rows_shown;

/* The dungeon whose map is shown. */
extern uint8_t shown_dungeon;

/* 1 if secret paths are shown that the player has not found. */
extern uint8_t secrets_shown;

/* Forget all secrets found so far; remember one; 1 if one is shown as such, 0 if it looks like a
 * wall. */
void forget_secrets(void);
void find_secret(uint8_t x, uint8_t y);
uint8_t secret_is_known(uint8_t x, uint8_t y);

/* The tile at (x, y) as it looks to the player. */
uint8_t look_at(uint8_t x, uint8_t y);

/* The first tile of the row or column of the map that was unpacked. */
extern uint8_t first_x, first_y;

/* Draw the whole window. */
void draw_view(void);

/* Move the window by a tile, also diagonally; -1, 0 or 1 each (as bytes). At the map's edge
 * nothing happens. Returns 1 if the window moved, else 0. */
uint8_t scroll_view(uint8_t dx, uint8_t dy);

/* Move the window so that (x, y) is as near to its centre as the map's edges allow. */
void centre_view(uint8_t x, uint8_t y);

/* The figure, at a tile of the map that the window shows. */
void show_figure(uint8_t x, uint8_t y);
void hide_figure(void);

/* Draw a pose of the figure, given by its first row in figure_data. In the sprite, whose rows have
 * three bytes, it takes the first byte of the first rows. */
void draw_figure(uint8_t first_row);
#define FIGURE_SPRITE BYTES_AT(CHARSET_START + 8 * CHARACTER_SPRITE)

#endif
