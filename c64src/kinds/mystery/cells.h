/* The cells of a floor: how many there are, where they lie, and which of them are rooms. */
#ifndef UNDERCROFT_MYSTERY_CELLS_H
#define UNDERCROFT_MYSTERY_CELLS_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* The chance that a cell becomes a room then. */
#define ROOM_THRESHOLD CHANCE(60, 39321u)

#define HALF_THRESHOLD CHANCE(50, 32767)

#if SOME_HAVE_CELLS

#if NUMBERS_IS_EXACT
/* Exact mode: the flags that are shuffled, and how many swaps are left. */
static uint8_t flags[CELLS], swaps_left;
#endif

/* Choose how many columns and rows of cells there are, which exact mode has drawn, and find the lines
 * between them. */
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
#if NUMBERS_IS_EXACT
#if SOME_HAS_COLUMNS
        if (HAS_COLUMNS) {
            across = 4;
            down = 2 + draw_few(2);
        }
#endif
#else
        across = 4;
#if SOME_ACROSS_CHOICES
        if (ACROSS_CHOICES)
            across = 2 + draw_few(ACROSS_CHOICES);
#endif
        down = 2 + draw_few(DOWN_CHOICES);
#endif
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
static uint8_t rooms_wanted, cells_left, rooms_found;
#if NUMBERS_IS_EXACT
/* Exact mode: how many cells there are; cells_left counts those that were looked at then. */
static uint8_t cells_shuffled;
#endif

/* Make one cell a room, which may be one already. */
static void add_room(void);
#if NUMBERS_IS_EXACT
static void begin_flags(uint8_t count, uint8_t wanted);
static uint8_t shuffle_flags(uint8_t count);
#endif

/* Decide which cells are rooms, as many as the density says; a piece is a column.
 *
 * The middle column's second cell never is, if the number of columns is odd, although it counts. */
static uint8_t assign_rooms(void)
{
    uint8_t x, y, cell;

    if (work == 0) {
        work = 1;
        rooms_wanted = ROOMS_DENSITY;
#if NUMBERS_IS_EXACT
        y = draw_few(3);
        if (DENSITY_VARIES)
            rooms_wanted += y;
#elif SOME_DENSITIES_VARY
        if (DENSITY_VARIES)
            rooms_wanted += draw_few(3);
#endif
        cells_left = across;
        for (y = 1; y != down; ++y)
            cells_left += across;
        rooms_found = 0;
#if NUMBERS_IS_EXACT
        begin_flags(cells_left, rooms_wanted);
        cells_shuffled = cells_left;
        cells_left = 0;
#endif
        return 0;
    }
#if NUMBERS_IS_EXACT
    if (work == 1) {
        if (shuffle_flags(cells_shuffled))
            work = 2;
        return 0;
    }
#endif
    x = work_x;
    if (x == across) {
        if (rooms_found < 2)
            add_room();
        return 1;
    }
    for (y = 0; y != down; ++y) {
        cell = cell_at(x, y);
        if ((cell_state[cell] & VALID) == 0)
            continue;
        cell_state[cell] = VALID;
#if NUMBERS_IS_EXACT
        if (flags[cells_left]) {
            ++rooms_found;
            if (y != 1 || (across & 1) == 0 || x != across >> 1)
                cell_state[cell] = VALID | ROOM;
        }
        ++cells_left;
#else
        /* As many of the cells that are left are rooms as are still wanted, on average. */
        if (rooms_wanted && draw_below(cells_left) < rooms_wanted) {
            --rooms_wanted;
            ++rooms_found;
            if (y != 1 || (across & 1) == 0 || x != across >> 1)
                cell_state[cell] = VALID | ROOM;
        }
        --cells_left;
#endif
    }
    work_x = x + 1;
    return 0;
}

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

#endif

#if NUMBERS_IS_EXACT
/* Exact mode: draw columns and rows, until there are not too many; a piece is a try. */
static uint8_t draw_grid(void)
{
    if (work_count == GRID_TRIES) {
        across = 4;
        down = 4;
        return 1;
    }
    ++work_count;
    across = 2 + draw_few(GRID_ACROSS);
    down = 2 + draw_few(GRID_DOWN);
    return across <= CELLS_ACROSS && down <= 4;
}

/* Exact mode: set the first `wanted` of `count` flags. */
static void begin_flags(uint8_t count, uint8_t wanted)
{
    uint8_t at;

    for (at = 0; at != count; ++at) {
        flags[at] = 0;
        if (at < wanted)
            flags[at] = 1;
    }
    swaps_left = SWAPS;
}

/* Exact mode: swap some pairs of `count` flags; 1 if there are no more. */
static uint8_t shuffle_flags(uint8_t count)
{
    uint8_t left, one, other, flag;

    for (left = SWAPS_AT_ONCE; left != 0; --left) {
        one = draw_below(count);
        other = draw_below(count);
        flag = flags[one];
        flags[one] = flags[other];
        flags[other] = flag;
    }
    swaps_left -= SWAPS_AT_ONCE;
    return swaps_left == 0;
}

/* A number 0..count-1; exact mode has shuffled a mark for it. */
static uint8_t draw_choice(uint8_t count)
{
    uint8_t at;

    for (at = 0; at != count; ++at)
        if (flags[at])
            break;
    return at;
}
#endif
#endif

#if !NUMBERS_IS_EXACT
#define draw_choice(count) draw_below(count)
#endif

#endif
