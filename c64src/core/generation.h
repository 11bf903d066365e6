/* What all kinds of dungeons share while a dungeon is generated. The twin of
 * pygen/engine/dungeon/generation.py.
 */
#ifndef UNDERCROFT_GENERATION_H
#define UNDERCROFT_GENERATION_H

#include "core/platform.h"
#include "zeropage.h"
#include "constants.h"
#include "memory.h"
#include "records.h"
#include "tiles.h"
#include "core/random16.h"

/* Leave out a thing of a pass that has found no place, as this bit of the status says. The host counts
 * them, for those who search for seeds. */
#ifdef NATIVE
extern uint16_t native_left_out;
#define leave_out(bit) (SUMMARY->status |= (bit), ++native_left_out)
#else
#define leave_out(bit) (SUMMARY->status |= (bit))
#endif

/* What the current phase is to do next. The driver sets it to 0 before each phase, and calls the
 * phase's function, one step at a time, until it is PHASE_DONE. What other values mean is up to the
 * phase. */
extern uint8_t stage;
#define PHASE_DONE 255

/* The steps of a dungeon are done, at least one, until one of these bits is set in the byte at this address.
 * How many were done is counted, modulo 256. */
extern const volatile uint8_t *step_signal;
extern uint8_t step_bits, steps_done;

/* The driver of every dungeon calls this after each phase, with the phase's number, from 1. */
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
