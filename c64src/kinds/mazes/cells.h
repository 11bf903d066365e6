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
 * also behind the row above. So every cell has four neighbours. A cell has a bit for each side that
 * is open, and above them one for each side on which the neighbour is solid. */
#define CELL_BYTES ((ROWS + 2) * STRIDE)
#if HAS_REGIONS
/* Behind the cells are their regions, in the same order. Rooms are the first ones, from 1 on; 0 is
 * none. */
WORK uint8_t cells[2 * CELL_BYTES];
#define REGION_OF(cell) ((cell) + CELL_BYTES)
#if SOME_HAS_BLOCKS
WORK uint8_t own_rooms;
#define IS_OF_ROOM(region) ((uint8_t)((region) - 1) < own_rooms)
#endif
#else
WORK uint8_t cells[CELL_BYTES];
#endif

/* The cells from which the maze may grow, and those that a flood has reached or will go on from.
 * Like cell_at, an entry points at the cell above the one that is meant. */
WORK uint8_t *waiting[COLUMNS * ROWS + 1];

/* How many cells there are, how many are dead ends, and the loops that were made. */
WORK uint16_t cell_count, dead_ends, loops;

/* The row and the column that are next in a part that goes through all of them. */
WORK uint8_t next_row, next_column;

/* The cell, or the first one of the row, that is next; like cell_at. */
WORK uint8_t *next_cell;

/* The cell from which the stairs are looked for, like cell_at. */
WORK uint8_t *last_cell;

/* How many cells are left to look at, with those between two rows. */
WORK uint16_t cells_left;

/* Go on with a stage that goes through all cells. */
#define BEGIN_PASS(next) \
    next_cell = cells + 1; \
    cells_left = (ROWS - 1) * STRIDE + COLUMNS; \
    stage = (next)

/* The bit of a cell that says that its neighbour on a side is solid. */
#define SOLID(side_bit) ((uint8_t)((side_bit) << 4))
#define LEFT_BIT 1
#define RIGHT_BIT 2
#define UP_BIT 4
#define DOWN_BIT 8

/* Clear a bit of a cell. */
#define CLEAR_BIT(cell, bit) (cell) &= (uint8_t)~(bit)

/* One step of making all cells solid: a row. Those around them are not, so nobody digs there. */
static void clear_cells(void)
{
#if GROWS
    uint8_t sides;
#endif
#if HAS_REGIONS
    uint8_t column, region;
    REGISTER uint8_t *row;

    region = 0;
    if (next_row == 0 || next_row == ROWS + 1)
        region = OUTSIDE;
    row = REGION_OF(cell_at);
    for (column = COLUMNS; column != 0; --column)
        row[column] = region;
    row[0] = OUTSIDE;
#endif
#if !GROWS
    cell_sides = 0;
    clear_row();
#else
    sides = SOLID(SIDES);
    if (next_row == 0 || next_row == ROWS + 1)
        sides = 0;
    if (next_row == 1)
        CLEAR_BIT(sides, SOLID(UP_BIT));
    if (next_row == ROWS)
        CLEAR_BIT(sides, SOLID(DOWN_BIT));
    cell_sides = sides;
    clear_row();
    CLEAR_BIT(cell_at[1], SOLID(LEFT_BIT));
    CLEAR_BIT(cell_at[COLUMNS], SOLID(RIGHT_BIT));
#endif
    cell_at += STRIDE;
    ++next_row;
}

#if SOME_HAS_BLOCKS || DIVIDES
/* A pointer to the first cell of a row, like cell_at. At most 25 additions. */
static uint8_t *find_cell_row(uint8_t row)
{
    REGISTER uint8_t *cell;
    uint8_t left;

    cell = cells + 1;
    for (left = row; left >= 8; left -= 8)
        cell += 8 * STRIDE;
    for (; left != 0; --left)
        cell += STRIDE;
    return cell;
}
#endif

/* The tile in the middle of a cell; of two middle ones the right or lower one. */
WORK uint8_t tile_x, tile_y;

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
