/* The growing tree: from one cell, digging from cell to cell until all of them are dug. */
#ifndef UNDERCROFT_MAZES_GROWING_H
#define UNDERCROFT_MAZES_GROWING_H

#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"

#if SOME_DEAD_ENDS_LOOP_CHANCE
/* One of a set of sides, which must not be empty, by the weights of the directions; no draw if there
 * is only one. */
static uint8_t draw_side(uint8_t sides)
{
    uint8_t set;

    set = sides;
    if (SECOND_FROM[set] == 0)
        return FIRST_SIDE[set];
    random_draw();
    if (random_high < SECOND_FROM[set])
        return FIRST_SIDE[set];
    if (THIRD_FROM[set] == 0 || random_high < THIRD_FROM[set])
        return SECOND_SIDE[set];
    if (FOURTH_FROM[set] == 0 || random_high < FOURTH_FROM[set])
        return THIRD_SIDE[set];
    return 3;
}
#endif

#if GROWS

/* Begin with the cell of cell_at. */
static void begin_growth_at(void)
{
    CLEAR_BIT(cell_at[STRIDE - 1], SOLID(RIGHT_BIT));
    CLEAR_BIT(cell_at[STRIDE + 1], SOLID(LEFT_BIT));
    CLEAR_BIT(cell_at[0], SOLID(DOWN_BIT));
    CLEAR_BIT(cell_at[2 * STRIDE], SOLID(UP_BIT));
    waiting[0] = NO_CELL;
    newest_at = (uint8_t *)waiting;
    newest_place = sizeof(uint8_t *);
    farthest_at = (uint8_t *)waiting;
#if !ALL_GROWS_FROM_NEWEST
    newest_cell = cell_at;
    entry_at = (uint8_t *)waiting;
#endif
}

#if !ALL_HAS_OWN_ROOMS
/* Begin with a random cell. */
static void begin_growth(void)
{
    uint8_t y;

    cell_at = cells + 1;
    cell_at += random_below(COLUMNS);
    for (y = random_below(ROWS); y != 0; --y)
        cell_at += STRIDE;
    begin_growth_at();
}
#endif

/* One step of growing until no cell waits: a few cells.
 *
 * If the waiting cells are always the way from the first cell to the newest, and nothing is changed
 * later, the up stairs will be where there were most. */
static void grow(void)
{
    work_left = GROWN_AT_ONCE;
    if (grow_on() == 0) {
        BEGIN_PASS(AFTER_GROWTH);
#if SOME_KNOWS_DEEPEST
        if (KNOWS_DEEPEST) {
            last_cell = deepest_cell;
            find_tile_of(last_cell);
            SUMMARY->up_x = tile_x;
            SUMMARY->up_y = tile_y;
        }
#endif
    }
    random_draws += counted;
}

#endif

#endif
