/* Drawing the cells on the map. */
#ifndef UNDERCROFT_MAZES_DRAWING_H
#define UNDERCROFT_MAZES_DRAWING_H

#include "core/fill_rectangle.h"
#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"

/* The uppermost row of tiles of the next row of cells. */
static uint8_t next_top;

/* How many cells of a row the next step draws; `most` at most. */
#define CELLS_TO_DRAW(most) \
    ((uint8_t)(COLUMNS - next_column) < (most) ? (uint8_t)(COLUMNS - next_column) : (most))

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
    rectangle_bottom = next_top + PITCH;
    fill_rectangle(TILE_WALL);
}

#endif

#if CELLS_SIZE == 1

/* Draw the floor of a few cells of a row, with the passages to the left and up; and count dead
 * ends. */
static void draw_floor(void)
{
    uint8_t count, left;

    count = CELLS_TO_DRAW(DRAWN_AT_ONCE);
    left = MAZE_LEFT + next_column * 2;
    next_column += count;
    dug_pattern = floor_row;
    cell_at = next_cell;
    dug_map_row = row_start[next_top];
    dig_place = left + 1 + ROW_SKEW(next_top);
    work_left = count;
    dig_passages();
    cell_at = next_cell;
    dug_map_row = row_start[next_top + 1];
    dig_place = left + ROW_SKEW(next_top + 1);
    work_left = count;
    dig_cells();
    next_cell += count;
    dead_ends += counted;
    MAZES_FIGURES_SET_DEAD_ENDS(FIGURES, dead_ends);
}

#else

/* Draw the floor of a few cells of a row, with the passages to the left and up; and count dead
 * ends. */
static void draw_floor(void)
{
    uint8_t count, left, sides;
    REGISTER uint8_t *cell;

    cell = next_cell;
    count = CELLS_TO_DRAW(DRAWN_AT_ONCE);
    left = CELL_X(1, next_column);
    next_column += count;
    for (; count != 0; --count) {
        sides = cell[STRIDE];
        ++cell;
        if (sides & SIDES) {
            if (IS_DEAD_END[sides & SIDES])
                ++dead_ends;
            rectangle_left = left;
            if (sides & 1)
                --rectangle_left;
            rectangle_top = next_top + 1;
            rectangle_right = left + CELLS_SIZE - 1;
            rectangle_bottom = next_top + CELLS_SIZE;
            fill_rectangle(TILE_FLOOR);
            if (sides & 4) {
                rectangle_left = left;
                rectangle_top = next_top;
                rectangle_bottom = next_top;
                fill_rectangle(TILE_FLOOR);
            }
        }
        left += PITCH;
    }
    next_cell = cell;
    MAZES_FIGURES_SET_DEAD_ENDS(FIGURES, dead_ends);
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
            stage = PHASE_DONE;
    }
}

#endif
