/* Choosing what a cell is: one of those with the fewest options, by weight. */
#ifndef UNDERCROFT_PIECES_CHOOSING_H
#define UNDERCROFT_PIECES_CHOOSING_H

#include "core/generation.h"

/* Choose one of the options of the cell at this_cell, in row y, by weight. */
static void choose_option(uint8_t y)
{
    this_row = y;
    weight_left = random_below(weigh_options());
    pick_option();
    push_cell();
}

#endif
