/* Loading a saved seed. */
#ifndef UNDERCROFT_LOADING_H
#define UNDERCROFT_LOADING_H

#include "core/platform.h"

/* Load dungeon, seed and floor; 1 if the file is there and valid. Otherwise shows why not, changes
 * nothing and returns 0. */
uint8_t load_seed(void);

#endif
