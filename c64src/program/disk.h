/* Maps and seeds as files. Their format is in docs/program.md; the twin is pygen/saved_map.py. */
#ifndef UNDERCROFT_DISK_H
#define UNDERCROFT_DISK_H

#include "core/platform.h"

/* Save the map and the seed; tells what came of it. */
void save_dungeon(void);

/* Load dungeon, seed and floor; 1 if they were there and sound, else it is told why not and
 * nothing has changed. */
uint8_t load_seed(void);

#endif
