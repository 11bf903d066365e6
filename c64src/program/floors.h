/* Entering floors and worlds, and showing what is there. */
#ifndef UNDERCROFT_PROGRAM_FLOORS_H
#define UNDERCROFT_PROGRAM_FLOORS_H

#include "core/platform.h"
#include "program.h"

/* Generate the floor, unless the player goes back to the menu instead. The figure starts at the down
 * stairs if it comes from below, else at the up stairs. */
void enter_floor(uint8_t from_below);

/* Enter the next floor below or above, if there is one. */
void go_down(void);
void go_up(void);

/* Draw the whole screen anew: the window with the figure, and the line below it. */
void show_all(void);

#ifdef WORLDS
/* Wait until the chunks of a world are there that the window will show when it is moved by (dx, dy). */
void require_world(uint8_t dx, uint8_t dy);

/* The figure, or the middle of the window, was moved by (dx, dy). */
void follow_in_world(uint8_t dx, uint8_t dy);

/* Before the player walks again: the figure may be far away from the window. */
void return_to_figure(void);
#endif

#endif
