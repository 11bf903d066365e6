/* A module: one dungeon's generator as a self-contained piece of machine code. Other programs know it
 * only by the table at its first address, which docs/modules.md describes.
 *
 * The calls below are what the table leads to. Their arguments are in the request block behind the
 * table, and in module_x and module_a, to which the table's code writes the registers X and A before
 * a call, and from which it reads them afterwards.
 */
#ifndef UNDERCROFT_MODULE_H
#define UNDERCROFT_MODULE_H

#include "core/platform.h"

extern volatile uint8_t module_a, module_x;

/* Begin the dungeon that the request block names. At most some 12,000 cycles, for the seed of a deep
 * floor. */
void module_begin(void);

/* Do one step. A: 1 if there is more to do, else 0; X: how many phases are done. */
void module_step(void);

/* Do steps, at least one, until one of the bits that the request block names is set in the byte at
 * its address. A and X as of module_step; the number of steps, modulo 256, is in the request block.
 * Some 40 cycles a step. */
void module_run(void);

/* Begin the dungeon and do all steps. A: the status, 0 if nothing is missing. */
void module_generate(void);

/* The tile at (tile_column, tile_row). It needs no stack of its own. About 90 cycles. */
uint8_t module_get_tile(void);

/* Write the tile of the request block to (X, A). About 160 cycles. */
void module_set_tile(void);

/* A and X: the address of record X of table A; 0 if there is no such table. */
void module_table(void);

/* Unpack tiles of row A from column X on to the address in the request block. A and X: the address
 * of the first of them. About 15 cycles a tile. */
void module_unpack_row(void);

/* Unpack as many tiles of column X, from row A on, as the request block says, to the address in it.
 * About 150 cycles a tile. */
void module_unpack_column(void);

/* Count the tiles of the map into the statistics. */
void module_count_tiles(void);

#endif
