/* What all kinds of dungeons share while a dungeon is generated. The twin of
 * pygen/engine/generation.py.
 */
#ifndef UNDERCROFT_GENERATION_H
#define UNDERCROFT_GENERATION_H

#include "core/platform.h"
#include "memory.h"
#include "records.h"
#include "tiles.h"
#include "core/random16.h"

#define STATUS_NO_UP_STAIRS 1
#define STATUS_NO_DOWN_STAIRS 2
#define STATUS_FEWER_TREASURES 4

#define NO_ROOM 255

/* The rectangle that fill_rectangle fills: its first and last column and row. Where the map's rows
 * do not start at whole bytes, fill_rectangle changes the top. */
ZEROPAGE_EXTERN(uint8_t, rectangle_left);
ZEROPAGE_EXTERN(uint8_t, rectangle_top);
ZEROPAGE_EXTERN(uint8_t, rectangle_right);
ZEROPAGE_EXTERN(uint8_t, rectangle_bottom);

/* Every generator calls this after each of its phases, with the phase's number, from 1. */
void phase_done(uint8_t phase);

/* Make so many bytes of the summary 0. A generator calls begin_generation() of its emitted unit,
 * which knows the number. */
void clear_summary(uint8_t bytes);

/* The first of `extent` tiles of a map side of `side` tiles, so that `middle` is as near to the
 * centre of what is shown as the map's edges allow; 0 if the whole side is shown. */
uint8_t view_start(uint8_t middle, uint8_t extent, uint8_t side);

/* Centre the view on the up stairs of a map of this size, as far as its edges allow. */
void place_camera(uint8_t width, uint8_t height);

/* Write the draws and the state of the random numbers to the summary: what the generator keeps
 * elsewhere while it works. */
void store_random_figures(void);

/* Complete the summary; returns the status, 0 if nothing is missing, else STATUS_ bits. */
uint8_t end_generation(void);

#endif
