/* The entities of a world's chunk. */
#ifndef UNDERCROFT_WORLD_ENTITIES_H
#define UNDERCROFT_WORLD_ENTITIES_H

#include "core/platform.h"
#include "program.h"
#include "tiles.h"

#ifdef ENTITIES_SHOWN

/* Put the entities of a world's chunk on its tiles. Some 150 cycles for each. */
void put_entities(uint8_t *tiles);

#endif

#endif
