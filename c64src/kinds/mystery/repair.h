/* Rooms that no hall reaches: they get one, or are filled. */
#ifndef UNDERCROFT_MYSTERY_REPAIR_H
#define UNDERCROFT_MYSTERY_REPAIR_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/connections.h"
#include "kinds/mystery/corridors.h"
#include "kinds/mystery/ground.h"

/* Whether no hall leads to a cell. */
static uint8_t is_unconnected(uint8_t cell)
{
    return (cell_state[cell] & (VALID | CONNECTED | AWAY)) == VALID;
}

/* Dig a hall from a room to the first neighbour that is connected and not merged. */
static void connect_room(uint8_t x, uint8_t y)
{
    uint8_t cell, other, link, own_x, own_y, other_x, other_y;

    cell = cell_at(x, y);
    own_x = inner_column(cell);
    own_y = inner_row(cell);
    for (link = 0; link != 4; ++link) {
        if (!is_inside(x, y, link))
            continue;
        other = other_cell(cell, link);
        if ((cell_state[other] & (VALID | CONNECTED | MERGED)) != (VALID | CONNECTED))
            continue;
        /* Both are drawn, although only one is needed. */
        other_x = inner_column(other);
        other_y = inner_row(other);
        if (link < WEST) {
            hall_start = own_x;
            hall_end = other_x;
        } else {
            hall_start = own_y;
            hall_end = other_y;
        }
        dig_between(x, y, link);
        cell_state[cell] |= CONNECTED;
        return;
    }
}

/* Begin to fill a room or an anchor with wall again. */
static void fill_cell(uint8_t cell)
{
    begin_cell_area(cell, (uint8_t)~(TERRAIN | IN_ROOM), 0);
}

/* Connect each room that is not with a neighbour that is; a piece is a cell, or a hall, which is
 * long. */
static uint8_t repair_cells(void)
{
    uint8_t cell;

    if (work_x == across)
        return 1;
    cell = cell_at(work_x, work_y);
    if (work) {
        work = 0;
        is_long = 1;
        connect_room(work_x, work_y);
    } else if (is_unconnected(cell)) {
        if (cell_state[cell] & ROOM) {
            work = 1;
            is_long = 1;
            return 0;
        }
        fill_cell(cell);
    }
    next_cell_down();
    return 0;
}

/* Fill all rooms and anchors that are still not connected; a piece is a cell. */
static uint8_t fill_cells(void)
{
    uint8_t cell;

    if (work_y == down)
        return 1;
    cell = cell_at(work_x, work_y);
    next_cell();
    if (is_unconnected(cell))
        fill_cell(cell);
    return 0;
}

#endif
