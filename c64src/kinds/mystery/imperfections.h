/* Imperfect rooms: their corners fall in, tile by tile. */
#ifndef UNDERCROFT_MYSTERY_IMPERFECTIONS_H
#define UNDERCROFT_MYSTERY_IMPERFECTIONS_H

#include "core/platform.h"
#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

#define OPEN_DOWN 1
#define OPEN_RIGHT 2
#define OPEN_UP 4
#define OPEN_LEFT 8

/* The corners from the upper left one clockwise, and where the neighbours of each are floor. */
static const uint8_t corner_open[4] = {
    OPEN_DOWN | OPEN_RIGHT, OPEN_DOWN | OPEN_LEFT, OPEN_UP | OPEN_LEFT, OPEN_RIGHT | OPEN_UP
};

/* The way from each corner: counterclockwise, then clockwise. */
static const uint8_t corner_step_x[8] = { 0, 255, 0, 1, 1, 0, 255, 0 };
static const uint8_t corner_step_y[8] = { 1, 0, 255, 0, 0, 1, 0, 255 };

/* Which neighbours of a tile are floor. */
static uint8_t open_sides(uint8_t x, uint8_t y)
{
    uint8_t sides;

    sides = 0;
    if (is_floor(x, y + 1))
        sides |= OPEN_DOWN;
    if (is_floor(x + 1, y))
        sides |= OPEN_RIGHT;
    if (is_floor(x, y - 1))
        sides |= OPEN_UP;
    if (is_floor(x - 1, y))
        sides |= OPEN_LEFT;
    return sides;
}

/* Whether there is floor of a hall at most two tiles away. */
static uint8_t is_near_hall(uint8_t x, uint8_t y)
{
    uint8_t left;
    REGISTER const uint8_t *row;

    row = GROUND_ROW(y - 2) + x - 2;
    for (left = 5; left != 0; --left) {
        if ((row[0] & (TERRAIN | IN_ROOM)) == FLOOR || (row[1] & (TERRAIN | IN_ROOM)) == FLOOR
            || (row[2] & (TERRAIN | IN_ROOM)) == FLOOR || (row[3] & (TERRAIN | IN_ROOM)) == FLOOR
            || (row[4] & (TERRAIN | IN_ROOM)) == FLOOR)
            return 1;
        row += MAP_WIDTH;
    }
    return 0;
}

/* Fill the first tile along a wall from a random corner, if it is a corner and no hall is near. */
static void crumble_corner(uint8_t cell, uint8_t turn)
{
    uint8_t corner, x, y, left, way;
    REGISTER const uint8_t *tile;

    corner = draw_few(4);
    x = cell_left[cell];
    if (corner == 1 || corner == 2)
        x = cell_right[cell] - 1;
    y = cell_top[cell];
    if (corner >= 2)
        y = cell_bottom[cell] - 1;
    way = corner + turn;
    left = cell_bottom[cell] - cell_top[cell];
    if (corner_step_x[way])
        left = cell_right[cell] - cell_left[cell];
    if (left > PROBES)
        left = PROBES;
    for (; left != 0; --left) {
        tile = GROUND_ROW(y) + x;
        if ((uint8_t)(*tile & TERRAIN) == FLOOR) {
            if (!is_near_hall(x, y) && open_sides(x, y) == corner_open[corner])
                set_terrain(x, y, WALL);
            return;
        }
        x += corner_step_x[way];
        y += corner_step_y[way];
    }
}

/* Let corners of imperfect rooms fall in; the longer a room's sides, the more. A piece is a cell, or a
 * corner. */
static uint8_t crumble_rooms(void)
{
    uint8_t cell, sides;

    if (work == 0) {
        work = 1;
        return 0;
    }
    cell = cell_at(work_x, work_y);
    if (work == 1) {
        if ((cell_state[cell] & (LIVE | IMPERFECT | AWAY | MERGED | MAZE)) != (LIVE | IMPERFECT)
            || draw_percent(SPARED_CHANCE))
            return next_cell_down();
        sides = cell_right[cell] - cell_left[cell];
        sides += (cell_bottom[cell] - cell_top[cell]) & 0xFF;
        work_count = sides >> 2;
        work = 2;
    }
    if (work == 3) {
        crumble_corner(cell, 4);
        --work_count;
        work = 2;
        return 0;
    }
    if (work_count == 0) {
        work = 1;
        return next_cell_down();
    }
    crumble_corner(cell, 0);
    work = 3;
    return 0;
}

#endif
