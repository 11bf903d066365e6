/* Drawing the cells on the map. */
#ifndef UNDERCROFT_MAZES_DRAWING_H
#define UNDERCROFT_MAZES_DRAWING_H

#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"

/* The uppermost row of tiles of the next row of cells. */
WORK uint8_t next_top;

/* How many cells of a row the next step draws; `most` at most. */
#define CELLS_TO_DRAW(most) \
    ((uint8_t)(COLUMNS - next_column) < (most) ? (uint8_t)(COLUMNS - next_column) : (most))

/* Whether dig_fours digs: cells of a tile each, in rows of whole groups of tiles. */
#define FOURS_ARE_DUG (CELLS_SIZE == 1 && TILE_BITS == 3 && ROWS_ARE_ALIGNED)
/* Whether wall_rows draws walls: without gaps, a row at once. */
#define ROWS_ARE_WALLED \
    (FOURS_ARE_DUG && !SOME_DEAD_ENDS_REMOVAL_CHANCE && COLUMNS <= WALLED_AT_ONCE)

#if !ROWS_ARE_WALLED
#include "core/fill_rectangle.h"
#endif

#if SOME_DEAD_ENDS_REMOVAL_CHANCE

/* Draw walls where a few of a row's cells and their walls will be, from one run of cells without
 * gaps to the next. */
static void draw_walls(void)
{
    uint8_t count, left;
    REGISTER uint8_t *cell;

    count = CELLS_TO_DRAW(WALLED_AT_ONCE);
    cell = next_cell + next_column;
    left = CELL_X(0, next_column);
    next_column += count;
    while (count != 0) {
        if ((cell[STRIDE] & SIDES) == 0) {
            ++cell;
            --count;
            left += PITCH;
        } else {
            rectangle_left = left;
            while (count != 0 && (cell[STRIDE] & SIDES) != 0) {
                ++cell;
                --count;
                left += PITCH;
            }
#if !ALL_KNOWS_DEEPEST
            if (!KNOWS_DEEPEST)
                last_cell = cell - 1;
#endif
            rectangle_right = left;
            rectangle_top = next_top;
            rectangle_bottom = next_top + PITCH;
            fill_rectangle(TILE_WALL);
        }
    }
}

#elif ROWS_ARE_WALLED

/* Draw walls where a row's cells and their walls will be. Those above the cells are there, from the
 * row above. */
static void draw_walls(void)
{
    if (next_row == 0) {
        dug_upper_row = row_start[0];
        dug_map_row = row_start[0];
        wall_rows();
    }
    dug_upper_row = row_start[next_top + 1];
    dug_map_row = row_start[next_top + 2];
    wall_rows();
#if !ALL_KNOWS_DEEPEST
    if (!KNOWS_DEEPEST)
        last_cell = next_cell + (COLUMNS - 1);
#endif
    next_column = COLUMNS;
}

#else

/* Draw walls where a few of a row's cells and their walls will be. */
static void draw_walls(void)
{
    uint8_t count;

    count = CELLS_TO_DRAW(WALLED_AT_ONCE);
    rectangle_left = CELL_X(0, next_column);
    next_column += count;
#if !ALL_KNOWS_DEEPEST
    if (!KNOWS_DEEPEST)
        last_cell = next_cell + (COLUMNS - 1);
#endif
    rectangle_right = CELL_X(0, next_column);
    rectangle_top = next_top;
    /* The walls below the row above are there. */
    if (next_row != 0)
        ++rectangle_top;
    rectangle_bottom = next_top + PITCH;
    fill_rectangle(TILE_WALL);
}

#endif

#if FOURS_ARE_DUG

/* Draw the floor of a few cells of a row, with the passages to the left and up; and count dead
 * ends. */
static void draw_floor(void)
{
    uint8_t count;

    count = CELLS_TO_DRAW(DRAWN_AT_ONCE);
    cell_at = next_cell;
    dug_upper_row = row_start[next_top];
    dug_map_row = row_start[next_top + 1];
    dug_from = TILE_FIRST_BYTE(CELL_X(0, next_column));
    work_left = (uint8_t)(count + 1) >> 2;
    dig_fours();
    next_column += count;
    next_cell += count;
    dead_ends += counted;
    MAZES_FIGURES_SET_DEAD_ENDS(FIGURES, dead_ends);
}

#else

/* Draw the floor of a few cells of a row, with the passages to the left and up; and count dead
 * ends. */
static void draw_floor(void)
{
    uint8_t count, left, y;

    count = CELLS_TO_DRAW(DRAWN_AT_ONCE);
    left = CELL_X(0, next_column);
    next_column += count;
    cell_at = next_cell;
    next_cell += count;
    dug_end = STRIDE + count;
#if SOME_DEAD_ENDS_REMOVAL_CHANCE
    /* Where all of them were filled, nothing is dug. */
    y = STRIDE;
    while ((cell_at[y] & SIDES) == 0) {
        ++y;
        if (y == dug_end)
            return;
    }
#endif
    y = next_top;
    dug_map_row = row_start[y];
    dig_place = left + ROW_SKEW(y);
    upper_row = 16;
    dig_row();
    upper_row = 0;
    dead_ends += counted;
    MAZES_FIGURES_SET_DEAD_ENDS(FIGURES, dead_ends);
#if ROWS_ARE_ALIGNED
    ++y;
    dug_map_row = row_start[y];
    dig_place = left;
    dig_row();
#if CELLS_SIZE != 1
    /* The other rows of the cells are the same. */
    fill_pattern = dug_map_row;
    fill_row = row_start[y + 1];
    fill_first = TILE_FIRST_BYTE(left);
    fill_last = TILE_LAST_BYTE(CELL_X(0, next_column));
    fill_first_mask = 0xFF;
    fill_last_mask = 0xFF;
    fill_count = CELLS_SIZE - 1;
    fill_stride = ROW_BYTES;
    fill_rows();
#endif
#else
    while (y != next_top + CELLS_SIZE) {
        ++y;
        dug_map_row = row_start[y];
        dig_place = left + ROW_SKEW(y);
        dig_row();
    }
#endif
}

#endif

/* One step of drawing all cells, row by row: the walls of a row, or the floor of a few cells. */
static void draw_cells(void)
{
    if (stage == DRAW_WALLS) {
        draw_walls();
        if (next_column == COLUMNS) {
            next_column = 0;
            stage = DRAW_FLOOR;
        }
        return;
    }
    draw_floor();
    if (next_column == COLUMNS) {
        next_column = 0;
        /* Over the cell between two rows. */
        ++next_cell;
        next_top += PITCH;
        ++next_row;
        stage = DRAW_WALLS;
        if (next_row == ROWS)
            stage = AFTER_DRAWING;
    }
}

#endif
