/* The kernels that put the map on the screen. They are emitted for the size of the window. */
#ifndef UNDERCROFT_SCROLL_H
#define UNDERCROFT_SCROLL_H

#include "core/platform.h"
#include "memory.h"
#include "program.h"
#include "zeropage.h"

/* The buffer for an unpacked row of the map. */
extern uint8_t tiles_in_row[VIEW_WIDTH + 16];

/* The tiles that come into view at a side of the window; edge_row has those that come in at its top
 * or bottom. Both are set before a step. */
extern uint8_t edge_column[VIEW_HEIGHT];

/* Write the characters of the tiles of edge_row to put_codes, and the colours to put_colours. */
void put_row(void);

/* Unpack 128 tiles of three bits each to unpacked_to. Their first byte is at packed_low, plus 256 times packed_high.
 * 180 cycles for eight. */
void unpack_tiles(void);

/* Wait until the raster has displayed the first rows. In a program with a world it may have gone on: if it has not
 * come to the line `late` by then, it is not awaited again. */
#ifdef WORLDS
void wait_behind_raster(uint8_t late);
#else
void wait_behind_raster(void);
#endif

/* Scroll the view by one tile, -1, 0 or 1 each way (as bytes): what is on the screen moves the
 * opposite way, and the tiles of edge_column and edge_row come in. aim_move prepares the step
 * without changing the screen; move_rows makes it, and must start when the raster has
 * displayed the first rows, see wait_behind_raster. */
void aim_move(uint8_t dx, uint8_t dy);
void move_rows(void);

#endif
