/* The links of exact mode. */
#ifndef UNDERCROFT_MYSTERY_EXACT_CONNECTIONS_H
#define UNDERCROFT_MYSTERY_EXACT_CONNECTIONS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/connections.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

#if SOME_WALK
/* A direction is drawn even if the walk does not turn. */
static void turn_walk(void)
{
    uint8_t turn, direction;

    turn = draw_few(8);
    direction = draw_few(4);
    if (turn < 4)
        walk_direction = direction;
}
#endif

#if SOME_QUIRKS_DEAD_ENDS_IS_ORIGINAL
/* The links of the grid, and of as many cells around it as a row of dead ends can lead to: one column at
 * each side, six rows above and below. */
WORK uint8_t far_links[128];

#define FAR_ROW 8
#define FIRST_FAR_ROW 6
#define far_cell(x, y) ((uint8_t)((((y) + FIRST_FAR_ROW) << 3) + (x) + 1))

/* Of the steps of links those between rows of far_links, as the number that wraps around. */
static const uint8_t far_step[4] = { 248, 8, 255, 1 };

/* Give dead ends other links as the original does: whether there is a neighbour is asked for the end of the walk, and whether
 * it is valid for the right neighbour alone.
 *
 * After a link up or down, the rest of the row is that of the neighbour; the grid goes on as far as that
 * leads, with cells that have no rooms. A piece is a row, and before the first one the links. */
static uint8_t remove_dead_ends_originally(void)
{
    uint8_t x, y, own, direction, left, link, place;

    if (work == 0) {
        work = 1;
        work_count = 0;
        for (x = 0; x != 128; ++x)
            far_links[x] = 0;
        for (y = 0; y != down; ++y)
            for (x = 0; x != across; ++x)
                far_links[far_cell(x, y)] = cell_links[cell_at(x, y)];
        return 0;
    }
    if (work == 2) {
        for (y = 0; y != down; ++y)
            for (x = 0; x != across; ++x)
                cell_links[cell_at(x, y)] = far_links[far_cell(x, y)];
        return 1;
    }
    /* Above the grid the row is a large number. */
    y = work_y;
    for (x = 0; x != across; ++x) {
        place = far_cell(x, y);
        own = far_links[place];
        if (own == 0 || (own & (uint8_t)(own - 1)))
            continue;
        if (y < down && (cell_state[cell_at(x, y)] & (VALID | ROOM)) != VALID)
            continue;
        direction = draw_few(4);
        for (left = TURNS; left != 0; --left) {
            link = walk_links[direction];
            if (is_inside(walk_x, walk_y, link) && (own & link_bit[link]) == 0)
                break;
            direction = (direction + 1) & 3;
        }
        if (x != (uint8_t)(across - 1) && y < down && (cell_state[cell_at(x + 1, y)] & VALID) == 0)
            continue;
        work_count = 1;
        link = walk_links[direction];
        far_links[place] = own | link_bit[link];
        place += far_step[link];
        far_links[place] |= link_bit[link ^ 1];
        y += link_y[link];
    }
    ++work_y;
    if (work_y == down) {
        work_y = 0;
        if (work_count == 0)
            work = 2;
        work_count = 0;
    }
    return 0;
}
#endif

#endif
