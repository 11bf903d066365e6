/* The title, and what the player chooses before a dungeon is generated. */
#ifndef UNDERCROFT_MENU_H
#define UNDERCROFT_MENU_H

#include "core/platform.h"

/* Let the player choose; 1 to enter the dungeon, 0 to quit. */
uint8_t menu(void);

#endif
