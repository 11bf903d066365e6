/* Where the player is heading, and what is expected of somebody who walks or flies: for looking ahead. */
#ifndef UNDERCROFT_WORLD_HEADING_H
#define UNDERCROFT_WORLD_HEADING_H

#include "core/platform.h"

/* Nothing is known yet of somebody who comes into a world. */
void heading_begin(void);

/* What is expected of somebody who flies: then the window moves with each step. */
void expect_flight(void);

/* What is expected of somebody who walks and is at (x, y). */
void expect_walk(uint8_t x, uint8_t y);

/* The player was moved by (dx, dy), -1, 0 or 1 each (as bytes). */
void note_move(uint8_t dx, uint8_t dy);

/* A frame has passed. */
void note_frame(void);

#endif
