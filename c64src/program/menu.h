/* The title, and what a person chooses before a dungeon is built. */
#ifndef UNDERCROFT_MENU_H
#define UNDERCROFT_MENU_H

#include "core/platform.h"

/* Let the person choose; 0 if the machine shall be left. */
uint8_t menu(void);

#endif
