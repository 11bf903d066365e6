/* Corridors: where they may run, and the shapes that are tried for a pair of rooms.
 *
 * A corridor runs from a door in the middle of one room's wall to such a door of another room. All
 * decisions are made on rectangles: a run of floor tiles must not touch any room's floor or wall.
 * Rooms are at least three tiles apart and corridors never take a wall tile of a room, so a
 * corridor cannot cross a door or a third room. As all floors are drawn after all walls, it cannot
 * seal another corridor.
 */
#ifndef UNDERCROFT_GRID_ROOMS_CORRIDORS_H
#define UNDERCROFT_GRID_ROOMS_CORRIDORS_H

#include "core/generation.h"
#include "kinds/grid_rooms/common.h"

#include "core/small_for_oscar64_begin.h"

#define WALL_LEFT 0
#define WALL_RIGHT 1
#define WALL_TOP 2
#define WALL_BOTTOM 3

/* The stages of the phase `corridors`. */
#define CHOOSE 1
#define SHARE 2
#define DIG 3
#define DIG_Z 4
#define DIG_OTHER_Z 5
#define NOT_DUG 6
#define RECORD 7
#define LEAVE 8
#define CHOOSE_OF_ALL 9
#define DRAW_WALLS 10
#define DRAW_FLOORS 11
#define DRAW_DOORS 12

/* The rooms and walls of the doors of all corridors so far. */
#if CONNECT_IS_RULES
WORK uint8_t corridor_room[2 * ROOMS_CAPACITY], corridor_wall[2 * ROOMS_CAPACITY];
#endif

/* Where in written_at the coordinates are that differ on the way out of a wall; those that stay the
 * same are at AXIS(wall) ^ 2. */
#define AXIS(wall) ((wall) & 2)

/* Put a door in the middle of a room's wall, at end 0 or 1 of the current corridor. */
static void place_door(uint8_t end, uint8_t room, uint8_t wall)
{
    uint8_t at, owner, x, y;

    at = end;
    owner = room;
    x = centre_x[owner];
    y = centre_y[owner];
    switch (wall) {
    case WALL_LEFT:
        x = ring_left[owner];
        break;
    case WALL_RIGHT:
        x = ring_right[owner];
        break;
    case WALL_TOP:
        y = ring_top[owner];
        break;
    default:
        y = ring_bottom[owner];
        break;
    }
    written_room[at] = owner;
    written_wall[at] = wall;
    doors_x[at] = x;
    doors_y[at] = y;
}

/* Set spot_x and spot_y to the tile that lies `tiles` tiles outside a door. */
static void beyond_door(uint8_t end, uint8_t tiles)
{
    uint8_t at, wall, step;

    at = end;
    step = tiles;
    wall = written_wall[at];
    if (!(wall & 1))
        step = -step;
    spot_x = doors_x[at];
    spot_y = doors_y[at];
    if (wall < WALL_TOP)
        spot_x += step;
    else
        spot_y += step;
}

/* 1 if the tile (spot_x, spot_y), which lies beyond a door, is not at the map's edge, else 0. It
 * cannot be outside the map, as a room begins at column and row 2 at least. */
static uint8_t spot_is_interior(void)
{
    return spot_x != 0 && spot_x < MAP_WIDTH - 1 && spot_y != 0 && spot_y < MAP_HEIGHT - 1;
}

/* Make the tile (spot_x, spot_y) point `n` of the current corridor. */
static void set_point(uint8_t n)
{
    uint8_t at;

    at = n;
    point_x[at] = spot_x;
    point_y[at] = spot_y;
}

/* The walls that find_facing_walls returns. */
WORK uint8_t near_wall, far_wall;

/* Set near_wall and far_wall to the walls of room `a` that face room `b`: near_wall is the one
 * along the larger distance, left or right only if that distance is strictly larger. The rectangle
 * between their middles is from between_left to between_right then, and so on. */
static void find_facing_walls(uint8_t a, uint8_t b)
{
    uint8_t room, other, across, down;

    room = a;
    other = b;
    across = WALL_RIGHT;
    between_left = centre_x[room];
    between_right = centre_x[other];
    if (between_left >= between_right) {
        across = WALL_LEFT;
        between_left = between_right;
        between_right = centre_x[room];
    }
    down = WALL_BOTTOM;
    between_top = centre_y[room];
    between_bottom = centre_y[other];
    if (between_top >= between_bottom) {
        down = WALL_TOP;
        between_top = between_bottom;
        between_bottom = centre_y[room];
    }
    if ((uint8_t)(between_right - between_left) > (uint8_t)(between_bottom - between_top)) {
        near_wall = across;
        far_wall = down;
    } else {
        near_wall = down;
        far_wall = across;
    }
}

/* 1 if all runs of the current corridor, at least one, keep out of the rooms that may bar it, and of
 * their walls, else 0.
 *
 * About 20 cycles for each run and room. */
static uint8_t runs_are_clear(void)
{
    uint8_t run, count, room, n, left, top, right, bottom;

    if (bar_count == 0)
        return 1;
    run = MOST_RUNS * corridor_count;
    count = corridor_runs[corridor_count];
    do {
        left = run_left[run];
        top = run_top[run];
        right = run_right[run];
        bottom = run_bottom[run];
        ++run;
        n = bar_count;
        do {
            --n;
            room = bar_room[n];
            /* cc65 compares bytes as bytes only if the simple operand is on the right. */
            if (ring_right[room] >= left && ring_left[room] <= right && ring_bottom[room] >= top
                && ring_top[room] <= bottom)
                return 0;
        } while (n != 0);
        --count;
    } while (count != 0);
    return 1;
}

/* Complete the current corridor, which has doors, and all its points: as many corners as the number of
 * its kind says. 1 if every tile of it is clear, else 0. */
static uint8_t corridor_if_clear(uint8_t kind)
{
    corridor_kind[corridor_count] = kind;
    written_corners = kind;
    corridor_runs[corridor_count] = last_point;
    this_run = MOST_RUNS * corridor_count;
    add_runs();
    return runs_are_clear();
}

/* One segment between rooms whose centres share a row or column. */
static uint8_t dig_straight(uint8_t wall)
{
    if (wall < WALL_TOP) {
        if (between_top != between_bottom)
            return 0;
    } else if (between_left != between_right)
        return 0;
    this_wall = wall;
    other_wall = wall ^ 1;
    last_point = STRAIGHT + 1;
    place_doors();
    return corridor_if_clear(STRAIGHT);
}

/* Two segments: out of the inside room's `wall`, then into the other room's wall that faces back
 * along the other axis. Both must lead outward from their doors, so that the corner lies outside
 * both rooms. */
static uint8_t dig_l(uint8_t wall, uint8_t across)
{
    uint8_t end;

    this_wall = wall;
    other_wall = across ^ 1;
    if (!walls_face())
        return 0;
    last_point = L_SHAPED + 1;
    place_doors();
    /* The corner has the column of one door and the row of the other. */
    end = wall < WALL_TOP;
    point_x[1] = doors_x[end];
    point_y[1] = doors_y[end ^ 1];
    return corridor_if_clear(L_SHAPED);
}

/* Put doors in the inside room's `wall` and in the other room's wall opposite; returns their
 * distance in tiles along that axis, 0 if they do not face each other. */
static uint8_t place_opposite_doors(uint8_t wall)
{
    uint8_t axis, from, to;

    this_wall = wall;
    other_wall = wall ^ 1;
    last_point = Z_SHAPED + 1;
    place_doors();
    axis = AXIS(wall);
    from = written_at[axis];
    to = written_at[axis + 1];
    if (wall & 1) {
        if (to > from)
            return to - from;
    } else if (from > to)
        return from - to;
    return 0;
}

/* The first leg of a Z between doors at this distance: a part of it, rounded down, at least 1.
 * With `connect: rules` it reaches as far as the row or column just outside b's door. */
static uint8_t preferred_leg(uint8_t distance)
{
#if CONNECT_IS_RULES
    if (distance > 2)
        return distance - 1;
    return 1;
#else
    uint8_t leg;

    /* Distances are short and the divisor is small: subtracting is faster than a division. */
    for (leg = 0; distance >= CORRIDORS_FIRST_LEG_DIVISOR; distance -= CORRIDORS_FIRST_LEG_DIVISOR)
        ++leg;
    if (leg == 0)
        leg = 1;
    return leg;
#endif
}

/* Three segments between doors that have been placed in opposite walls, the first one `leg` tiles
 * long, which is less than their distance. There are none if the doors are in line. */
static uint8_t dig_z(uint8_t wall, uint8_t leg)
{
    uint8_t across;

    across = AXIS(wall) ^ 2;
    if (written_at[across] == written_at[across + 1])
        return 0;
    beyond_door(0, leg);
    set_point(1);
    if (wall < WALL_TOP)
        spot_y = doors_y[1];
    else
        spot_x = doors_x[1];
    set_point(2);
    return corridor_if_clear(Z_SHAPED);
}

/* The walls of the inside room that face the other one, and the Z that dig_corridor tries next. */
WORK uint8_t dig_walls[2];
WORK uint8_t dig_wall, dig_leg;

/* One step of making the first allowed corridor from the inside room to the outside one the current
 * one. At the end the stage is RECORD, or NOT_DUG if there is none.
 *
 * Tried in this order: straight; L from either of the inside room's walls that face the other; Z
 * with the preferred first leg from either of them; Z with every first leg from either of them. */
static NOINLINE void dig_corridor(void)
{
    uint8_t n, wall, distance, leg;

    switch (stage) {
    case DIG:
        find_facing_walls(inside, outside);
        find_bars();
        dig_walls[0] = near_wall;
        dig_walls[1] = far_wall;
        stage = DIG_Z;
        if (dig_straight(near_wall) || dig_l(near_wall, far_wall) || dig_l(far_wall, near_wall))
            stage = RECORD;
        return;
    case DIG_Z:
        stage = RECORD;
        for (n = 0; n != 2; ++n) {
            wall = dig_walls[n];
            distance = place_opposite_doors(wall);
            leg = preferred_leg(distance);
            if (leg < distance && dig_z(wall, leg))
                return;
        }
        dig_wall = 0;
        dig_leg = 1;
        stage = DIG_OTHER_Z;
        return;
    default:
        for (; dig_wall != 2; ++dig_wall) {
            wall = dig_walls[dig_wall];
            while (dig_leg < place_opposite_doors(wall)) {
                if (dig_z(wall, dig_leg)) {
                    stage = RECORD;
                    return;
                }
                ++dig_leg;
                if (dig_leg & (LEGS_AT_ONCE - 1))
                    return;
            }
            dig_leg = 1;
        }
        stage = NOT_DUG;
    }
}

#include "core/small_for_oscar64_end.h"

#endif
