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

/* Whether rooms may have a treasure in a wall: only a kind writes so. */
#ifdef HAS_PHASE_TREASURES
#if HAS_PHASE_TREASURES
#define ROOMS_HAVE_TREASURES
#endif
#endif

/* The axes. */
#define LOOP_LEVEL 0
#define LOOP_UPRIGHT 1

/* The first side whose wall is level. */
#define FIRST_LEVEL_WALL 2

/* The spans of two rooms: the first and last column of the first one, its rows, and those of the other one. */
WORK uint8_t spans_low[4], spans_high[4];

/* The room whose span is read, and where to. */
WORK uint8_t span_room, span_at;

/* The number of tiles between the floors of both rooms along each axis; 0 if they have a column or row in common. Where
 * there are any: whether the other room is behind the first one. */
WORK uint8_t loop_gaps[2], is_behind[2];

/* The course is the corridor in the variables of write_corridor.h. Its points are just outside the first opening, its
 * corners, and just outside the other opening; this is the number of the last one. */
WORK uint8_t course_last;

/* The opening that is placed, the axis along which it leaves its room, and where it is across that axis. */
WORK uint8_t opening_end, opening_axis, opening_place;

/* The point that is placed: its number, and where it is along that axis; across it, it is at opening_place. */
WORK uint8_t point_at, point_place;

/* The places from which one is chosen, both included. */
WORK uint8_t choice_low, choice_high;

/* Where a walk along it is, and the number of the point to which it goes. */
WORK uint8_t along_x, along_y, along_leg;

/* The leg that is drawn: its columns, its rows from the next one on, and whether these are walls. */
WORK uint8_t loop_leg_left, loop_leg_right, loop_leg_low, loop_leg_high, draws_walls;

/* Read the span of a room: 0 of the first one, 2 of the other one. */
static NOINLINE void read_span(void)
{
    uint8_t at, value;

    room_area(span_room);
    at = span_at;
    spans_low[at] = populated_x;
    value = SPAN_LAST(populated_x, populated_width);
    spans_high[at] = value;
    ++at;
    spans_low[at] = populated_y;
    value = SPAN_LAST(populated_y, populated_height);
    spans_high[at] = value;
}

/* Whether the floors of both rooms are so near to each other that they may be joined; finds out how near. */
static NOINLINE uint8_t are_near(void)
{
    uint8_t axis, low, high, behind, sum;

    sum = 0;
    for (axis = 0; axis != 2; ++axis) {
        behind = 1;
        high = spans_high[axis];
        low = (spans_low + 2)[axis];
        if (high >= low) {
            behind = 0;
            high = (spans_high + 2)[axis];
            low = spans_low[axis];
        }
        is_behind[axis] = behind;
        behind = 0;
        if (high < low) {
            behind = low - high;
            --behind;
            if (behind > LOOPS_MAX_LENGTH)
                return 0;
        }
        loop_gaps[axis] = behind;
        sum += behind;
    }
    return sum >= LEAST_GAP && sum <= LOOPS_MAX_LENGTH;
}

/* A random place of those from which one is chosen. */
static NOINLINE uint8_t choose_loop_place(void)
{
    return choice_low + random_below(SPAN_COUNT(choice_low, choice_high));
}

/* A random place of a span. */
static NOINLINE uint8_t choose_in_span(void)
{
    uint8_t at;

    at = span_at;
    choice_low = spans_low[at];
    choice_high = spans_high[at];
    return choose_loop_place();
}

/* Put a point of the course at a place along an axis and a place along the other one. */
static NOINLINE void put_point(void)
{
    uint8_t at;

    at = point_at;
    if (opening_axis != LOOP_LEVEL)
        at += 4;
    written_point[at] = point_place;
    at ^= 4;
    written_point[at] = opening_place;
}

/* Place an opening in the wall that faces the other room along an axis, and the point of the course just outside. */
static NOINLINE void place_opening(void)
{
    uint8_t at, wall, line;

    at = opening_axis;
    wall = is_behind[at] ^ opening_end;
    if (opening_end != 0)
        at += 2;
    line = spans_low[at];
    --line;
    point_place = line - 1;
    if (wall != 0) {
        line = spans_high[at];
        ++line;
        point_place = line + 1;
    }
    at = opening_end;
    if (opening_axis != LOOP_LEVEL)
        wall |= FIRST_LEVEL_WALL;
    /* Here, because OSCAR64 took the changed `at` for opening_end. */
    written_wall[at] = wall;
    if (opening_axis != LOOP_LEVEL)
        at += 2;
    written_at[at] = line;
    at ^= 2;
    written_at[at] = opening_place;
    put_point();
}

/* Plan a random course between the rooms whose spans were read, with LEAST_GAP tiles or more between their floors: an L,
 * which leaves the first room along an axis and comes to the other one along the other axis, or along one axis a Z or a
 * straight corridor. Where the rooms face each other it is straight except for one of STRAIGHT_OF times. */
static NOINLINE void plan_loop(void)
{
    uint8_t axis, bends, across, place, goal;

    axis = LOOP_LEVEL;
    bends = 0;
    if (loop_gaps[LOOP_LEVEL] == 0) {
        axis = LOOP_UPRIGHT;
    } else if (loop_gaps[LOOP_UPRIGHT] != 0) {
        axis = random_below(2);
        bends = random_below(2);
        if (loop_gaps[axis] < LEAST_GAP)
            bends = 1;
    }
    across = axis ^ 1;
    /* The places that both rooms have across the axis: none before a bend. */
    choice_low = spans_low[across];
    place = (spans_low + 2)[across];
    if (choice_low < place)
        choice_low = place;
    choice_high = spans_high[across];
    place = (spans_high + 2)[across];
    if (place < choice_high)
        choice_high = place;
    if (choice_high >= choice_low && bends == 0 && random_below(STRAIGHT_OF) != 0) {
        place = choose_loop_place();
        goal = place;
    } else {
        span_at = across;
        place = choose_in_span();
        span_at = (across ^ bends) + 2;
        goal = choose_in_span();
    }
    course_last = 2;
    if (bends == 0) {
        course_last = 3;
        if (place == goal)
            course_last = 1;
    }
    written_corners = course_last - 1;
    opening_end = 0;
    opening_axis = axis;
    opening_place = place;
    point_at = 0;
    place_opening();
    choice_low = point_place;
    opening_end = 1;
    opening_axis = axis ^ bends;
    opening_place = goal;
    point_at = course_last;
    place_opening();
    opening_axis = axis;
    if (bends != 0) {
        point_place = goal;
    } else {
        if (course_last == 1)
            return;
        choice_high = point_place;
        if (choice_high < choice_low) {
            choice_high = choice_low;
            choice_low = point_place;
        }
        point_place = choose_loop_place();
        point_at = 2;
        put_point();
    }
    opening_place = place;
    point_at = 1;
    put_point();
}

/* Whether the walls of both rooms may be opened: there is ground on the inside of each opening, and no treasure in its
 * wall. */
static NOINLINE uint8_t may_be_opened(void)
{
    uint8_t end, x, y, wall, tile;
#ifdef ROOMS_HAVE_TREASURES
    struct room_record *record;
#endif

    for (end = 0; end != 2; ++end) {
        x = written_x[end];
        y = written_y[end];
        if (get_tile(x, y) != TILE_WALL)
            return 0;
        wall = written_wall[end];
#ifdef ROOMS_HAVE_TREASURES
        record = ROOM_RECORD(written_room[end]);
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
#endif
        if (wall == 0)
            ++x;
        else if (wall == 1)
            --x;
        else if (wall == FIRST_LEVEL_WALL)
            ++y;
        else
            --y;
        tile = get_tile(x, y);
        if (!TILE_IS_GROUND(tile))
            return 0;
    }
    return 1;
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
    along_x = written_point[0];
    along_y = written_point[4];
    along_leg = 1;
}

/* Go on to the next tile of the course; 0 if there is none. */
static NOINLINE uint8_t go_along(void)
{
    uint8_t x, y;

    for (;;) {
        x = written_point[along_leg];
        y = (written_point + 4)[along_leg];
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

/* Read where the leg begins and ends along an axis, so many tiles wider on both sides: from a point on. */
static NOINLINE void read_leg(void)
{
    uint8_t at;

    at = point_at;
    loop_leg_low = written_point[at];
    loop_leg_high = (written_point + 1)[at];
    if (loop_leg_high < loop_leg_low) {
        at = loop_leg_low;
        loop_leg_low = loop_leg_high;
        loop_leg_high = at;
    }
    if (draws_walls) {
        --loop_leg_low;
        ++loop_leg_high;
    }
}

/* Begin with the rows of a leg. */
static NOINLINE void begin_leg(void)
{
    point_at = along_leg;
    read_leg();
    loop_leg_left = loop_leg_low;
    loop_leg_right = loop_leg_high;
    point_at += 4;
    read_leg();
}

/* Begin to draw the legs: their walls, or their floor. */
static NOINLINE void begin_legs(void)
{
    along_leg = 0;
    begin_leg();
}

/* One step of drawing all legs: the next rows of one. 1 if it was the last one. */
static NOINLINE uint8_t draw_legs(void)
{
    rectangle_left = loop_leg_left;
    rectangle_right = loop_leg_right;
    rectangle_top = loop_leg_low;
    rectangle_bottom = loop_leg_high;
    loop_leg_low += LOOP_ROWS_DRAWN;
    if (loop_leg_high >= loop_leg_low)
        rectangle_bottom = loop_leg_low - 1;
    if (draws_walls)
        fill_rectangle(TILE_WALL);
    else
        fill_rectangle(TILE_FLOOR);
    if (loop_leg_high >= loop_leg_low)
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
