/* Finding a piece for each cell: choices that spread, repairs where they fail. */
#ifndef UNDERCROFT_PIECES_SOLVING_H
#define UNDERCROFT_PIECES_SOLVING_H

#include "core/generation.h"
#include "kinds/pieces/cells.h"
#include "kinds/pieces/choosing.h"
#include "kinds/pieces/placing.h"

/* The row of cells that is next, and the column. */
WORK uint8_t next_row, next_column;

/* How many repairs may still be made, and attempts, and how many repairs were made. */
WORK uint8_t repairs_left, attempts_left, repair_count;

#if ALL_SOLVING_ORDER_IS_ROWS == 0
/* The row from which on a cell is chosen; NO_CHOICE if it was not drawn. */
WORK uint8_t first_row;
#endif

/* The row that is chosen, if that goes row by row. */
#if SOME_SOLVING_ORDER_IS_ROWS
WORK uint8_t chosen_row;
#endif

/* Let the area be all cells, of which none waits. */
static void take_all(void)
{
#if COMES_FIRST
    begin_pins();
#endif
#if SOME_SOLVING_ORDER_IS_ROWS
    chosen_row = 0;
#endif
    area_left = 0;
    area_top = 0;
    area_right = COLUMNS - 1;
    area_bottom = ROWS - 1;
    area_is_all = 1;
    /* Where the map was checked, a flood has had the bytes of this pointer. */
    waiting_low_at = waiting_ring;
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

/* Go on behind the last cell that is reset. */
static void end_reset(void)
{
    stage = SPREAD_CHOICES;
#if COMES_FIRST
    if (pin_count) {
        next_pin = 0;
        stage = PIN_CELLS;
    }
#endif
#if SOME_SOLVING_ORDER_IS_ROWS
    narrow_from = ALL_WAIT;
    if (area_top < chosen_row)
        chosen_row = area_top;
#endif
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
#if HAS_LIMITED
        if (is_closed) {
            allowed_at = NOT_LIMITED;
            limit_options();
#if CLOSING_MATTERS
            push_cell();
#endif
        }
#endif
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
                end_reset();
            next_row = y + 1;
            return;
        }
        ++x;
    }
    next_column = x;
}

#if ALL_SOLVING_ORDER_IS_ROWS == 0

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

#endif

#if SOME_SOLVING_ORDER_IS_ROWS

/* One step of choosing an option for a cell of the row that is chosen: one that has several, but as
 * few as any. If none has, the next row begins. */
static void choose_in_row(void)
{
    uint8_t y, left;

    y = chosen_row;
    narrow_from = y + 1;
    left = WORK_SEARCHED;
    for (;;) {
        if (left < COLUMNS + ROWS + WORK_OF_ROW)
            return;
        left -= COLUMNS + ROWS + WORK_OF_ROW;
        if (least_counts[y] == NO_CHOICE) {
            stage = y == ROWS - 1 ? NAME_CELLS : BEGIN_ROW_OF_CHOICES;
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

/* Begin the next row: its cells spread what they have lost before. */
static void begin_row_of_choices(void)
{
    uint8_t left;

    ++chosen_row;
    narrow_from = chosen_row + 1;
    this_row = chosen_row;
    this_cell = all_cells + ROW_CELLS[this_row];
    for (left = COLUMNS; left != 0; --left) {
        push_cell();
        this_cell += CELL_BYTES;
    }
    stage = SPREAD_CHOICES;
}

#endif

/* Choose the next option, in the order that the spec wants. */
static void choose_in_order(void)
{
#if ALL_SOLVING_ORDER_IS_ROWS
    choose_in_row();
#elif SOME_SOLVING_ORDER_IS_ROWS
    if (SOLVING_ORDER_IS_ROWS) {
        choose_in_row();
        return;
    }
    choose();
#else
    choose();
#endif
}

/* Begin to find an option for each cell. */
static void begin_to_solve(void)
{
    least_at = least_counts;
    least_counts[ROWS] = 0;
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
#if COMES_FIRST
    if (are_placed == 0) {
        try_again();
        return;
    }
#endif
    if (repairs_left) {
        --repairs_left;
        ++repair_count;
        surround();
        return;
    }
    try_again();
}

#if COMES_FIRST

/* Go on with placing pieces when a choice has spread. */
static void go_on_placing(void)
{
#if HAS_LIMITED
    stage = CLOSE_CELLS;
    if (next_placing >= PLACINGS)
        return;
#endif
    stage = PLACE_PIECE;
}

#endif

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
#if ALL_SOLVING_ORDER_IS_ROWS == 0
            first_row = NO_CHOICE;
#endif
#if COMES_FIRST
            if (are_placed == 0) {
                go_on_placing();
                return;
            }
#endif
            stage = CHOOSE;
            choose_in_order();
        }
        return;
#if COMES_FIRST
    case PIN_CELLS:
        pin_cells();
        return;
    case PLACE_PIECE:
        place_piece();
        return;
    case LOOK_FOR_PLACE:
        if (look_for_place() == 0)
            try_again();
        return;
#if HAS_LIMITED
    case CLOSE_CELLS:
        if (closing_row != ROWS) {
            close_cells();
            return;
        }
        if (limited_cells != limited_pins) {
            try_again();
            return;
        }
        are_placed = 1;
        is_closed = 1;
#if ALL_SOLVING_ORDER_IS_ROWS == 0
        first_row = NO_CHOICE;
#endif
        stage = CHOOSE;
        choose_in_order();
        return;
#endif
#endif
#if SOME_SOLVING_ORDER_IS_ROWS
    case BEGIN_ROW_OF_CHOICES:
        begin_row_of_choices();
        return;
#endif
    default:
        choose_in_order();
    }
}

#endif
