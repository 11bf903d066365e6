/* The whole map on one screen. The twin of pygen.screen.overview. */
#ifndef UNDERCROFT_OVERVIEW_H
#define UNDERCROFT_OVERVIEW_H

#include "core/platform.h"

/* Show the map, with the character of tile (x, y) bright, until a key. */
void show_overview(uint8_t x, uint8_t y);

#endif
