/* How rooms and corridors are drawn: all walls first, so that no wall can seal a floor. */
#ifndef UNDERCROFT_BSP_DRAWING_H
#define UNDERCROFT_BSP_DRAWING_H

#include "core/fill_rectangle.h"
#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/bsp/common.h"
#if HAS_PHASE_CONNECTIONS
#include "kinds/bsp/corridors.h"
#endif

/* The rectangle that is being drawn, as far as it is left; its rows are 0 to 0 if there is none. */
static uint8_t drawn_left, drawn_top, drawn_right, drawn_bottom;

#if HAS_PHASE_CONNECTIONS
/* The leg of next_corridor that is drawn next, and where it begins. */
static uint8_t next_leg, leg_x, leg_y;

/* Find the next run of next_corridor from door to door, one for each of its legs. */
static void runs_of(void)
{
    uint8_t at, goal, axis;

    at = next_corridor;
    if (next_leg == 0) {
        leg_x = corridor_x[at];
        leg_y = corridor_y[at];
    }
    drawn_left = leg_x;
    drawn_right = leg_x;
    drawn_top = leg_y;
    drawn_bottom = leg_y;
    axis = corridor_is_level[at] ^ (next_leg & 1);
    if (axis) {
        goal = next_leg ? corridor_end_x[at] : corridor_turn[at];
        if (goal < leg_x)
            drawn_left = goal;
        else
            drawn_right = goal;
        leg_x = goal;
    } else {
        goal = next_leg ? corridor_end_y[at] : corridor_turn[at];
        if (goal < leg_y)
            drawn_top = goal;
        else
            drawn_bottom = goal;
        leg_y = goal;
    }
    if (next_leg == corridor_kind[at]) {
        next_leg = 0;
        ++next_corridor;
    } else
        ++next_leg;
}
#endif

/* Find the next rectangle: first the floors of all rooms, then the runs of all corridors. */
static void next_rectangle(void)
{
#if HAS_PHASE_CONNECTIONS
    if (next_room != room_count) {
#else
    {
#endif
        drawn_left = ring_low[next_room] + 1;
        drawn_top = ring_low[OTHER_AXIS + next_room] + 1;
        drawn_right = ring_high[next_room] - 1;
        drawn_bottom = ring_high[OTHER_AXIS + next_room] - 1;
        ++next_room;
    }
#if HAS_PHASE_CONNECTIONS
    else
        runs_of();
#endif
}

/* Begin to draw all floors or, one tile wider all round, all walls. */
static void begin_rectangles(void)
{
    next_room = 0;
#if HAS_PHASE_CONNECTIONS
    next_corridor = 0;
    next_leg = 0;
#endif
    drawn_bottom = 0;
}

/* One step of drawing all floors or, one tile wider all round, all walls: a few slices. Returns 1 at
 * the end. */
static uint8_t draw_rectangles(uint8_t tile)
{
    uint8_t slices, rows;

    for (slices = SLICES_AT_ONCE; slices != 0; --slices) {
        if (drawn_bottom == 0) {
            next_rectangle();
            if (tile == TILE_WALL) {
                --drawn_left;
                --drawn_top;
                ++drawn_right;
                ++drawn_bottom;
            }
        }
        rectangle_left = drawn_left;
        rectangle_top = drawn_top;
        rectangle_right = drawn_right;
        rectangle_bottom = drawn_bottom;
        rows = ROWS_AT_ONCE[(uint8_t)(drawn_right - drawn_left) >> 3];
        if ((uint8_t)(drawn_bottom - drawn_top) >= rows) {
            drawn_top += rows;
            rectangle_bottom = drawn_top - 1;
        } else
            drawn_bottom = 0;
        fill_rectangle(tile);
#if HAS_PHASE_CONNECTIONS
        if (drawn_bottom == 0 && next_corridor == corridor_count)
#else
        if (drawn_bottom == 0 && next_room == room_count)
#endif
            return 1;
    }
    return 0;
}

#if HAS_PHASE_CONNECTIONS
/* One step of putting doors into the walls that have one, each by chance, otherwise it is open: some
 * walls. Returns 1 at the end. */
static uint8_t draw_doors(void)
{
    uint8_t left, door, place, at;

    door = FIRST_DOOR(next_room);
    for (left = DOORS_AT_ONCE; left != 0; --left) {
        place = room_doors[door];
        if (place != NO_DOOR && random_chance(DOORS_CHANCE)) {
            at = beside_wall(next_room, door & 3);
            if (door & 2)
                set_tile(place, at, TILE_DOOR);
            else
                set_tile(at, place, TILE_DOOR);
        }
        ++door;
        if ((door & 3) == 0) {
            ++next_room;
            if (next_room == room_count)
                return 1;
        }
    }
    return 0;
}
#endif

#endif
