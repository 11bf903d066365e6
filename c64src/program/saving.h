/* Saving map and seed as files. docs/program.md describes the format; the twin is
 * pygen/media/saved_map.py. */
#ifndef UNDERCROFT_SAVING_H
#define UNDERCROFT_SAVING_H

#include "core/platform.h"

/* Save the map and the seed, and show the outcome. */
void save_dungeon(void);

#endif
