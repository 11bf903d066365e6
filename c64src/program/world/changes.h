/* What the player changes in a world, and where the player is: what a file keeps of it. */
#ifndef UNDERCROFT_WORLD_CHANGES_H
#define UNDERCROFT_WORLD_CHANGES_H

#include "core/platform.h"
#include "program.h"

#ifdef WORLDS

/* What is saved: where the player is, column and row in the world, and the changes: column, row and new
 * byte of a tile each. */
#define BYTES_OF_PLACE 4
#define BYTES_OF_CHANGE 5
#define MOST_WORLD_BYTES (BYTES_OF_PLACE + BYTES_OF_CHANGE * MOST_CHANGES)
extern uint8_t world_saved[MOST_WORLD_BYTES];
extern uint8_t world_changes;
#define WORD_AT(bytes, at) ((uint16_t)((bytes)[(at) + 1]) << 8 | (bytes)[at])

/* 0 if the player was not in this world yet. */
extern uint8_t world_has_place;

/* Remember that the player is at (x, y). */
void world_note_place(uint8_t x, uint8_t y);

/* Where the player was, as a column and row of the 96 x 96 tiles: 1 if it is among them, else 0. */
uint8_t world_find_place(uint8_t *x, uint8_t *y);

/* Change a tile for good. Returns 1, or 0 without changing it if no more changes can be remembered. */
uint8_t world_change(uint8_t x, uint8_t y, uint8_t byte);

/* What is to be said then. */
extern const char world_is_full_text[];

/* Forget all changes and the player's place: the next world is a new one. */
void world_forget(void);

/* Make the tiles of a chunk, whose first one is at (x, y) in the world, what the player has made them. */
void make_changes(uint8_t *tiles, uint16_t x, uint16_t y);

#endif

#endif
