/* A new corridor: its course, and whether the ground there is free.
 *
 * Its shape is one of those that kinds dig: straight, an L, or a Z. It leads through rock that touches nothing but
 * rock, so it meets no other corridor. */
#ifndef UNDERCROFT_LOOPS_CORRIDORS_H
#define UNDERCROFT_LOOPS_CORRIDORS_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/read_around.h"
#include "core/tilemap.h"
#include "core/fill_rectangle.h"
#include "core/write_corridor.h"
#include "passes/loops/ways.h"

/* The axes. */
#define LOOP_LEVEL 0
#define LOOP_UPRIGHT 1

/* The first side whose wall is level. */
#define FIRST_LEVEL_WALL 2

/* The spans of two rooms: the first and last column of the first one, its rows, and those of the other one. */
static uint8_t spans_low[4], spans_high[4];

/* The course between its openings, which are in the variables of write_corridor.h: the columns of its points, from entry
 * 4 on their rows, and the number of the last point. The first and the last one are just outside the openings. */
static uint8_t course_point[8], course_last;

/* Where a walk along it is, and the number of the point to which it goes. */
static uint8_t along_x, along_y, along_leg;

/* The leg that is drawn: its columns, its rows from the next one on, and whether these are walls. */
static uint8_t loop_leg_left, loop_leg_right, loop_leg_low, loop_leg_high, draws_walls;

/* Read the span of a room: 0 of the first one, 2 of the other one. */
static NOINLINE void read_span(uint8_t at, uint8_t room)
{
    room_area(room);
    spans_low[at] = populated_x;
    spans_high[at] = SPAN_LAST(populated_x, populated_width);
    spans_low[at + 1] = populated_y;
    spans_high[at + 1] = SPAN_LAST(populated_y, populated_height);
}

/* The number of tiles between the floors of both rooms along an axis; 0 if they have a column or row in common. */
static NOINLINE uint8_t loop_gap(uint8_t axis)
{
    uint8_t low, high;

    high = spans_high[axis];
    low = spans_low[axis + 2];
    if (low > high)
        return (uint8_t)(low - high - 1);
    high = spans_high[axis + 2];
    low = spans_low[axis];
    if (low > high)
        return (uint8_t)(low - high - 1);
    return 0;
}

/* A random number between two, both included. */
static NOINLINE uint8_t choose_loop_place(uint8_t low, uint8_t high)
{
    uint8_t first;

    first = low;
    return first + random_below(SPAN_COUNT(first, high));
}

/* Put a point of the course at a place along an axis and a place along the other one. */
static NOINLINE void put_point(uint8_t point, uint8_t axis, uint8_t place, uint8_t across)
{
    uint8_t at;

    at = point;
    if (axis != LOOP_LEVEL)
        at = point + 4;
    course_point[at] = place;
    course_point[at ^ 4] = across;
}

/* Place the opening 0 or 1: in the wall that faces the other room along an axis, at a place across that axis. The point of
 * the course is just outside. */
static NOINLINE void place_opening(uint8_t end, uint8_t point, uint8_t axis, uint8_t across)
{
    uint8_t at, other, wall, line, beyond;

    at = axis;
    if (end != 0)
        at += 2;
    other = at ^ 2;
    wall = (uint8_t)(axis << 1);
    line = spans_low[at] - 1;
    beyond = line - 1;
    if (spans_low[other] > spans_high[at]) {
        ++wall;
        line = spans_high[at] + 1;
        beyond = line + 1;
    }
    written_wall[end] = wall;
    if (axis == LOOP_LEVEL) {
        written_x[end] = line;
        written_y[end] = across;
    } else {
        written_x[end] = across;
        written_y[end] = line;
    }
    put_point(point, axis, beyond, across);
}

/* A random L, which leaves the first room along an axis and comes to the other one along the other axis. */
static NOINLINE void bend_loop(uint8_t along)
{
    uint8_t across, place, goal;

    across = along ^ 1;
    place = choose_loop_place(spans_low[across], spans_high[across]);
    goal = choose_loop_place(spans_low[along + 2], spans_high[along + 2]);
    place_opening(0, 0, along, place);
    place_opening(1, 2, across, goal);
    put_point(1, along, goal, place);
    course_last = 2;
}

/* A random straight corridor or Z along an axis. Where the rooms face each other it is straight except for one of
 * STRAIGHT_OF times. */
static NOINLINE void cross_loop(uint8_t along)
{
    uint8_t across, start, last, place, goal, bend_at;

    across = along ^ 1;
    start = spans_low[across];
    if (spans_low[across + 2] > start)
        start = spans_low[across + 2];
    last = spans_high[across];
    if (spans_high[across + 2] < last)
        last = spans_high[across + 2];
    if (start <= last && random_below(STRAIGHT_OF) != 0) {
        place = choose_loop_place(start, last);
        goal = place;
    } else {
        place = choose_loop_place(spans_low[across], spans_high[across]);
        goal = choose_loop_place(spans_low[across + 2], spans_high[across + 2]);
    }
    place_opening(0, 0, along, place);
    if (place == goal) {
        place_opening(1, 1, along, goal);
        course_last = 1;
        return;
    }
    place_opening(1, 3, along, goal);
    start = course_point[(uint8_t)(along << 2)];
    last = course_point[(uint8_t)(along << 2) + 3];
    if (start < last)
        bend_at = choose_loop_place(start, last);
    else
        bend_at = choose_loop_place(last, start);
    put_point(1, along, bend_at, place);
    put_point(2, along, bend_at, goal);
    course_last = 3;
}

/* A random course between the rooms whose spans were read, with LEAST_GAP tiles or more between their floors. */
static NOINLINE void plan_loop(void)
{
    uint8_t level, upright, along, bends;

    level = loop_gap(LOOP_LEVEL);
    upright = loop_gap(LOOP_UPRIGHT);
    if (level == 0) {
        cross_loop(LOOP_UPRIGHT);
        return;
    }
    if (upright == 0) {
        cross_loop(LOOP_LEVEL);
        return;
    }
    along = random_below(2);
    bends = random_below(2);
    if (along != 0)
        level = upright;
    if (bends != 0 || level < LEAST_GAP)
        bend_loop(along);
    else
        cross_loop(along);
}

/* Whether the wall of a room may be opened for an opening of the course: there is ground on its inside, and no treasure
 * in this wall. */
static NOINLINE uint8_t may_be_opened(uint8_t end, uint8_t room)
{
    uint8_t x, y, wall, tile;
    REGISTER struct room_record *record;

    x = written_x[end];
    y = written_y[end];
    if (get_tile(x, y) != TILE_WALL)
        return 0;
    wall = written_wall[end];
    record = ROOM_RECORD(room);
    if (ROOM_GET_STATE(record) & 2) {
        if (wall < FIRST_LEVEL_WALL) {
            tile = ROOM_GET_TREASURE_WALL_X(record);
            if (tile == x)
                return 0;
        } else {
            tile = ROOM_GET_TREASURE_WALL_Y(record);
            if (tile == y)
                return 0;
        }
    }
    if (wall == 0)
        ++x;
    else if (wall == 1)
        --x;
    else if (wall == FIRST_LEVEL_WALL)
        ++y;
    else
        --y;
    tile = get_tile(x, y);
    if (TILE_IS_GROUND(tile))
        return 1;
    return 0;
}

/* Whether the tile at which the walk is is rock that touches nothing but rock. An empty tile never does: there are walls
 * around all that is no rock. 100 cycles for an empty tile, otherwise some 1,000. */
static NOINLINE uint8_t rock_is_free(void)
{
    uint8_t tile, at;

    tile = get_tile(along_x, along_y);
    if (tile != TILE_WALL)
        return tile == TILE_EMPTY;
    read_around(along_x, along_y);
    for (at = 0; at != 8; ++at) {
        tile = around_tile[at];
        if (tile != TILE_WALL && tile != TILE_EMPTY)
            return 0;
    }
    return 1;
}

/* Begin to walk along the course outside its first opening. */
static void begin_along(void)
{
    along_x = course_point[0];
    along_y = course_point[4];
    along_leg = 1;
}

/* Go on to the next tile of the course; 0 if there is none. */
static NOINLINE uint8_t go_along(void)
{
    uint8_t x, y;

    for (;;) {
        x = course_point[along_leg];
        y = course_point[along_leg + 4];
        if (along_x != x || along_y != y)
            break;
        if (along_leg == course_last)
            return 0;
        ++along_leg;
    }
    if (along_x < x)
        ++along_x;
    else if (along_x > x)
        --along_x;
    else if (along_y < y)
        ++along_y;
    else
        --along_y;
    return 1;
}

/* One step of testing whether all tiles of the course between its openings are free: 1 if it is known that they are, 0
 * if one is not, 2 if there are more. */
static NOINLINE uint8_t loop_is_clear(void)
{
    uint8_t left;

    for (left = LOOP_TILES_TESTED; left != 0; --left) {
        if (!rock_is_free())
            return 0;
        if (!go_along())
            return 1;
    }
    return 2;
}

/* Read where the leg begins and ends along an axis, from a point of the course on, so many tiles wider on both sides. */
static NOINLINE void read_leg(uint8_t point)
{
    uint8_t at, low, high;

    at = point;
    low = course_point[at];
    ++at;
    high = course_point[at];
    if (low > high) {
        at = low;
        low = high;
        high = at;
    }
    if (draws_walls) {
        --low;
        ++high;
    }
    loop_leg_low = low;
    loop_leg_high = high;
}

/* Begin with the rows of a leg. */
static NOINLINE void begin_leg(void)
{
    read_leg(along_leg);
    loop_leg_left = loop_leg_low;
    loop_leg_right = loop_leg_high;
    read_leg(along_leg + 4);
}

/* Begin to draw the legs: their walls, or their floor. */
static NOINLINE void begin_legs(uint8_t walls)
{
    draws_walls = walls;
    along_leg = 0;
    begin_leg();
}

/* Draw the next rows of a leg; 1 if there are more. */
static NOINLINE uint8_t draw_rows(void)
{
    uint8_t first, last;

    first = loop_leg_low;
    last = loop_leg_high;
    if ((uint8_t)(last - first) >= LOOP_ROWS_DRAWN)
        last = first + (LOOP_ROWS_DRAWN - 1);
    rectangle_left = loop_leg_left;
    rectangle_right = loop_leg_right;
    rectangle_top = first;
    rectangle_bottom = last;
    loop_leg_low = last + 1;
    first = last;
    if (draws_walls)
        fill_rectangle(TILE_WALL);
    else
        fill_rectangle(TILE_FLOOR);
    return first != loop_leg_high;
}

/* One step of drawing all legs: some rows of one. 1 if it was the last one. */
static NOINLINE uint8_t draw_legs(void)
{
    if (draw_rows())
        return 0;
    ++along_leg;
    if (along_leg == course_last)
        return 1;
    begin_leg();
    return 0;
}

/* Dig the openings, with doors by chance. */
static NOINLINE void dig_openings(void)
{
    uint8_t end, tile;

    for (end = 0; end != 2; ++end) {
        tile = TILE_FLOOR;
        if (random_chance(LOOPS_DOORS))
            tile = TILE_DOOR;
        set_tile(written_x[end], written_y[end], tile);
    }
}

#endif
