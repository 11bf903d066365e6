/* The frames of a world: chunks are built until the next one begins. */
#ifndef UNDERCROFT_WORLD_FRAMES_H
#define UNDERCROFT_WORLD_FRAMES_H

#include "core/platform.h"
#include "program.h"

#ifdef WORLDS

/* Find out how long a frame is; none is awaited yet. */
void frames_begin(void);

/* Wait for the next frame, as wait_frame() does, and build chunks meanwhile. It may be late by a step of a
 * generator; no frame is left out unless more than one passes between two calls. */
void world_wait_frame(void);

/* Wait until the window has its chunks; until all of them are there. */
void world_wait_for_view(void);
void world_wait_for_all(void);

/* When all is ready to move the window by dx columns, the frame after the one in which it was prepared: build chunks
 * until the raster is nearly where that begins. Returns the line before which it must begin, 0 if it is the usual one.
 * When it was moved: the next frame that world_wait_frame() waits for is this one, even if it has begun by then. */
uint8_t world_begin_move(uint8_t dx);
void world_await_frame(void);

#endif

#endif
