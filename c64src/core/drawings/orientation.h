/* One of the orientations of a drawing. With filling.h the twin of pygen/engine/drawings/filling.py. */
#ifndef UNDERCROFT_DRAWINGS_ORIENTATION_H
#define UNDERCROFT_DRAWINGS_ORIENTATION_H

#include "core/drawings/filling.h"
#include "core/generation.h"

/* One of the orientations that the drawing may have. */
static uint8_t choose_orientation(void)
{
    uint8_t value;

    if (drawing_turns == 0)
        return 0;
    if (drawing_turns == DRAWING_MIRRORED) {
        value = random_below(2);
        return (uint8_t)(value << 1);
    }
    if (drawing_turns != DRAWING_TURNED)
        return random_below(8);
    value = random_below(4);
    if (value == TURN_SIDES || value == FLIP_COLUMNS)
        value |= FLIP_ROWS;
    return value;
}

#endif
