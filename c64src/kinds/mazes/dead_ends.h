/* What becomes of dead ends: cells that are open on one side. */
#ifndef UNDERCROFT_MAZES_DEAD_ENDS_H
#define UNDERCROFT_MAZES_DEAD_ENDS_H

#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"
#include "kinds/mazes/growing.h"

#if SOME_DEAD_ENDS_LOOP_CHANCE

/* Open one more side of a dead end, to a random neighbour; this makes a loop. A dead end at the end
 * of a single row of cells has no other neighbour. */
static void open_dead_end(void)
{
    uint8_t closed, side;
    REGISTER uint8_t *cell;

    cell = cell_at;
    closed = 0;
    if (cell[STRIDE - 1] & SIDES)
        closed = LEFT_BIT;
    if (cell[STRIDE + 1] & SIDES)
        closed |= RIGHT_BIT;
    if (cell[0] & SIDES)
        closed |= UP_BIT;
    if (cell[2 * STRIDE] & SIDES)
        closed |= DOWN_BIT;
    closed &= (uint8_t)~cell[STRIDE];
    if (closed == 0)
        return;
    side = draw_side(closed);
    cell[STRIDE] |= SIDE_BIT[side];
    cell[SIDE_OFFSET[side]] |= BACK_BIT[side];
    ++loops;
    MAZES_FIGURES_SET_LOOPS(FIGURES, loops);
}

/* One step of opening dead ends by chance, in the order of the cells: a few cells. */
static void open_dead_ends(void)
{
    uint8_t left;

    left = CELLS_AT_ONCE;
    if (cells_left < CELLS_AT_ONCE)
        left = (uint8_t)cells_left;
    cells_left -= left;
    cell_at = next_cell;
    next_cell += left;
    for (; left != 0; --left) {
        if (IS_DEAD_END[cell_at[STRIDE] & SIDES] && random_chance(DEAD_ENDS_LOOP_CHANCE))
            open_dead_end();
        ++cell_at;
    }
    if (cells_left == 0) {
        BEGIN_PASS(AFTER_LOOPS);
    }
}

#endif
#if SOME_DEAD_ENDS_REMOVAL_CHANCE

/* The dead end that is filled next, like cell_at; NO_CELL if none. */
WORK uint8_t *removed;

/* One step of marking the cells at which the removal of a dead end stops: a few cells. */
static void mark_junctions(void)
{
    uint8_t left;

    for (left = CELLS_AT_ONCE; left != 0; --left) {
        if (THIRD_FROM[next_cell[STRIDE] & SIDES])
            next_cell[STRIDE] |= JUNCTION;
        ++next_cell;
        --cells_left;
        if (cells_left == 0) {
            removed = NO_CELL;
            BEGIN_PASS(REMOVE_DEAD_ENDS);
            return;
        }
    }
}

/* Fill a dead end; then fill what was behind it if that is now a dead end. Two cells are left in
 * any case, one for each of the stairs. */
static void remove_cell(void)
{
    uint8_t side;
    REGISTER uint8_t *cell;

    cell = removed;
    side = FIRST_SIDE[cell[STRIDE] & SIDES];
    cell[STRIDE] = 0;
    cell += SIDE_OFFSET[side];
    cell -= STRIDE;
    cell[STRIDE] &= (uint8_t)~BACK_BIT[side];
    --cell_count;
    MAZES_FIGURES_SET_CELLS(FIGURES, cell_count);
    removed = NO_CELL;
    if (IS_DEAD_END[cell[STRIDE] & SIDES] && (cell[STRIDE] & JUNCTION) == 0 && cell_count > 2)
        removed = cell;
}

/* One step of filling dead ends by chance, in the order of the cells, each back to its junction: a
 * few cells. A junction of which two passages are filled may become a dead end itself, and stays. */
static void remove_dead_ends(void)
{
    uint8_t left, sides;

    for (left = CELLS_AT_ONCE; left != 0; --left) {
        if (removed != NO_CELL)
            remove_cell();
        else {
            sides = next_cell[STRIDE];
            if (IS_DEAD_END[sides & SIDES] && (sides & JUNCTION) == 0 && cell_count > 2
                && random_chance(DEAD_ENDS_REMOVAL_CHANCE))
                removed = next_cell;
            ++next_cell;
            --cells_left;
        }
        if (cells_left == 0 && removed == NO_CELL) {
            BEGIN_PASS(DRAW_WALLS);
            return;
        }
    }
}

#endif

#endif
