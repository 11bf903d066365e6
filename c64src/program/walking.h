/* Moving: walking as the figure, or flying over the map. */
#ifndef UNDERCROFT_WALKING_H
#define UNDERCROFT_WALKING_H

#include "core/platform.h"

/* Move by the direction of input.h. */
void move_player(void);

#endif
