/* The kernels that put the map on the screen; emitted for the window's size. */
#ifndef UNDERCROFT_SCROLL_H
#define UNDERCROFT_SCROLL_H

#include "core/platform.h"
#include "memory.h"

/* Where a row of the map is unpacked to. */
extern uint8_t tiles_in_row[VIEW_WIDTH + 16];

/* The tiles that come into view, by column and by row of the window; set before a step. */
extern uint8_t edge_column[VIEW_HEIGHT];
ZEROPAGE_EXTERN(const uint8_t *, edge_row);

/* Put the tiles of edge_row as characters and colours where these point to. */
ZEROPAGE_EXTERN(uint8_t *, put_codes);
ZEROPAGE_EXTERN(uint8_t *, put_colours);
void put_row(void);

/* Wait until the raster has shown the first rows. */
void wait_behind_raster(void);

/* The view moves by one tile, -1, 0 or 1 each way (as bytes): what is on the screen moves the other
 * way, and the tiles of edge_column and edge_row come in. The first prepares it and changes nothing
 * on the screen; the second is for a raster that has just shown the first rows. */
void aim_move(uint8_t dx, uint8_t dy);
void move_rows(void);

#endif
