/* What the program has of an endless world: the chunks in the window, those around it, and those for which
 * the player is heading. They are built while the player walks on, and dropped for others that are needed
 * sooner.
 *
 * Most of the program takes the three by three chunks around the player for a map of 96 x 96 tiles. When the
 * player leaves the one in the middle, the columns and rows of everything change.
 */
#ifndef UNDERCROFT_WORLD_H
#define UNDERCROFT_WORLD_H

#include "core/platform.h"
#include "constants.h"
#include "memory.h"
#include "program.h"
#include "program/shown_world.h"

#ifdef WORLDS

/* The column and the row in the world, modulo 65,536, of the first of the 96 x 96 tiles. */
extern uint16_t world_x, world_y;

/* ------------------------------------------------------------------ chunks */

/* Begin to show a world around the player's place. No chunk is there yet. */
void world_begin(void);

/* 1 if all chunks are there that the window shows when its first tile is at (x, y), else 0. */
uint8_t world_has_view(uint8_t x, uint8_t y);

/* Build until the raster has come to its line. Returns 0 as soon as the window has its chunks, else 1.
 * `world_phases` is how many phases of a chunk are done, `mapgen_steps_done` the number of steps. */
uint8_t world_build(void);
extern uint8_t world_phases;

/* Wait for the next frame, as wait_frame() does, and build chunks meanwhile. It may be late by a step of a
 * generator; no frame is left out unless more than one passes between two calls. */
void world_wait_frame(void);

/* 1 if a frame is shorter, and there are more of them in a second. */
extern uint8_t world_is_ntsc;

/* Wait until the window has its chunks; until all of them are there. */
void world_wait_for_view(void);
void world_wait_for_all(void);

/* Build the chunk once more that is being built, as its memory was used for something else. */
void world_build_again(void);

/* The player was moved by (dx, dy), -1, 0 or 1 each (as bytes), and is at (x, y), walking or flying. If that is
 * no longer in the chunk in the middle, another one takes its place: the window keeps its tiles, and what had a
 * column and a row has them `world_turned_x` and `world_turned_y` further on (as bytes). */
void world_follow(uint8_t x, uint8_t y, uint8_t dx, uint8_t dy, uint8_t is_walking);
extern uint8_t world_turned_x, world_turned_y;

/* ------------------------------------------------------------------ what the player changes */

/* What is saved: where the player is, column and row in the world, and the changes: column, row and new
 * byte of a tile each. */
#define BYTES_OF_PLACE 4
#define BYTES_OF_CHANGE 5
#define MOST_WORLD_BYTES (BYTES_OF_PLACE + BYTES_OF_CHANGE * MOST_CHANGES)
extern uint8_t world_saved[MOST_WORLD_BYTES];
extern uint8_t world_changes;

/* 0 if the player was not in this world yet. */
extern uint8_t world_has_place;

/* Remember that the player is at (x, y). */
void world_note_place(uint8_t x, uint8_t y);

/* Where the player was, as a column and row of the 96 x 96 tiles: 1 if it is among them, else 0. */
uint8_t world_find_place(uint8_t *x, uint8_t *y);

#endif

#endif
