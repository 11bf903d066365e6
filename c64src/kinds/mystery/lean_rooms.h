/* The rooms of lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_ROOMS_H
#define UNDERCROFT_MYSTERY_LEAN_ROOMS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/rooms.h"

#if SOME_ARE_STRICT
static void choose_features(uint8_t cell)
{
#if SOME_ROOMS_STRUCTURES || SOME_ROOMS_IMPERFECT
    uint8_t chosen;

    chosen = 0;
#if SOME_ROOMS_IMPERFECT
    if (ROOMS_IMPERFECT)
        chosen = IMPERFECT;
#endif
#if SOME_ROOMS_STRUCTURES
    if (structures_left && draw_percent(ROOMS_STRUCTURE_CHANCE)) {
        if (chosen == 0 || draw_percent(HALF_THRESHOLD))
            chosen = STRUCTURED;
    }
#endif
    cell_state[cell] |= chosen;
#else
    (void)cell;
#endif
}
#endif

#endif
