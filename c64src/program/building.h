/* What the player sees while a dungeon is generated: a bar that grows, and a figure that walks on
 * it. */
#ifndef UNDERCROFT_BUILDING_H
#define UNDERCROFT_BUILDING_H

#include "core/platform.h"

/* Generate the selected dungeon, and let the picture follow in every frame. Returns 1, or 0 if the
 * player ended it: then there is no dungeon. */
uint8_t build_dungeon(void);

#endif
