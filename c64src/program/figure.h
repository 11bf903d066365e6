/* The figure: a sprite. */
#ifndef UNDERCROFT_FIGURE_H
#define UNDERCROFT_FIGURE_H

#include "characters.h"
#include "core/platform.h"
#include "memory.h"

/* The figure, at a tile of the map that the window shows. */
void show_figure(uint8_t x, uint8_t y);
void hide_figure(void);

/* Draw a pose of the figure, given by its first row in figure_data. In the sprite, whose rows have
 * three bytes, it takes the first byte of the first rows. */
void draw_figure(uint8_t first_row);
#define FIGURE_SPRITE BYTES_AT(CHARSET_START + 8 * CHARACTER_SPRITE)

#endif
