/* Which chunk is needed next: looking ahead to where the player is heading. */
#ifndef UNDERCROFT_WORLD_AHEAD_H
#define UNDERCROFT_WORLD_AHEAD_H

#include "core/platform.h"
#include "constants.h"

/* Chunks are chosen from five by five around the player. */
#define AROUND 5

/* How soon a chunk is seen that is never needed, or is there already. */
#define SEEN_NEVER 255

/* ------------------------------------------------------------------ what is expected; world/heading.c sets it */

/* The direction in which the player is heading, -1, 0 or 1 each (as bytes). */
extern uint8_t heading_x, heading_y;

/* A chunk is needed so many tiles later if the player is not heading there, and so many if it is only seen when
 * the player moves both ways. A flight mostly goes on as it is, so the next chunks ahead are built before all others.
 * A way on foot turns more often. */
#define SIDEWAYS_FLYING CHUNK_SIDE
#define SIDEWAYS_WALKING 20
#define CORNER_WALKING 5
extern uint8_t sideways, corner;

/* 1 if the player flies. How many tiles the player can go to the left, to the right, up and down before the window
 * moves; when flying there are none. */
extern uint8_t is_flying, room_left, room_right, room_above, room_below;

/* 1 while all of the three by three chunks are wanted. */
extern uint8_t all_are_wanted;

/* 1 if another chunk than the one that is built may have become more urgent. */
extern uint8_t must_look;

/* ------------------------------------------------------------------ what is needed */

/* 1 if no chunk is to be built until the window moves. */
extern uint8_t has_all;

/* The slot whose chunk is needed last; the chunk that is needed first, and how soon; how soon the one is that is
 * being built. */
extern uint8_t last_slot, next_chunk, next_away, work_away;

/* Column and row of chunks, modulo 256, of the first of the five by five. */
extern uint8_t around_column, around_row;

/* Find the chunk that is needed first, and the slot for it. A chunk is being built in the slot `building`, NO_SLOT if
 * none is. */
void look_ahead(uint8_t building);

#endif
