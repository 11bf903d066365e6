/* Whether a map is good enough: it has the pieces that were placed first, and enough floor. */
#ifndef UNDERCROFT_PIECES_CHECKING_H
#define UNDERCROFT_PIECES_CHECKING_H

#include "kinds/pieces/cells.h"
#include "kinds/pieces/joining.h"
#include "kinds/pieces/placing.h"

/* What a step of checking has come to. */
#define CHECKING_GOES_ON 0
#define MAP_IS_GOOD 1
#define MAP_IS_BAD 2

#if SOME_LEAST_FLOOR

/* The cell that is counted next, and the walkable tiles so far; whether counting has begun. */
WORK uint8_t counted_row, counted_column, counting_has_begun;
WORK uint16_t floor_count;

/* Count the walkable tiles of some cells of a row. */
static void count_floor(void)
{
    uint8_t left, x;
    REGISTER const uint8_t *cell;

    x = counted_column;
    cell = all_cells + ROW_CELLS[counted_row] + COLUMN_CELLS[x];
    for (left = CELLS_COUNTED; left != 0; --left) {
        if (x == COLUMNS)
            break;
        if (cell[CELL_LABEL] != DROPPED) {
#if IS_OPEN
            if (x == 0 || x == COLUMNS - 1 || counted_row == 0 || counted_row == ROWS - 1)
                floor_count += FLOORS_INSIDE[cell[CELL_PIECE]];
            else
#endif
                floor_count += FLOORS[cell[CELL_PIECE]];
        }
        cell += CELL_BYTES;
        ++x;
    }
    counted_column = x;
    if (x == COLUMNS) {
        counted_column = 0;
        ++counted_row;
    }
}

#endif

#if COMES_FIRST

/* Whether no piece that the map must have was dropped. */
static uint8_t has_pins(void)
{
    uint8_t pin;
    const uint8_t *cell;

    for (pin = 0; pin != pin_count; ++pin) {
        cell = all_cells + ROW_CELLS[pin_y[pin]] + COLUMN_CELLS[pin_x[pin]];
        if (pin_is_needed[pin] && cell[CELL_LABEL] == DROPPED && is_walkable(cell))
            return 0;
    }
    return 1;
}

#endif

/* Begin to check the map. */
static void begin_to_check(void)
{
#if SOME_LEAST_FLOOR
    counted_row = 0;
    counted_column = 0;
    counting_has_begun = 0;
    floor_count = 0;
#endif
}

/* One step of checking the map: the pieces that were placed first, then some cells. */
static uint8_t check_map(void)
{
#if SOME_LEAST_FLOOR
    if (counting_has_begun == 0) {
        counting_has_begun = 1;
#endif
#if COMES_FIRST
        if (has_pins() == 0)
            return MAP_IS_BAD;
#endif
#if SOME_LEAST_FLOOR
#if ALL_LEAST_FLOOR == 0
        if (LEAST_FLOOR == 0)
            return MAP_IS_GOOD;
#endif
        return CHECKING_GOES_ON;
    }
    if (counted_row == ROWS)
        return floor_count >= LEAST_FLOOR ? MAP_IS_GOOD : MAP_IS_BAD;
    count_floor();
    return CHECKING_GOES_ON;
#else
    return MAP_IS_GOOD;
#endif
}

#endif
