/* What the rest of the program asks of a world, and changes in it: program/world.c has it. */
#ifndef UNDERCROFT_SHOWN_WORLD_H
#define UNDERCROFT_SHOWN_WORLD_H

#include "core/platform.h"
#include "program.h"

#ifdef WORLDS

/* 1 while a world is shown, else 0. */
extern uint8_t world_is_shown;

/* Have the processor see the RAM below the KERNAL while a world is shown, where some of its chunks are; else
 * the KERNAL. */
void world_choose_memory(void);

/* The byte of the tile at (x, y): the code as which it is shown, with WORLD_FLAG if it is a secret path that
 * was found, or an entity that is not on floor. */
uint8_t *world_at(uint8_t x, uint8_t y);

#define WORLD_FLAG 0x80
#define WORLD_CODE 0x7F

/* Read tiles of row y from column x on, or of column x from row y on, as the player sees them. */
void world_read_row(uint8_t x, uint8_t y, uint8_t count, uint8_t *out);
void world_read_column(uint8_t x, uint8_t y, uint8_t count, uint8_t *out);

/* When all is ready to move the window by dx columns, the frame after the one in which it was prepared: build chunks until the
 * raster is nearly where that begins. Returns the line before which it must begin, 0 if it is the usual one. When
 * it was moved: the next frame that world_wait_frame() waits for is this one, even if it has begun by then. */
uint8_t world_begin_move(uint8_t dx);
void world_await_frame(void);

/* Change a tile for good. Returns 1, or 0 without changing it if no more changes can be remembered. */
uint8_t world_change(uint8_t x, uint8_t y, uint8_t byte);

/* What is to be said then. */
extern const char world_is_full_text[];

/* Forget all changes and the player's place: the next world is a new one. */
void world_forget(void);

#endif

#endif
