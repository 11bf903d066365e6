/* A module: one dungeon's generator as a self-contained piece of machine code. Other programs know it
 * only by the table at its first address, which docs/modules.md describes.
 *
 * The calls below are what the table leads to. Their arguments are in the request block behind the
 * table, and in module_x and module_y, to which the table's code writes the registers X and A.
 */
#ifndef UNDERCROFT_MODULE_H
#define UNDERCROFT_MODULE_H

#include "core/platform.h"

extern uint8_t module_x, module_y;

/* The phases that are done. */
extern uint8_t module_progress;

/* Begin the dungeon that the request block names. At most some 12,000 cycles, for the seed of a deep
 * floor. */
void module_begin(void);

/* Do one step; returns 1 if there is more to do, else 0. */
uint8_t module_step(void);

/* Begin the dungeon and do all steps; returns the status, 0 if nothing is missing. */
uint8_t module_generate(void);

/* The tile at (module_x, module_y). About 130 cycles. */
uint8_t module_get_tile(void);

/* Write the tile of the request block to (module_x, module_y). About 160 cycles. */
void module_set_tile(void);

/* The address of record module_x of table module_y; 0 if there is no such table. */
uint16_t module_table(void);

/* Unpack tiles of row module_y from column module_x on to the address in the request block; returns
 * the address of the first of them. About 15 cycles a tile. */
uint16_t module_unpack_row(void);

/* Unpack as many tiles of column module_x, from row module_y on, as the request block says, to the
 * address in it. About 150 cycles a tile. */
void module_unpack_column(void);

/* Count the tiles of the map into the statistics. */
void module_count_tiles(void);

#endif
