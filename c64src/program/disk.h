/* Maps and seeds as files. docs/program.md describes the format; the twin is
 * pygen/media/saved_map.py. */
#ifndef UNDERCROFT_DISK_H
#define UNDERCROFT_DISK_H

#include "core/platform.h"

/* Save the map and the seed, and show the outcome. */
void save_dungeon(void);

/* Load dungeon, seed and floor; 1 if the file is there and valid. Otherwise shows why not, changes
 * nothing and returns 0. */
uint8_t load_seed(void);

#endif
