/* Rooms that become a labyrinth: walls, or water, from their edges and from points within. */
#ifndef UNDERCROFT_MYSTERY_LABYRINTH_H
#define UNDERCROFT_MYSTERY_LABYRINTH_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* Whether a tile is in a cell's rectangle. */
static uint8_t is_in_cell(uint8_t cell, uint8_t x, uint8_t y)
{
    if (x < cell_left[cell] || x >= cell_right[cell])
        return 0;
    return y >= cell_top[cell] && y < cell_bottom[cell];
}

/* Whether both sides of a room are odd. */
static uint8_t has_odd_sides(uint8_t cell)
{
    return (uint8_t)(cell_right[cell] - cell_left[cell])
           & (uint8_t)(cell_bottom[cell] - cell_top[cell]) & 1;
}

/* The directions of a wall that grows. */
static const uint8_t maze_x[4] = { 1, 0, 255, 0 };
static const uint8_t maze_y[4] = { 0, 255, 0, 1 };

/* What grow_maze does next. */
#define NEXT_POINT 1
#define BEGIN_WALL 2
#define GROW_WALL 3

/* The room; whether it is water that grows; the point or the end of the wall; from which side points
 * are taken, the last one being those within; where the next point is. */
WORK uint8_t maze_cell, maze_is_water, maze_work;
WORK uint8_t wall_x, wall_y, point_side, point_x, point_y;

/* Remember what the tiles of the room are; whether water may be placed at one of them. */
static void note_maze_ground(uint8_t cell);
static uint8_t may_be_water(uint8_t x, uint8_t y);

/* Make a tile wall, or water if it is in the room. */
static void place_wall(uint8_t x, uint8_t y)
{
    uint8_t terrain;

    terrain = WALL;
    if (maze_is_water && may_be_water(x, y))
        terrain = WATER;
    set_terrain(x, y, terrain);
}

/* Grow a wall by two tiles in a random direction in which there is floor two tiles away; 0 if there
 * is no such direction. */
static uint8_t grow_wall(void)
{
    uint8_t direction, left, x, y;

    direction = draw_few(4);
    place_wall(wall_x, wall_y);
    for (left = 4; left != 0; --left) {
        x = wall_x + maze_x[direction];
        y = wall_y + maze_y[direction];
        x += maze_x[direction];
        y += maze_y[direction];
        if (is_in_cell(maze_cell, x, y) && is_floor(x, y)) {
            place_wall(wall_x + maze_x[direction], wall_y + maze_y[direction]);
            wall_x = x;
            wall_y = y;
            return 1;
        }
        direction = (direction + 1) & 3;
    }
    return 0;
}

/* Find the next point from which walls grow; 0 if there is none. */
static uint8_t next_maze_point(void)
{
    uint8_t cell;

    cell = maze_cell;
    for (;;) {
        switch (point_side) {
        case 0:
        case 2:
            if (point_x < (uint8_t)(cell_right[cell] - 1)) {
                wall_x = point_x;
                wall_y = point_side ? cell_bottom[cell] : (uint8_t)(cell_top[cell] - 1);
                point_x += 2;
                return 1;
            }
            point_y = cell_top[cell] + 1;
            break;
        case 1:
        case 3:
            if (point_y < (uint8_t)(cell_bottom[cell] - 1)) {
                wall_x = point_side == 1 ? cell_right[cell] : (uint8_t)(cell_left[cell] - 1);
                wall_y = point_y;
                point_y += 2;
                return 1;
            }
            point_x = cell_left[cell] + 1;
            if (point_side == 3) {
                point_x += 2;
                point_y = cell_top[cell] + 3;
            }
            break;
        default:
            while (point_x < (uint8_t)(cell_right[cell] - 3)) {
                if (point_y < (uint8_t)(cell_bottom[cell] - 3)) {
                    wall_x = point_x;
                    wall_y = point_y;
                    point_y += 2;
                    return 1;
                }
                point_x += 2;
                point_y = cell_top[cell] + 3;
            }
            return 0;
        }
        ++point_side;
    }
}

/* Begin to grow walls or water in a room. */
static void begin_maze(uint8_t cell, uint8_t is_water)
{
    cell_state[cell] |= MAZE;
    note_maze_ground(cell);
    maze_cell = cell;
    maze_is_water = is_water;
    point_side = 0;
    point_x = cell_left[cell] + 1;
    next_maze_point();
    maze_work = BEGIN_WALL;
}

/* Grow walls or water from the edges of a room, then from its inner points; a piece is a point, or two
 * tiles of a wall, which are long. */
static uint8_t grow_maze(void)
{
    uint8_t is_inner;

    if (maze_work == BEGIN_WALL) {
        is_inner = point_side == 4;
        if (is_floor(wall_x, wall_y) == is_inner) {
            if (is_inner)
                set_terrain(wall_x, wall_y, maze_is_water ? WATER : WALL);
            maze_work = GROW_WALL;
        } else
            maze_work = NEXT_POINT;
    }
    if (maze_work == GROW_WALL) {
        if (!grow_wall())
            maze_work = NEXT_POINT;
        is_long = 1;
        return 0;
    }
    maze_work = BEGIN_WALL;
    return !next_maze_point();
}

#if SOME_HAVE_MAZES
/* Whether a cell has a connected room with odd sides. */
static uint8_t fits_maze(uint8_t cell)
{
    return (cell_state[cell] & (LIVE | AWAY)) == LIVE && has_odd_sides(cell);
}

/* Begin with one of the choices, or with what chooses it; `work` is 2 or more then. Do a piece of that; 1 if
 * it was the last one. */
static void begin_random_maze(void);
static uint8_t go_on_with_maze(void);

/* Turn a random room with odd sides into a labyrinth, by chance; a piece is a cell that is looked at,
 * or a part of the labyrinth. */
static uint8_t place_maze(void)
{
    uint8_t cell;

    if (work >= 2)
        return go_on_with_maze();
    if (work == 0) {
        if (!draw_percent(ROOMS_MAZE))
            return 1;
        work = 1;
        choice_count = 0;
        return 0;
    }
    cell = cell_at(work_x, work_y);
    if (fits_maze(cell)) {
        choices[choice_count] = cell;
        ++choice_count;
    }
    if (!next_cell())
        return 0;
    if (choice_count == 0)
        return 1;
    begin_random_maze();
    return 0;
}
#endif

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_labyrinth.h"
#else
#include "kinds/mystery/lean_labyrinth.h"
#endif

#endif
