/* Pieces that are placed before all others: fixed ones, and those of which there are at least or at
 * most so many.
 *
 * The cell of such a piece is pinned: whatever is repaired, it keeps one of the piece's options. When
 * all are placed, no other cell may have one of which there are enough. */
#ifndef UNDERCROFT_PIECES_PLACING_H
#define UNDERCROFT_PIECES_PLACING_H

#include "core/generation.h"
#include "kinds/pieces/cells.h"

#if COMES_FIRST

/* Whether the pieces that come first have their places, and whether other cells have lost those of
 * which there are enough. */
WORK uint8_t are_placed, is_closed;

/* The cells with such pieces: their columns, rows and sets, as offsets in PIN_SETS; how many there
 * are, how many of them have a limited piece, and the one that is next. */
WORK uint8_t pin_x[PINS], pin_y[PINS], pin_set[PINS];

/* Whether they may not be dropped: fixed ones, and the least number of the others. */
WORK uint8_t pin_is_needed[PINS];
WORK uint8_t pin_count, limited_pins, next_pin;

/* The placing that is next, how many cells it still gets, and how many of these it must get. */
WORK uint8_t next_placing, places_left, places_needed;

/* For places_left: it was not drawn. */
#define NOT_DRAWN 0xFF

/* The cell that is tried, how many random ones are still tried, or cells in order. */
WORK uint8_t place_x, place_y, tries_left;
WORK uint16_t cells_unseen;

/* How many cells have nothing but limited options, and the cell that is next. */
WORK uint8_t limited_cells, closing_row, closing_column;

/* Only fixed pieces have their places. */
static void begin_pins(void)
{
    uint8_t pin;

    for (pin = 0; pin != FIXED_PINS; ++pin) {
        pin_x[pin] = FIXED_X[pin];
        pin_y[pin] = FIXED_Y[pin];
        pin_set[pin] = FIXED_SET[pin];
        pin_is_needed[pin] = 1;
    }
    pin_count = FIXED_PINS;
    limited_pins = LIMITED_PINS;
#if PLACINGS == 0 && HAS_LIMITED == 0
    are_placed = 1;
#else
    are_placed = 0;
#endif
    is_closed = 0;
    limited_cells = 0;
    closing_row = 0;
    closing_column = 0;
    next_placing = 0;
    places_left = NOT_DRAWN;
}

/* One step of letting the pinned cells of the area that was reset have one of their options. */
static void pin_cells(void)
{
    uint8_t left, x, y;

    for (left = PINS_AT_ONCE; left != 0; --left) {
        if (next_pin == pin_count) {
            stage = SPREAD_CHOICES;
            return;
        }
        x = pin_x[next_pin];
        y = pin_y[next_pin];
        if (x >= area_left && x <= area_right && y >= area_top && y <= area_bottom) {
            this_cell = all_cells + ROW_CELLS[y] + COLUMN_CELLS[x];
            this_row = y;
            if (area_is_all == 0) {
                map_sides = WITH_BORDERS;
                if (x == 0)
                    map_sides |= 1;
                if (x == COLUMNS - 1)
                    map_sides |= 2;
                if (y == 0)
                    map_sides |= 4;
                if (y == ROWS - 1)
                    map_sides |= 8;
                reset_options();
            }
            allowed_at = PIN_SETS + pin_set[next_pin];
            limit_options();
            push_cell();
        }
        ++next_pin;
    }
    if (next_pin == pin_count)
        stage = SPREAD_CHOICES;
}

/* Whether one of the pieces of a placing may be in the cell at place_x and place_y, which this_cell
 * is then. */
static uint8_t is_place(void)
{
    uint8_t pin, x, y;

    x = place_x;
    y = place_y;
    this_row = y;
    this_cell = all_cells + ROW_CELLS[y] + COLUMN_CELLS[x];
    allowed_at = PIN_SETS + PLACED_SET[next_placing];
    if (has_allowed() == 0)
        return 0;
    for (pin = pin_count; pin != 0;) {
        --pin;
        if (pin_x[pin] == x && pin_y[pin] == y)
            return 0;
    }
    return 1;
}

/* Put a piece of a placing in the cell at this_cell. */
static void place_here(void)
{
    limit_options();
    push_cell();
    pin_x[pin_count] = place_x;
    pin_y[pin_count] = place_y;
    pin_set[pin_count] = PLACED_SET[next_placing];
    pin_is_needed[pin_count] = places_needed;
    ++pin_count;
    limited_pins += PLACED_IS_LIMITED[next_placing];
    --places_left;
    if (places_needed)
        --places_needed;
    tries_left = CELLS_TRIED;
    stage = SPREAD_CHOICES;
}

/* Go on behind the last piece of a placing. */
static void end_placing(void)
{
    ++next_placing;
    places_left = NOT_DRAWN;
    stage = PLACE_PIECE;
    if (next_placing >= PLACINGS) {
        stage = CHOOSE;
#if HAS_LIMITED
        stage = CLOSE_CELLS;
#else
        are_placed = 1;
#endif
    }
}

/* One step of placing a piece in a random cell: some of them are tried. */
static void place_piece(void)
{
    uint8_t left;

    if (places_left == NOT_DRAWN) {
        places_needed = PLACED_LEAST[next_placing];
        places_left = places_needed;
        left = PLACED_MORE[next_placing];
        if (left)
            places_left += random_below(left + 1);
        tries_left = CELLS_TRIED;
    }
    if (places_left == 0) {
        end_placing();
        return;
    }
    for (left = CELLS_TRIED_AT_ONCE; left != 0; --left) {
        place_x = random_below(COLUMNS);
        place_y = random_below(ROWS);
        if (is_place()) {
            place_here();
            return;
        }
        --tries_left;
        if (tries_left == 0) {
            cells_unseen = COLUMNS * ROWS;
            stage = LOOK_FOR_PLACE;
            return;
        }
    }
}

/* One step of looking for a place in all cells, from the last one that was tried on. The result is 0
 * if there is none, but one is needed. */
static uint8_t look_for_place(void)
{
    uint8_t left;

    for (left = CELLS_LOOKED_AT; left != 0; --left) {
        if (cells_unseen == 0) {
            if (places_needed)
                return 0;
            end_placing();
            return 1;
        }
        --cells_unseen;
        if (is_place()) {
            place_here();
            return 1;
        }
        ++place_x;
        if (place_x == COLUMNS) {
            place_x = 0;
            ++place_y;
            if (place_y == ROWS)
                place_y = 0;
        }
    }
    if (cells_unseen == 0) {
        if (places_needed)
            return 0;
        end_placing();
    }
    return 1;
}

#if HAS_LIMITED

/* One step of taking the options of which there are enough from all cells but the pinned ones: some
 * cells of a row. */
static void close_cells(void)
{
    uint8_t left, before, count;

    if (closing_column == 0) {
        least_of_all = LEAST_CHOICE;
        least_counts[closing_row] = LEAST_CHOICE;
        least_counts[2 * ROWS + 1 + closing_row] = NOT_KNOWN;
    }
    for (left = CELLS_CLOSED; left != 0; --left) {
        if (closing_column == COLUMNS)
            break;
        this_row = closing_row;
        this_cell = all_cells + ROW_CELLS[this_row] + COLUMN_CELLS[closing_column];
        before = this_cell[0];
        allowed_at = NOT_LIMITED;
        count = limit_options();
        if (count == 0)
            ++limited_cells;
        else if (count != before && (count == 1 || CLOSING_MATTERS)) {
            if (count != 1 || before != NO_CHOICE)
                push_cell();
        }
        ++closing_column;
    }
    if (closing_column == COLUMNS) {
        closing_column = 0;
        ++closing_row;
        stage = SPREAD_CHOICES;
    }
}

#endif

#endif

#endif
