/* The rooms of exact mode. */
#ifndef UNDERCROFT_MYSTERY_EXACT_ROOMS_H
#define UNDERCROFT_MYSTERY_EXACT_ROOMS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/rooms.h"

#if SOME_ARE_STRICT
/* A structure is drawn for even if there can be no more. */
static void choose_features(uint8_t cell)
{
    uint8_t chosen;

    chosen = 0;
#if SOME_ROOMS_IMPERFECT
    if (ROOMS_IMPERFECT)
        chosen = IMPERFECT;
#endif
    if (draw_percent(ROOMS_STRUCTURE_CHANCE) && structures_left) {
        if (chosen == 0 || draw_percent(HALF_THRESHOLD))
            chosen = STRUCTURED;
    }
    cell_state[cell] |= chosen;
}
#endif

#endif
