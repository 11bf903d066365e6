/* What the window asks of the entities that are in a row or column: program/entities.c has them. */
#ifndef UNDERCROFT_SHOWN_ENTITIES_H
#define UNDERCROFT_SHOWN_ENTITIES_H

#include "core/platform.h"
#include "program.h"
#include "tiles.h"

#ifdef ENTITIES_SHOWN

/* The first entity of a row or column; NO_ENTITY if nothing is shown there. */
#define NO_ENTITY 255
extern uint8_t first_in_row[MOST_MAP_HEIGHT], first_in_column[MOST_MAP_WIDTH];

/* Show those of a row or a column in `count` unpacked tiles of it, from (first_x, first_y) on. With OSCAR64
 * some 100 cycles, and 45 for each entity of the row or column. */
void show_entities_of_row(uint8_t *tiles, uint8_t count);
void show_entities_of_column(uint8_t *tiles, uint8_t count);

#endif

#endif
