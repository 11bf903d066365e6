/* The kernels that put the map on the screen; emitted for the window's size. */
#ifndef UNDERCROFT_SCROLL_H
#define UNDERCROFT_SCROLL_H

#include "platform.h"
#include "memory.h"

/* The tiles that come into view, by row and by column of the window; set before a step. */
extern uint8_t edge_column[VIEW_HEIGHT];
extern const uint8_t *edge_row;

/* Where a row of the map is unpacked to. */
extern uint8_t tiles_in_row[VIEW_WIDTH + 16];

extern const uint8_t character_colour[];

/* Wait until the raster has shown the first rows. */
void wait_behind_raster(void);

/* The view moves by one tile: what is on the screen moves the other way, and its new edge is drawn.
 * In this order nothing is read after it was overwritten. */
void scroll_right(void);
void scroll_left(void);
void scroll_down(void);
void scroll_down_right(void);
void scroll_down_left(void);

/* A view that moves up would need the rows from the bottom up, against the raster. So the screen
 * goes to the viewport buffer, moved, where nobody sees it, and from there to the screen. */
void copy_up(void);
void copy_up_right(void);
void copy_up_left(void);

/* Show the viewport buffer, which holds screen codes. */
void show_viewport(void);

#endif
