/* Corridors between rooms: their shapes, and how they are dug.
 *
 * A corridor leads from a tile in one room to a tile in the other one, in three legs: level, upright and
 * level again, or the other way round. What it crosses becomes floor, and what is empty beside it becomes
 * wall. Where it leaves the wall of one of its rooms, between two pieces of that wall, there may be a
 * door. */
#ifndef UNDERCROFT_CONNECT_DIGGING_H
#define UNDERCROFT_CONNECT_DIGGING_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/population/areas.h"
#include "core/read_around.h"
#include "core/tilemap.h"
#include "core/wall_around.h"

/* What the parameters `pattern` and `shape` are as constants. */
#define CONNECT_CHAIN 0
#define CONNECT_TREE 1
#define CONNECT_NEIGHBOURS 2
#define CONNECT_STRAIGHT 0
#define CONNECT_BENT 1

/* The rooms: their first and last columns and rows, and their middles. */
WORK uint8_t joined_count;
WORK uint8_t joined_left[AREA_CAPACITY], joined_top[AREA_CAPACITY];
WORK uint8_t joined_right[AREA_CAPACITY], joined_bottom[AREA_CAPACITY];
WORK uint8_t joined_x[AREA_CAPACITY], joined_y[AREA_CAPACITY];

/* The parameters `shape` and `pattern`, and the chance of a loop. cc65 warns of comparisons of constants. */
WORK uint8_t connected_shape, connected_pattern;
WORK uint16_t connected_loops;

/* The two rooms that are joined. */
WORK uint8_t course_one, course_other;

/* The corridor: where it is and where it ends, whether its first leg is level, the column or row of its
 * second leg, its leg, whether it came to its tile level, and whether and where to it goes on. */
WORK uint8_t dug_at_x, dug_at_y, dug_end_x, dug_end_y, dug_is_level, dug_turn, dug_leg, dug_came_level;
WORK uint8_t dug_goes_level, dug_goal;

/* A random number between two, both included. */
static uint8_t choose_between(uint8_t low, uint8_t high)
{
    uint8_t first;

    first = low;
    return first + random_below(SPAN_COUNT(first, high));
}

/* A random column or row of a room that is not one of the walls of another room, unless there is no
 * other: a corridor along a wall would open it. */
static NOINLINE uint8_t choose_off_walls(uint8_t low, uint8_t high, uint8_t other_low,
                                         uint8_t other_high)
{
    uint8_t place;

    place = choose_between(low, high);
    if (place == (uint8_t)(other_low - 1) || place == (uint8_t)(other_high + 1)) {
        if (place < high)
            ++place;
        else if (low < high)
            --place;
    }
    return place;
}

/* How far two rooms are apart along one axis: from the last tile of one to the first one of the other;
 * 0 if they have a column or row in common. */
static NOINLINE uint8_t gap_between(uint8_t low, uint8_t high, uint8_t other_low, uint8_t other_high)
{
    if (other_low > high)
        return other_low - high;
    if (low > other_high)
        return low - other_high;
    return 0;
}

/* Plan a straight corridor, if the rooms have a row or a column in common; else return 0. */
static NOINLINE uint8_t face_rooms(void)
{
    uint8_t one, other, low, high;

    one = course_one;
    other = course_other;
    dug_at_x = joined_x[one];
    dug_at_y = joined_y[one];
    dug_end_x = joined_x[other];
    dug_end_y = joined_y[other];
    low = joined_top[one];
    if (joined_top[other] > low)
        low = joined_top[other];
    high = joined_bottom[one];
    if (joined_bottom[other] < high)
        high = joined_bottom[other];
    if (low <= high) {
        dug_at_y = choose_between(low, high);
        dug_end_y = dug_at_y;
        dug_is_level = 1;
        dug_turn = dug_end_x;
        return 1;
    }
    low = joined_left[one];
    if (joined_left[other] > low)
        low = joined_left[other];
    high = joined_right[one];
    if (joined_right[other] < high)
        high = joined_right[other];
    if (low <= high) {
        dug_at_x = choose_between(low, high);
        dug_end_x = dug_at_x;
        dug_is_level = 0;
        dug_turn = dug_end_y;
        return 1;
    }
    return 0;
}

/* Plan a corridor with one corner: level first, or upright. */
static NOINLINE void bend_once(void)
{
    uint8_t one, other;

    one = course_one;
    other = course_other;
    dug_at_x = joined_x[one];
    dug_at_y = joined_y[one];
    dug_end_x = joined_x[other];
    dug_end_y = joined_y[other];
    dug_is_level = random_below(2);
    if (dug_is_level) {
        dug_at_y = choose_off_walls(joined_top[one], joined_bottom[one], joined_top[other],
                                 joined_bottom[other]);
        dug_end_x = choose_off_walls(joined_left[other], joined_right[other], joined_left[one],
                                     joined_right[one]);
        dug_turn = dug_end_x;
    } else {
        dug_at_x = choose_off_walls(joined_left[one], joined_right[one], joined_left[other],
                                 joined_right[other]);
        dug_end_y = choose_off_walls(joined_top[other], joined_bottom[other], joined_top[one],
                                     joined_bottom[one]);
        dug_turn = dug_end_y;
    }
}

/* Plan a corridor with two corners, in the middle between the rooms, along the axis on which they are
 * farther apart. */
static NOINLINE void bend_twice(void)
{
    uint8_t one, other, across, down, low;

    one = course_one;
    other = course_other;
    across = gap_between(joined_left[one], joined_right[one], joined_left[other],
                         joined_right[other]);
    down = gap_between(joined_top[one], joined_bottom[one], joined_top[other],
                       joined_bottom[other]);
    if (across >= down) {
        dug_is_level = 1;
        dug_at_x = joined_x[one];
        dug_at_y = choose_between(joined_top[one], joined_bottom[one]);
        dug_end_x = joined_x[other];
        dug_end_y = choose_between(joined_top[other], joined_bottom[other]);
        low = joined_right[one];
        if (joined_right[other] < low)
            low = joined_right[other];
        dug_turn = low + (across >> 1);
    } else {
        dug_is_level = 0;
        dug_at_x = choose_between(joined_left[one], joined_right[one]);
        dug_at_y = joined_y[one];
        dug_end_x = choose_between(joined_left[other], joined_right[other]);
        dug_end_y = joined_y[other];
        low = joined_bottom[one];
        if (joined_bottom[other] < low)
            low = joined_bottom[other];
        dug_turn = low + (down >> 1);
    }
}

/* Plan the course of a corridor between two rooms. */
static NOINLINE void plan_course(uint8_t one, uint8_t other)
{
    course_one = one;
    course_other = other;
    if (connected_shape == CONNECT_BENT)
        bend_once();
    else if (connected_shape != CONNECT_STRAIGHT || !face_rooms())
        bend_twice();
    dug_leg = 0;
    dug_came_level = dug_is_level;
}

/* Whether the tile of the corridor, which is not floor, is in the walls of a room. */
static NOINLINE uint8_t is_in_wall(uint8_t room)
{
    uint8_t at, next;

    at = room;
    next = dug_at_x + 1;
    if (next < joined_left[at] || next > (uint8_t)(joined_right[at] + 2))
        return 0;
    next = dug_at_y + 1;
    return next >= joined_top[at] && next <= (uint8_t)(joined_bottom[at] + 2);
}

/* Whether the tile of the corridor, which is level there, or upright, is between two walls. */
static NOINLINE uint8_t may_have_door(void)
{
    uint8_t one, other;

    one = around_tile[AROUND_LEFT];
    other = around_tile[AROUND_RIGHT];
    if (dug_came_level) {
        one = around_tile[AROUND_ABOVE];
        other = around_tile[AROUND_BELOW];
    }
    if (TILE_IS_WALKABLE(one))
        return 0;
    return !(TILE_IS_WALKABLE(other));
}

/* Find the first leg from dug_leg on that leads on from the tile, whether it is level, and to which column or
 * row it leads; 3 is behind the last leg. */
static NOINLINE void find_goal(void)
{
    uint8_t leg, goal, at;

    for (leg = dug_leg; leg != 3; ++leg) {
        dug_goes_level = dug_is_level;
        if (leg == 1)
            dug_goes_level = !dug_is_level;
        if (dug_goes_level) {
            goal = dug_end_x;
            at = dug_at_x;
        } else {
            goal = dug_end_y;
            at = dug_at_y;
        }
        if (leg == 0)
            goal = dug_turn;
        if (at != goal) {
            dug_goal = goal;
            break;
        }
    }
    dug_leg = leg;
}

/* Dig the tile of the corridor; there is no door at a corner. */
static NOINLINE void dig_course_tile(uint8_t is_corner)
{
    uint8_t tile;

    tile = get_tile(dug_at_x, dug_at_y);
    if (TILE_IS_WALKABLE(tile))
        return;
    read_around(dug_at_x, dug_at_y);
    tile = TILE_FLOOR;
    if (!is_corner && (is_in_wall(course_one) || is_in_wall(course_other))) {
        if (may_have_door() && random_chance(CONNECT_DOORS))
            tile = TILE_DOOR;
    }
    set_tile(dug_at_x, dug_at_y, tile);
    wall_around(dug_at_x, dug_at_y);
}

/* One step of digging the corridor: a tile. 1 if it was the last one. */
static NOINLINE uint8_t dig_course(void)
{
    uint8_t is_corner;

    find_goal();
    is_corner = 0;
    if (dug_leg != 3 && dug_came_level != dug_goes_level)
        is_corner = 1;
    dig_course_tile(is_corner);
    if (dug_leg == 3)
        return 1;
    dug_came_level = dug_goes_level;
    if (dug_goes_level) {
        if (dug_at_x < dug_goal)
            ++dug_at_x;
        else
            --dug_at_x;
    } else {
        if (dug_at_y < dug_goal)
            ++dug_at_y;
        else
            --dug_at_y;
    }
    return 0;
}

#endif
