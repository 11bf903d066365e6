/* The cells of the map, what each of them can still be, and how a choice spreads.
 *
 * A cell is a record of CELL_BYTES bytes:
 *
 *   first byte     how many options it has; NO_CHOICE if it is one
 *   CELL_OPTIONS   OPTION_BYTES bytes: its options, a bit for each
 *   CELL_WAITS     whether it waits; OUTSIDE if it is outside the map
 *
 * and if HAS_BORDERS, ACROSS_BYTES for the edges that are possible at its left border, and
 * DOWN_BYTES for those at its top one. In the end it is another record:
 *
 *   CELL_PIECE     its piece, or NO_PIECE
 *   CELL_LABEL     its label
 *   CELL_NEXT      two bytes: where the cell is that waits behind it
 *
 * There is a column more than the map has, behind its right end, and a row above and one below. */
#ifndef UNDERCROFT_PIECES_CELLS_H
#define UNDERCROFT_PIECES_CELLS_H

#include "zeropage.h"

#define CELL_OPTIONS 1
#define CELL_WAITS (1 + OPTION_BYTES)

#define CELL_PIECE 0
#define CELL_LABEL 1
#define CELL_NEXT 2

#define ROW_OF_CELLS (CELL_BYTES * (COLUMNS + 1))

/* CELL_WAITS of a cell outside the map. */
#define OUTSIDE 0xFF

/* For the cell of a row's least count: none is known. */
#define NOT_KNOWN 0xFF

/* All cells, row by row. */
WORK uint8_t all_cells[(uint16_t)ROW_OF_CELLS * (ROWS + 2)];

/* For each row the fewest options of its cells that have several, or fewer than that, and a 0
 * behind them; then for each row the lower byte of the address of a cell that had so many, and the
 * upper byte or NOT_KNOWN. */
WORK uint8_t least_counts[1 + 3 * ROWS];

/* The cells that wait: lower bytes, upper bytes and rows. */
WORK uint8_t waiting_ring[3 * 256];

/* The cell that had no option left, and its row. */
WORK uint8_t *failed_cell;
WORK uint8_t failed_row;

/* What `stage` says: what is done next. The phase has more. */
#define RESET_CELLS 1
#define SPREAD_CHOICES 2
#define CHOOSE 3
#define NAME_CELLS 4
#define BEGIN_CELLS 7
#define PIN_CELLS 8
#define PLACE_PIECE 9
#define LOOK_FOR_PLACE 10
#define CLOSE_CELLS 11
#define BEGIN_ROW_OF_CHOICES 12

/* The cells that are reset next: the first and the last column, the first and the last row, and
 * whether that is all of them. */
WORK uint8_t area_left, area_right, area_top, area_bottom, area_is_all;

/* In a set of sides: that the borders at the right and at the bottom are reset, too. */
#define WITH_BORDERS 16

/* Let the cell at this_cell, in column x, be anything that its place in the map allows, with any
 * edges around it. At a side of the map it has to spread; `sides` are those of its row.
 *
 * If all cells are reset, each does the borders at its left and its top, and none has to spread if
 * nothing comes of it. */
INLINE void reset_cell(uint8_t x, uint8_t sides)
{
    if (x == 0)
        sides |= 1;
    if (x == COLUMNS - 1)
        sides |= 2;
    map_sides = sides;
    reset_options();
    if ((sides & 15) && (SIDES_MATTER || (sides & WITH_BORDERS)))
        push_cell();
}

#endif
