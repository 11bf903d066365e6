/* What lies and walks on the floor that is shown, by number and by place. Only if a dungeon of the program has
 * entities. */
#ifndef UNDERCROFT_ENTITIES_H
#define UNDERCROFT_ENTITIES_H

#include "core/platform.h"
#include "program.h"
#include "records.h"
#include "tiles.h"

#ifdef ENTITIES_SHOWN

/* Take over the entities of the dungeon that was built. Some 100 cycles for each. */
void take_entities(void);

/* What an entity is shown as: nothing of its own; floor, until it is found; or itself. The kinds that
 * are shown follow each other from ENTITY_CODES on. */
#define NOT_SHOWN 255
#define NOT_FOUND TILE_FLOOR
extern const uint8_t kind_codes[ENTITY_KINDS];

/* By number: where entities are, and what they are shown as. Those of a row are chained, the ones that lie above the
 * others last. */
extern uint8_t entity_x[MOST_ENTITIES], entity_y[MOST_ENTITIES], entity_code[MOST_ENTITIES];
extern uint8_t next_in_row[MOST_ENTITIES];

#ifdef LOCKS_SHOWN
/* By number: the bit of the lock to which a key or a locked door belongs. */
extern uint8_t lock_bits[MOST_ENTITIES];
#endif

/* The first entity of a row or column; NO_ENTITY if nothing is shown there. */
#define NO_ENTITY 255
extern uint8_t first_in_row[MOST_MAP_HEIGHT], first_in_column[MOST_MAP_WIDTH];

/* Show those of a row or a column in `count` unpacked tiles of it, from (first_x, first_y) on. With OSCAR64
 * some 100 cycles, and 45 for each entity of the row or column. */
void show_entities_of_row(uint8_t *tiles, uint8_t count);
void show_entities_of_column(uint8_t *tiles, uint8_t count);

#endif

#endif
