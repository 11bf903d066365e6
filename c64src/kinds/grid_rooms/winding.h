/* Winding corridors: the last resort, for a room that no corridor of two or three segments joins.
 *
 * A winding corridor exists for every pair of rooms. It is routed anew each time it is drawn, so
 * that it needs no memory for its turns.
 */
#ifndef UNDERCROFT_GRID_ROOMS_WINDING_H
#define UNDERCROFT_GRID_ROOMS_WINDING_H

#include "core/generation.h"
#include "kinds/grid_rooms/corridors.h"
#include "kinds/grid_rooms/runs.h"

#include "core/small_code_begin.h"
/* Put the first door of `room` with ground before it at an end of the current corridor: the facing
 * walls are tried, then their opposites. */
static void open_door(uint8_t end, uint8_t room, uint8_t other)
{
    uint8_t n, wall;

    find_facing_walls(room, other);
    wall = near_wall;
    for (n = 0; n != 3; ++n) {
        place_door(end, room, wall);
        beyond_door(end, 1);
        if (spot_is_interior())
            return;
        wall = n == 0 ? far_wall : far_wall ^ 1;
    }
    place_door(end, room, near_wall ^ 1);
}

/* Make a corridor of any number of turns from the inside room to the outside one the current one.
 * It has no runs; in place of its first run it keeps the tiles between which draw_winding routes
 * it. */
static void dig_winding_corridor(void)
{
    uint8_t run;

    open_door(0, inside, outside);
    open_door(1, outside, inside);
    beyond_door(0, 1);
    set_point(1);
    beyond_door(1, 1);
    set_point(2);
    written_corners = 2;
    run = MOST_RUNS * corridor_count;
    run_left[run] = point_x[1];
    run_top[run] = point_y[1];
    run_right[run] = spot_x;
    run_bottom[run] = spot_y;
    corridor_kind[corridor_count] = WINDING;
    corridor_runs[corridor_count] = 0;
}

/* Where draw_winding has come to, its goal (column, then row), and the axis along which it runs. */
WORK uint8_t winding_position[2], winding_goal[2];
WORK uint8_t winding_axis;
#define NOT_WINDING 2

/* Draw the tiles from the position to the column (axis 0) or row (axis 1) `to`, and go there. */
static void wind_to(uint8_t axis, uint8_t to, uint8_t tile)
{
    run_left[OWN_RUN] = run_right[OWN_RUN] = winding_position[0];
    run_top[OWN_RUN] = run_bottom[OWN_RUN] = winding_position[1];
    winding_position[axis] = to;
    if (winding_position[0] < run_left[OWN_RUN])
        run_left[OWN_RUN] = winding_position[0];
    else
        run_right[OWN_RUN] = winding_position[0];
    if (winding_position[1] < run_top[OWN_RUN])
        run_top[OWN_RUN] = winding_position[1];
    else
        run_bottom[OWN_RUN] = winding_position[1];
    draw_runs(OWN_RUN, 1, tile);
}

/* The first room on the way along an axis to the goal's column or row; NO_ROOM if none.
 *
 * A way to the left or up is seen in a mirror, where coordinate n is 255 - n: there it leads to the
 * right or down, too. */
static uint8_t room_on_way(uint8_t axis)
{
    uint8_t room, first, mirror, here, across, along, other, end, low;

    along = axis == 0 ? 0 : ROOMS_CAPACITY;
    other = ROOMS_CAPACITY - along;
    here = winding_position[axis];
    end = winding_goal[axis];
    across = winding_position[axis ^ 1];
    mirror = 0;
    if (end < here)
        mirror = 255;
    here ^= mirror;
    end ^= mirror;
    ++end;
    first = NO_ROOM;
    for (room = 0; room != room_count; ++room, ++along, ++other) {
        if (ring_low[other] > across || ring_high[other] < across)
            continue;
        low = ring_low[along];
        if (mirror)
            low = ring_high[along] ^ 255;
        if (low > here && low < end) {
            first = room;
            end = low;
        }
    }
    return first;
}

/* One step of drawing a winding corridor from winding_position to winding_goal, as walls or as
 * floor: up to the next room in its way, and around it.
 *
 * It runs along the first row to the goal's column, then along that column, and around every room
 * in its way. The ground next to a room's walls is always free: rooms are at least three tiles
 * apart, and the spec forbids rooms that reach across the map. */
static uint8_t draw_winding(uint8_t tile)
{
    uint8_t axis, room, along, low, high, front, back, aside, kept;

    for (; winding_axis != NOT_WINDING; ++winding_axis) {
        axis = winding_axis;
        room = room_on_way(axis);
        if (room != NO_ROOM) {
            along = room;
            if (axis == 0)
                room += ROOMS_CAPACITY;
            else
                along += ROOMS_CAPACITY;
            low = ring_low[along];
            high = ring_high[along];
            /* Both values in both branches: values that are exchanged after they were set come out
             * wrong with OSCAR64 (a canary shows it). */
            if (winding_goal[axis] < winding_position[axis]) {
                front = high + 1;
                back = low - 1;
            } else {
                front = low - 1;
                back = high + 1;
            }
            aside = ring_low[room] - 1;
            kept = winding_position[axis ^ 1];
            if (winding_goal[axis] >= low && winding_goal[axis] <= high) {
                /* The goal is beside this room: pass it on the goal's side. */
                back = winding_goal[axis];
                if (winding_goal[axis ^ 1] > aside)
                    aside = ring_high[room] + 1;
            } else if (aside == 0)
                aside = ring_high[room] + 1;
            wind_to(axis, front, tile);
            wind_to(axis ^ 1, aside, tile);
            wind_to(axis, back, tile);
            if (axis != 0)
                wind_to(0, kept, tile);
            return 1;
        }
        wind_to(axis, winding_goal[axis], tile);
    }
    return 0;
}
#include "core/small_code_end.h"

#endif
