/* Finding a piece for each cell: choices that spread, repairs where they fail. */
#ifndef UNDERCROFT_PIECES_SOLVING_H
#define UNDERCROFT_PIECES_SOLVING_H

#include "core/generation.h"
#include "kinds/pieces/cells.h"
#include "kinds/pieces/choosing.h"

/* What `stage` says: what is done next. */
#define RESET_CELLS 1
#define SPREAD_CHOICES 2
#define CHOOSE 3
#define NAME_CELLS 4
#define BEGIN_CELLS 7

/* The cells that are reset next: the first and the last column, the first and the last row, and
 * whether that is all of them. */
WORK uint8_t area_left, area_right, area_top, area_bottom, area_is_all;

/* The row of cells that is next, and the column. */
WORK uint8_t next_row, next_column;

/* How many repairs may still be made, and attempts, and how many repairs were made. */
WORK uint8_t repairs_left, attempts_left, repair_count;

/* The row from which on a cell is chosen; NO_CHOICE if it was not drawn. */
WORK uint8_t first_row;

/* Let the area be all cells, of which none waits. */
static void take_all(void)
{
    area_left = 0;
    area_top = 0;
    area_right = COLUMNS - 1;
    area_bottom = ROWS - 1;
    area_is_all = 1;
    first_waiting = 0;
    last_waiting = 0;
    is_crowded = 0;
    repairs_left = SOLVING_REPAIRS;
    next_row = 0;
    stage = BEGIN_CELLS;
}

/* Let the area be what is around the failed cell, as far as the map goes. */
static void surround(void)
{
    uint8_t x, y;
    REGISTER uint8_t *cell;

    y = failed_row;
    cell = all_cells + ROW_CELLS[y];
    for (x = 0; cell != failed_cell; ++x)
        cell += CELL_BYTES;
    area_left = 0;
    if (x > SOLVING_RADIUS)
        area_left = x - SOLVING_RADIUS;
    area_top = 0;
    if (y > SOLVING_RADIUS)
        area_top = y - SOLVING_RADIUS;
    area_right = COLUMNS - 1;
    if (COLUMNS - 1 - x > SOLVING_RADIUS)
        area_right = x + SOLVING_RADIUS;
    area_bottom = ROWS - 1;
    if (ROWS - 1 - y > SOLVING_RADIUS)
        area_bottom = y + SOLVING_RADIUS;
    area_is_all = 0;
    next_row = area_top;
    next_column = area_left;
    stage = RESET_CELLS;
}

/* Reset some cells of the area in the next row, from the next column on. The cells around the area
 * have to spread again. */
static void reset_cells(void)
{
    uint8_t x, y, left, sides;
    uint8_t *cell;

    x = next_column;
    y = next_row;
    sides = 0;
    if (area_is_all == 0)
        sides = WITH_BORDERS;
    if (y == 0)
        sides |= 4;
    if (y == ROWS - 1)
        sides |= 8;
    cell = all_cells + ROW_CELLS[y] + COLUMN_CELLS[x];
    this_row = y;
    if (x == area_left) {
        least_of_all = LEAST_CHOICE;
        least_counts[y] = LEAST_CHOICE;
        least_counts[2 * ROWS + 1 + y] = NOT_KNOWN;
        if (area_is_all == 0) {
            this_cell = cell - CELL_BYTES;
            push_cell();
        }
    }
    for (left = CELLS_RESET; left != 0; --left) {
        this_cell = cell;
        reset_cell(x, sides);
        if (area_is_all == 0) {
            if (y == area_top) {
                this_cell = cell - ROW_OF_CELLS;
                this_row = y - 1;
                push_cell();
                this_row = y;
            }
            if (y == area_bottom) {
                this_cell = cell + ROW_OF_CELLS;
                this_row = y + 1;
                push_cell();
                this_row = y;
            }
        }
        cell += CELL_BYTES;
        if (x == area_right) {
            if (area_is_all == 0) {
                this_cell = cell;
                push_cell();
            }
            next_column = area_left;
            if (y == area_bottom)
                stage = SPREAD_CHOICES;
            next_row = y + 1;
            return;
        }
        ++x;
    }
    next_column = x;
}

/* One step of choosing an option for a cell that has several, one of the fewest: some rows.
 *
 * Of several rows that have such a cell it is the first one from a random row on. If none has
 * several, all have a piece. */
static void choose(void)
{
    uint8_t y, left;

    if (first_row == NO_CHOICE)
        first_row = random_below(ROWS);
    left = WORK_SEARCHED;
    for (;;) {
        if (left < COLUMNS + ROWS + WORK_OF_ROW)
            return;
        left -= COLUMNS + ROWS + WORK_OF_ROW;
        row_from = first_row;
        y = find_cell_row();
        if (y == NO_CHOICE) {
            stage = NAME_CELLS;
            return;
        }
        row_searched = y;
        this_cell = all_cells + ROW_CELLS[y];
        if (find_cell()) {
            choose_option(y);
            stage = SPREAD_CHOICES;
            return;
        }
    }
}

/* Begin to find an option for each cell. */
static void begin_to_solve(void)
{
    least_at = least_counts;
    least_counts[ROWS] = 0;
    waiting_low_at = waiting_ring;
    waiting_high_at = waiting_ring + 256;
    waiting_row_at = waiting_ring + 512;
    repair_count = 0;
    attempts_left = SOLVING_ATTEMPTS;
    take_all();
}

/* Go on after an attempt has failed: with another one, or with the fallback. */
static void try_again(void)
{
    --attempts_left;
    stage = NAME_CELLS;
    if (attempts_left)
        take_all();
}

/* Go on after no option was left for the cell at beside_at: with a repair, if any is left. */
static void repair(void)
{
    failed_cell = beside_at;
    failed_row = beside_row;
    push_cell();
    if (repairs_left) {
        --repairs_left;
        ++repair_count;
        surround();
        return;
    }
    try_again();
}

/* One step of finding an option for each cell: it begins a row of cells, resets some, spreads some
 * choices or makes one. */
static void solve(void)
{
    uint8_t result;

    switch (stage) {
    case BEGIN_CELLS:
        new_waits = OUTSIDE;
        if (next_row == 0)
            this_cell = all_cells;
        else if (next_row == ROWS + 1)
            this_cell = all_cells + ROW_CELLS[ROWS - 1] + ROW_OF_CELLS;
        else {
            this_cell = all_cells + ROW_CELLS[next_row - 1];
            new_waits = 0;
        }
        begin_cells();
        ++next_row;
        if (next_row == ROWS + 2) {
            next_row = 0;
            next_column = 0;
            stage = RESET_CELLS;
        }
        return;
    case RESET_CELLS:
        reset_cells();
        return;
    case SPREAD_CHOICES:
        units_left = WORK_AT_ONCE;
        result = spread();
        if (result == CONTRADICTS)
            repair();
        else if (result == CROWDED)
            try_again();
        else if (result == IS_DONE) {
            first_row = NO_CHOICE;
            stage = CHOOSE;
            choose();
        }
        return;
    default:
        choose();
    }
}

#endif
