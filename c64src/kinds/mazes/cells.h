/* The cells of a maze while the generator works with them. */
#ifndef UNDERCROFT_MAZES_CELLS_H
#define UNDERCROFT_MAZES_CELLS_H

#include "core/generation.h"

/* A pointer to none. */
#define NO_CELL ((uint8_t *)0)

#define PITCH (CELLS_SIZE + 1)

/* The column of tiles that is so far to the right of the wall at the left of a column of cells. */
#define CELL_X(tiles, column) ((uint8_t)(MAZE_LEFT + (tiles) + (column) * PITCH))

/* Row by row, with a row of others above and below, and one other cell before each row, which is
 * also behind the row above. So every cell has four neighbours. A cell is 0 until it is dug. */
static uint8_t cells[(ROWS + 2) * STRIDE];

/* The cells from which the maze may grow, and those that a flood has reached, from entry 1 on. Like
 * cell_at, an entry points at the cell above the one that is meant. */
static uint8_t *waiting[COLUMNS * ROWS + 1];

/* How many cells there are, how many are dead ends, and the loops that were made. */
static uint16_t cell_count, dead_ends, loops;

/* The row and the column that are next in a part that goes through all of them. */
static uint8_t next_row, next_column;

/* The cell, or the first one of the row, that is next; like cell_at. */
static uint8_t *next_cell;

/* The cell from which the stairs are looked for, like cell_at. */
static uint8_t *last_cell;

/* How many cells are left to look at, with those between two rows. */
static uint16_t cells_left;

/* Go on with a stage that goes through all cells. */
#define BEGIN_PASS(next) \
    next_cell = cells + 1; \
    cells_left = (ROWS - 1) * STRIDE + COLUMNS; \
    stage = (next)

/* One step of making all cells solid, and those around them such that nobody digs there: a row. */
static void clear_cells(void)
{
    uint8_t column, value;
    REGISTER uint8_t *row;

    row = next_cell;
    value = DUG;
    if (next_row != 0 && next_row != ROWS + 1)
        value = 0;
    row[0] = DUG;
    for (column = COLUMNS; column != 0; --column)
        row[column] = value;
    next_cell += STRIDE;
    ++next_row;
}

/* The tile in the middle of a cell; of two middle ones the right or lower one. */
static uint8_t tile_x, tile_y;

static void find_tile_of(const uint8_t *cell)
{
    uint16_t place;

    /* The row above the cells counts as none, as the cell above is pointed at. */
    place = (uint16_t)(cell - cells);
    tile_y = MAZE_TOP + 1 + CELLS_SIZE / 2;
    /* In a tall maze, one row after the other would take half of a step's cycles. */
    while (place >= 8 * STRIDE) {
        place -= 8 * STRIDE;
        tile_y += 8 * PITCH;
    }
    while (place >= STRIDE) {
        place -= STRIDE;
        tile_y += PITCH;
    }
    tile_x = CELL_X(1 + CELLS_SIZE / 2, (uint8_t)place - 1);
}

#endif
