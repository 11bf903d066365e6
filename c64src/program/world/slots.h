/* The slots: memory for the chunks of a world, and which of them has which chunk. */
#ifndef UNDERCROFT_WORLD_SLOTS_H
#define UNDERCROFT_WORLD_SLOTS_H

#include "core/platform.h"
#include "program.h"

#ifdef WORLDS

/* Memory for chunks, a byte for each tile: for the window's six at most, and those around. The first slots are
 * in the RAM below the KERNAL, SLOTS_BELOW_KERNAL by pygen/programs/program.py. */
#define CHUNK_BYTES 1024
#define OTHER_SLOTS 7
#define SLOTS (SLOTS_BELOW_KERNAL + OTHER_SLOTS)
extern uint8_t *tiles_of_slot[SLOTS];

/* By slot: 1 if it has a chunk; and of that, or of the one it is for, the column and row of chunks, modulo
 * 256, as all of them are near each other. */
extern uint8_t is_there[SLOTS], slot_column[SLOTS], slot_row[SLOTS];

/* The slots of the three by three chunks around the player. */
#define ROW_OF_PLACES 3
#define PLACES 9
#define NO_SLOT 255
extern uint8_t slot_of[PLACES];
extern const uint8_t place_of_row[ROW_OF_PLACES];

/* Give each slot its memory; no chunk is there yet. */
void slots_begin(void);

/* 1 if all chunks are there that the window shows when its first tile is at (x, y), else 0. */
uint8_t world_has_view(uint8_t x, uint8_t y);

#endif

#endif
