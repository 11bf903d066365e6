/* The links between cells: those of the layout, and those of a random walk. */
#ifndef UNDERCROFT_MYSTERY_CONNECTIONS_H
#define UNDERCROFT_MYSTERY_CONNECTIONS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

#if SOME_WALK
/* The directions of the walk, in the order in which it turns. */
static const uint8_t walk_links[4] = { EAST, NORTH, WEST, SOUTH };
#endif

#if SOME_WALK || SOME_MERGE || SOME_REPAIR
/* Whether a link leads to another cell of the grid. */
static uint8_t is_inside(uint8_t x, uint8_t y, uint8_t link)
{
    return (uint8_t)(x + link_x[link]) < across && (uint8_t)(y + link_y[link]) < down;
}
#endif

/* The cell to which a link leads. */
static uint8_t other_cell(uint8_t cell, uint8_t link)
{
    return (uint8_t)(cell - CELLS_ACROSS + link_step[link]);
}

#if SOME_LINK_BORDER || SOME_LAYOUT_IS_CROSSROADS || SOME_LINKS_ROWS || SOME_LAYOUT_IS_CROSS || SOME_WALK
/* Link a cell with its neighbour. */
static void link_cell(uint8_t cell, uint8_t link)
{
    cell_links[cell] |= link_bit[link];
    cell_links[other_cell(cell, link)] |= link_bit[link ^ 1];
}
#endif

#if SOME_LINK_BORDER
/* Link a cell at the edge of the grid with the next ones there. */
static void link_border(uint8_t x, uint8_t y)
{
    if (x != (uint8_t)(across - 1) && (y == 0 || y == (uint8_t)(down - 1)))
        link_cell(cell_at(x, y), EAST);
    if (y != (uint8_t)(down - 1) && (x == 0 || x == (uint8_t)(across - 1)))
        link_cell(cell_at(x, y), SOUTH);
}
#endif

#if SOME_LINK_ORIGINALLY
/* Link it as the original does, which misses some; a link may be known to one side only. */
static void link_original_border(uint8_t x, uint8_t y)
{
    uint8_t links, last_x, last_y;

    last_x = across - 1;
    last_y = down - 1;
    links = 0;
    if (y == 0 || y == last_y) {
        if (x != 0 && x != last_x)
            links = 12;
    }
    if (x == 0 || x == last_x) {
        if (y != 0 && y != last_y)
            links |= 1;
        if ((uint8_t)(y + 1) < last_y)
            links |= 2;
    }
    cell_links[cell_at(x, y)] |= links;
}
#endif

#if SOME_LAYOUT_IS_CROSSROADS
/* Link a cell with the next one below if its column is an inner one, and with the next one to the
 * right if its row is. */
static void link_crossroads(uint8_t x, uint8_t y)
{
    if (y == (uint8_t)(down - 1))
        return;
    if (x != 0 && x != (uint8_t)(across - 1))
        link_cell(cell_at(x, y), SOUTH);
    if (y != 0 && x != (uint8_t)(across - 1))
        link_cell(cell_at(x, y), EAST);
}
#endif

#if SOME_LINKS_ROWS
/* Link a cell with the next one to the right. */
static void link_row(uint8_t x, uint8_t y)
{
    if (x != (uint8_t)(across - 1))
        link_cell(cell_at(x, y), EAST);
}
#endif

#if SOME_LAYOUT_IS_CROSS
/* Link a cell with the middle one if that is beside it. */
static void link_cross(uint8_t x, uint8_t y)
{
    if (y == 1 && x < 2)
        link_cell(cell_at(x, 1), EAST);
    if (x == 1 && y < 2)
        link_cell(cell_at(1, y), SOUTH);
}
#endif

/* Link the cells as the layout says; a piece is a cell with the next ones. */
static uint8_t link_cells(void)
{
#if SOME_LINK_BORDER
    if (LINKS_BORDER && BORDER_LOOP_IS_WHOLE)
        link_border(work_x, work_y);
#endif
#if SOME_LINK_ORIGINALLY
    if (LINKS_BORDER && !BORDER_LOOP_IS_WHOLE)
        link_original_border(work_x, work_y);
#endif
#if SOME_LAYOUT_IS_CROSSROADS
    if (LAYOUT_IS_CROSSROADS)
        link_crossroads(work_x, work_y);
#endif
#if SOME_LINKS_ROWS
    if (LINKS_ROWS)
        link_row(work_x, work_y);
#endif
#if SOME_LAYOUT_IS_CROSS
    if (LAYOUT_IS_CROSS)
        link_cross(work_x, work_y);
#endif
    return next_cell();
}

#if SOME_WALK
/* Where the walk is, and its direction. */
WORK uint8_t walk_x, walk_y, walk_direction;

/* Let the walk turn, by chance. */
static void turn_walk(void);

/* Link cells by a random walk that keeps its direction for a while; a piece is a step of it. */
static uint8_t walk_cells(void)
{
    uint8_t link, cell;

    if (work == 0) {
        work = 1;
        work_count = HALLS_CONNECTIVITY;
        walk_x = draw_few(across);
        walk_y = draw_few(down);
        walk_direction = draw_few(4);
        return work_count == 0;
    }
    turn_walk();
    while (!is_inside(walk_x, walk_y, walk_links[walk_direction]))
        walk_direction = (walk_direction + 1) & 3;
    link = walk_links[walk_direction];
    cell = cell_at(walk_x, walk_y);
    if (cell_state[other_cell(cell, link)] & VALID) {
        link_cell(cell, link);
        walk_x += link_x[link];
        walk_y += link_y[link];
    }
    --work_count;
    return work_count == 0;
}
#endif

#if SOME_REMOVE_DEAD_ENDS

/* Whether a cell has exactly one link. */
static uint8_t has_one_link(uint8_t cell)
{
    uint8_t links;

    links = cell_links[cell];
    return links != 0 && (links & (uint8_t)(links - 1)) == 0;
}

/* Link a dead end with a random neighbour; 0 if there is none. */
static uint8_t link_dead_end(uint8_t x, uint8_t y)
{
    uint8_t direction, left, link, cell;

    cell = cell_at(x, y);
    direction = draw_few(4);
    for (left = 4; left != 0; --left) {
        link = walk_links[direction];
        direction = (direction + 1) & 3;
        if ((cell_links[cell] & link_bit[link]) || !is_inside(x, y, link))
            continue;
        if (cell_state[other_cell(cell, link)] & VALID) {
            link_cell(cell, link);
            return 1;
        }
    }
    return 0;
}

#if SOME_QUIRKS_DEAD_ENDS_IS_ORIGINAL
/* As the original does. */
static uint8_t remove_dead_ends_originally(void);
#endif

/* Give each anchor with one link another one, until there is none; a piece is a cell. */
static uint8_t remove_dead_ends(void)
{
    uint8_t cell;

#if SOME_QUIRKS_DEAD_ENDS_IS_ORIGINAL
    if (QUIRKS_DEAD_ENDS_IS_ORIGINAL)
        return remove_dead_ends_originally();
#endif
    cell = cell_at(work_x, work_y);
    if ((cell_state[cell] & (VALID | ROOM)) == VALID && has_one_link(cell))
        work_count |= link_dead_end(work_x, work_y);
    if (!next_cell())
        return 0;
    if (work_count == 0)
        return 1;
    work_count = 0;
    work_y = 0;
    return 0;
}

#endif

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_connections.h"
#else
#include "kinds/mystery/lean_connections.h"
#endif

#endif
