/* The cells of a floor: how many there are, where they lie, and which of them are rooms. */
#ifndef UNDERCROFT_MYSTERY_CELLS_H
#define UNDERCROFT_MYSTERY_CELLS_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* The chance that a cell becomes a room then. */
#define ROOM_THRESHOLD CHANCE(60, 39321u)

#define HALF_THRESHOLD CHANCE(50, 32767)

#if SOME_HAVE_CELLS

#if !ALL_FIXED_ACROSS
/* Choose how many columns and rows there are, by the layout. */
static void choose_counts(void);
#endif

/* Choose how many columns and rows of cells there are, and find the lines between them. */
static void choose_grid(void)
{
#if !ALL_FIXED_ACROSS
    uint8_t at, line, side;
#endif

#if SOME_HAVE_LINES
    if (FIXED_ACROSS) {
        across = FIXED_ACROSS;
        down = FIXED_DOWN;
        lines_x[0] = LINE_X0;
        lines_x[1] = LINE_X1;
        lines_x[2] = LINE_X2;
        lines_x[3] = LINE_X3;
        lines_x[4] = LINE_X4;
        lines_x[5] = LINE_X5;
        lines_x[6] = LINE_X6;
        lines_y[0] = LINE_Y0;
        lines_y[1] = LINE_Y1;
        lines_y[2] = LINE_Y2;
        lines_y[3] = LINE_Y3;
        lines_y[4] = LINE_Y4;
    }
#endif
#if !ALL_FIXED_ACROSS
    if (!FIXED_ACROSS) {
        choose_counts();
        side = EVEN_WIDTHS[across];
        line = 0;
        for (at = 0; at <= across; ++at) {
            lines_x[at] = line;
            line += side;
        }
        side = EVEN_HEIGHTS[down];
        line = 0;
        for (at = 0; at <= down; ++at) {
            lines_y[at] = line;
            line += side;
        }
    }
#endif
}

/* Begin with cells that are all rooms, except where the layout says otherwise. */
static void begin_cells(void)
{
    uint8_t x, y, state, cell, is_end;

    for (y = 0; y != down; ++y) {
        cell = cell_row[y];
        is_end = y == 0 || y == (uint8_t)(down - 1);
        for (x = 0; x != across; ++x) {
            if (x >= VALID_COLUMNS)
                state = ROOM;
            else if (x == 0 || x == (uint8_t)(across - 1))
                state = is_end ? CORNER_STATE : OUTER_STATE;
            else
                state = is_end ? OUTER_STATE : INNER_STATE;
            cell_state[cell] = state;
            cell_links[cell] = 0;
            ++cell;
        }
    }
}

/* Go to the next cell, row by row; 1 if there is none. */
static uint8_t next_cell(void)
{
    ++work_x;
    if (work_x != across)
        return 0;
    work_x = 0;
    ++work_y;
    return work_y == down;
}

/* Go to the next cell, column by column; 1 if there is none. */
static uint8_t next_cell_down(void)
{
    ++work_y;
    if (work_y != down)
        return 0;
    work_y = 0;
    ++work_x;
    return work_x == across;
}

#if SOME_HAVE_DENSITY
/* How many rooms are still wanted, how many cells are left for them, and how many were found. */
WORK uint8_t rooms_wanted, cells_left, rooms_found;

/* Make one cell a room, which may be one already. */
static void add_room(void)
{
    uint8_t sweeps, x, y, cell;

    for (sweeps = SWEEPS; sweeps != 0; --sweeps) {
        for (x = 0; x != across; ++x) {
            for (y = 0; y != down; ++y) {
                cell = cell_at(x, y);
                if ((cell_state[cell] & VALID) && draw_percent(ROOM_THRESHOLD)) {
                    cell_state[cell] |= ROOM;
                    return;
                }
            }
        }
    }
}

/* Make a valid cell, in column x and row y, a room. The middle column's second cell never is one, if the number
 * of columns is odd, although it counts. In a macro, because cc65 would pass the column and the row on its stack. */
#define COUNT_ROOM(cell, x, y) \
    ++rooms_found; \
    if ((y) != 1 || (across & 1) == 0 || (x) != across >> 1) \
        cell_state[cell] = VALID | ROOM

/* Decide which cells are rooms, as many as the density says. */
static uint8_t assign_rooms(void);
#endif
#endif

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_cells.h"
#else
#include "kinds/mystery/lean_cells.h"
#endif

#endif
