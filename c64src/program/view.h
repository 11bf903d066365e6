/* The window onto the map. */
#ifndef UNDERCROFT_VIEW_H
#define UNDERCROFT_VIEW_H

#include "core/platform.h"

/* Draw the whole window. */
void draw_view(void);

/* Move the window by a tile, also diagonally; -1, 0 or 1 each (as bytes). At the map's edge
 * nothing happens. Returns 1 if the window moved, else 0. */
uint8_t scroll_view(uint8_t dx, uint8_t dy);

/* Move the window so that (x, y) is as near to its centre as the map's edges allow. */
void centre_view(uint8_t x, uint8_t y);

#endif
