/* Building the chunks of a world, a piece of work at a time, while the player walks on. */
#ifndef UNDERCROFT_WORLD_CHUNKS_H
#define UNDERCROFT_WORLD_CHUNKS_H

#include "core/platform.h"
#include "program.h"

#ifdef WORLDS

/* No chunk is being built. */
void chunks_begin(void);

/* Do a piece of work, if there is any, and if it can be done now: mostly a step of a generator. */
void do_work(void);

/* Build until the raster has come to its line. Returns 0 as soon as the window has its chunks, else 1.
 * `world_phases` is how many phases of a chunk are done, `mapgen_steps_done` the number of steps. */
uint8_t world_build(void);
extern uint8_t world_phases;

/* Build the chunk once more that is being built, as its memory was used for something else. */
void world_build_again(void);

#endif

#endif
