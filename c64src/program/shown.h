/* What is shown: the state that the window, the entities, the secrets and a world share. It calls nothing. */
#ifndef UNDERCROFT_SHOWN_H
#define UNDERCROFT_SHOWN_H

#include "core/platform.h"
#include "program.h"

/* The dungeon whose map is shown. */
extern uint8_t shown_dungeon;

/* The window: the tile of the map in its upper left corner. */
extern uint8_t view_x, view_y;

/* It scrolls before the figure is this near to its edge. */
#define MARGIN_X (VIEW_WIDTH / 4)
#define MARGIN_Y (VIEW_HEIGHT * 7 / 24)

/* How much of the window the map fills. */
extern uint8_t columns_shown, rows_shown;

/* The first tile of the row or column of the map that was unpacked. */
extern uint8_t first_x, first_y;

/* 1 if secret paths are shown that the player has not found. */
extern uint8_t secrets_shown;

#ifdef WORLDS
/* 1 while a world is shown, else 0. */
extern uint8_t world_is_shown;

/* The column and the row in the world, modulo 65,536, of the first of the 96 x 96 tiles. */
extern uint16_t world_x, world_y;
#endif

#endif
