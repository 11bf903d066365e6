/* The whole map on one screen. The twin for tests is
 * overview in tests/helpers/expected_screen.py. */
#ifndef UNDERCROFT_OVERVIEW_H
#define UNDERCROFT_OVERVIEW_H

#include "core/platform.h"

/* Show the map, with the character of tile (x, y) highlighted, until a key is pressed. */
void show_overview(uint8_t x, uint8_t y);

#endif
