/* Sidewinder: row by row, runs of cells, each with one passage up. */
#ifndef UNDERCROFT_MAZES_SIDEWINDER_H
#define UNDERCROFT_MAZES_SIDEWINDER_H

#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"

/* The columns of the run's cells that have a cell above, and how many they are. */
WORK uint8_t run_columns[COLUMNS];
WORK uint8_t run_count;

static void begin_winding(void)
{
    next_cell = cells + 1;
    run_count = 0;
}

/* End the run: open one of its cells to above. */
static void end_run(void)
{
    REGISTER uint8_t *cell;

    cell = next_cell - next_column;
    cell += run_columns[random_below(run_count)];
    cell[STRIDE] |= UP_BIT;
    cell[0] |= DOWN_BIT;
    run_count = 0;
}

/* Take the next cell. Those of rooms count as none. */
static void wind_cell(void)
{
    uint8_t goes_on;
    REGISTER uint8_t *cell;

    cell = REGION_OF(next_cell);
    if (cell[STRIDE] != 0)
        return;
    if (cell[0] == 0) {
        run_columns[run_count] = next_column;
        ++run_count;
    }
    goes_on = 0;
    if (cell[STRIDE + 1] == 0) {
        goes_on = 1;
        if (run_count != 0)
            goes_on = random_chance(RUN_THRESHOLD);
    }
    if (goes_on) {
        cell = next_cell;
        cell[STRIDE] |= RIGHT_BIT;
        cell[STRIDE + 1] |= LEFT_BIT;
    } else if (run_count != 0)
        end_run();
}

/* One step of building the maze: a few cells. */
static void wind(void)
{
    uint8_t left;

    for (left = WOUND_AT_ONCE; left != 0; --left) {
        wind_cell();
        ++next_cell;
        ++next_column;
        if (next_column == COLUMNS) {
            next_column = 0;
            ++next_cell;
            ++next_row;
            if (next_row == ROWS) {
                next_row = 0;
                BEGIN_PASS(AFTER_BUILDING);
                return;
            }
        }
    }
}

#endif
