/* The halls between linked cells. */
#ifndef UNDERCROFT_MYSTERY_CORRIDORS_H
#define UNDERCROFT_MYSTERY_CORRIDORS_H

#include "core/platform.h"
#include "kinds/mystery/cells.h"
#include "kinds/mystery/connections.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* Where the hall that is dug has come to. */
WORK uint8_t dug_x, dug_y;

/* Where it starts and ends, and the line at which it bends. */
WORK uint8_t hall_start_x, hall_start_y, hall_end_x, hall_end_y, hall_line;

/* Its columns at both ends if it leads up or down, else its rows. */
WORK uint8_t hall_start, hall_end;

/* Of the cell whose links are dug: a column and a row within it. */
WORK uint8_t inner_x, inner_y;

/* Take over the links that have to be dug: none of cells that are not valid, or to outside. A piece is
 * a row. */
static uint8_t prepare_links(void)
{
    uint8_t x, y, cell, links;

    y = work_y;
    cell = cell_row[y];
    for (x = 0; x != across; ++x) {
        links = cell_links[cell];
        if (x == 0)
            links &= 11;
        if (y == 0)
            links &= 14;
        if (x == (uint8_t)(across - 1))
            links &= 7;
        if (y == (uint8_t)(down - 1))
            links &= 13;
        if ((cell_state[cell] & VALID) == 0)
            links = 0;
        cell_todo[cell] = links;
        ++cell;
    }
    ++work_y;
    return work_y == down;
}

/* A column within a room, not its first or last one; that of an anchor. */
static uint8_t inner_column(uint8_t cell)
{
    uint8_t left;

    left = cell_left[cell];
    if ((cell_state[cell] & ROOM) == 0)
        return left;
    return (uint8_t)(left + 1 + draw_below((uint8_t)(cell_right[cell] - left - 2)));
}

/* A row within a room, not its first or last one; that of an anchor. */
static uint8_t inner_row(uint8_t cell)
{
    uint8_t top;

    top = cell_top[cell];
    if ((cell_state[cell] & ROOM) == 0)
        return top;
    return (uint8_t)(top + 1 + draw_below((uint8_t)(cell_bottom[cell] - top - 2)));
}

/* Dig a straight line up or down to the row `end`, which is excluded; 0 if it met floor before. There
 * is no water yet.
 *
 * Floor at its first tile does not count where the hall starts, as `is_start` says. */
static uint8_t dig_column(uint8_t end, uint8_t is_start)
{
    uint8_t left, starts, is_down;
    REGISTER uint8_t *tile;

    starts = is_start;
    tile = GROUND_ROW(dug_y) + dug_x;
    is_down = 0;
    left = dug_y - end;
    if (dug_y < end) {
        is_down = 1;
        left = end - dug_y;
    }
    for (; left != 0; --left) {
        if (*tile & FLOOR) {
            if (starts == 0)
                return 0;
        } else
            *tile |= FLOOR;
        starts = 0;
        if (is_down)
            tile += MAP_WIDTH;
        else
            tile -= MAP_WIDTH;
    }
    dug_y = end;
    return 1;
}

/* The same to the left or right, to the column `end`. It is a function of its own: one for both, with a step of
 * 16 bits from tile to tile, takes 70 bytes less, but with cc65 0.7 % more cycles of a whole floor. */
static uint8_t dig_row(uint8_t end, uint8_t is_start)
{
    uint8_t left, starts, is_right;
    REGISTER uint8_t *tile;

    starts = is_start;
    tile = GROUND_ROW(dug_y) + dug_x;
    is_right = 0;
    left = dug_x - end;
    if (dug_x < end) {
        is_right = 1;
        left = end - dug_x;
    }
    for (; left != 0; --left) {
        if (*tile & FLOOR) {
            if (starts == 0)
                return 0;
        } else
            *tile |= FLOOR;
        starts = 0;
        if (is_right)
            ++tile;
        else
            --tile;
    }
    dug_x = end;
    return 1;
}

/* Dig up or down to the line, along it, and on to the end. */
static void dig_down(void)
{
    uint8_t is_start;

    if (!dig_column(hall_line, 1))
        return;
    is_start = 0;
    if (hall_start_y == hall_line)
        is_start = 1;
    if (!dig_row(hall_end_x, is_start))
        return;
    if (hall_start_x != hall_end_x)
        is_start = 0;
    dig_column(hall_end_y, is_start);
}

/* The same to the left or right. */
static void dig_across(void)
{
    uint8_t is_start;

    if (!dig_row(hall_line, 1))
        return;
    is_start = 0;
    if (hall_start_x == hall_line)
        is_start = 1;
    if (!dig_column(hall_end_y, is_start))
        return;
    if (hall_start_y != hall_end_y)
        is_start = 0;
    dig_row(hall_end_x, is_start);
}

#if SOME_VARIANTS_BENDS_IS_ANYWHERE
/* The line at which a hall bends: that between the cells, or a random one between the rooms, of which the
 * first is that before `first`, and the other one begins at `behind`. It is beside neither of them. */
static uint8_t bend_line(uint8_t line, uint8_t first, uint8_t behind)
{
    uint8_t found;

    found = line;
    if (VARIANTS_BENDS_IS_ANYWHERE) {
        if (behind >= (uint8_t)(first + 3))
            found = (uint8_t)(first + 1 + draw_below((uint8_t)(behind - first - 2)));
    }
    return found;
}
#endif

/* Dig a hall from a cell's edge to its neighbour's; it bends between them.
 *
 * hall_start and hall_end say where. */
static void dig_between(uint8_t x, uint8_t y, uint8_t link)
{
    uint8_t cell, other;

    cell = cell_at(x, y);
    other = other_cell(cell, link);
    hall_start_x = hall_start;
    hall_end_x = hall_end;
    hall_start_y = hall_start;
    hall_end_y = hall_end;
    switch (link) {
    case NORTH:
        hall_start_y = cell_top[cell];
        hall_end_y = cell_bottom[other] - 1;
        hall_line = lines_y[y];
#if SOME_VARIANTS_BENDS_IS_ANYWHERE
        hall_line = bend_line(hall_line, cell_bottom[other], cell_top[cell]);
#endif
        break;
    case SOUTH:
        hall_start_y = cell_bottom[cell] - 1;
        hall_end_y = cell_top[other];
        hall_line = lines_y[y + 1] - 1;
#if SOME_VARIANTS_BENDS_IS_ANYWHERE
        hall_line = bend_line(hall_line, cell_bottom[cell], cell_top[other]);
#endif
        break;
    case WEST:
        /* It ends at the far side of the other room, but stops where it meets that room. */
        hall_start_x = cell_left[cell];
        hall_end_x = cell_left[other] - 1;
        hall_line = lines_x[x];
#if SOME_VARIANTS_BENDS_IS_ANYWHERE
        hall_line = bend_line(hall_line, cell_right[other], cell_left[cell]);
#endif
        break;
    default:
        hall_start_x = cell_right[cell] - 1;
        hall_end_x = cell_left[other];
        hall_line = lines_x[x + 1] - 1;
#if SOME_VARIANTS_BENDS_IS_ANYWHERE
        hall_line = bend_line(hall_line, cell_right[cell], cell_left[other]);
#endif
        break;
    }
    dug_x = hall_start_x;
    dug_y = hall_start_y;
    if (link < WEST)
        dig_down();
    else
        dig_across();
}

/* Dig the hall of a link of the cell whose links are dug, if there is a cell at its other end. */
static void dig_link(uint8_t x, uint8_t y, uint8_t link)
{
    uint8_t cell, other;

    cell = cell_at(x, y);
    other = other_cell(cell, link);
    if (cell_state[other] & VALID) {
        if (link < WEST) {
            hall_start = inner_x;
            hall_end = inner_column(other);
        } else {
            hall_start = inner_y;
            hall_end = inner_row(other);
        }
        dig_between(x, y, link);
    }
    cell_todo[cell] &= (uint8_t)~link_bit[link];
    cell_todo[other] &= (uint8_t)~link_bit[link ^ 1];
    cell_state[cell] |= CONNECTED;
    cell_state[other] |= CONNECTED;
}

/* The first of the links of a cell that have still to be dug. */
static uint8_t first_link(uint8_t cell)
{
    uint8_t link;

    link = 0;
    while ((cell_todo[cell] & link_bit[link]) == 0)
        ++link;
    return link;
}

/* Dig the halls of all links, column by column; a piece is a cell, or a hall, which is long. */
static uint8_t dig_corridors(void)
{
    uint8_t cell;

    if (work_x == across)
        return 1;
    cell = cell_at(work_x, work_y);
    if (work == 0) {
        if ((cell_state[cell] & VALID) == 0) {
            next_cell_down();
            return 0;
        }
        work = 1;
        inner_x = inner_column(cell);
        inner_y = inner_row(cell);
        if (cell_todo[cell])
            is_long = 1;
    } else {
        dig_link(work_x, work_y, first_link(cell));
        is_long = 1;
    }
    if (cell_todo[cell] == 0) {
        work = 0;
        next_cell_down();
    }
    return 0;
}

#endif
