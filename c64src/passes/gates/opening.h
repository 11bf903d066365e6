/* The pass `gates`: finds the gates of a chunk, and opens the tile inside each of them. */
#ifndef UNDERCROFT_GATES_OPENING_H
#define UNDERCROFT_GATES_OPENING_H

#include "core/edges.h"
#include "core/generation.h"

/* One step of finding the gates and opening the tile inside each: a side takes two. */
static void open_gates(void)
{
    if (stage & 1)
        open_side(stage >> 1, 1);
    else
        find_gates(stage >> 1);
    ++stage;
    if (stage == 2 * CHUNK_EDGES)
        stage = PHASE_DONE;
}

#endif
