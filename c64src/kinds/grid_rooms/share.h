/* Connections that use an existing corridor: only with `connect: rules`, the older rules. */
#ifndef UNDERCROFT_GRID_ROOMS_SHARE_H
#define UNDERCROFT_GRID_ROOMS_SHARE_H

#include "core/generation.h"
#include "kinds/grid_rooms/corridors.h"

#define TOO_LONG 255

/* Tiles between the door at end 1 of the current corridor and the nearest run of another corridor
 * straight before it; TOO_LONG beyond CORRIDORS_SPUR_LENGTH. */
static uint8_t spur_to(uint8_t corridor)
{
    uint8_t run, left, length, nearest, x, y;

    nearest = TOO_LONG;
    beyond_door(1, 1);
    x = spot_x;
    y = spot_y;
    run = MOST_RUNS * corridor;
    for (left = corridor_runs[corridor]; left != 0; --left, ++run) {
        length = 0;
        switch (written_wall[1]) {
        case WALL_LEFT:
            if (y < run_top[run] || y > run_bottom[run] || x < run_left[run])
                continue;
            if (x > run_right[run])
                length = x - run_right[run];
            break;
        case WALL_RIGHT:
            if (y < run_top[run] || y > run_bottom[run] || x > run_right[run])
                continue;
            if (x < run_left[run])
                length = run_left[run] - x;
            break;
        case WALL_TOP:
            if (x < run_left[run] || x > run_right[run] || y < run_top[run])
                continue;
            if (y > run_bottom[run])
                length = y - run_bottom[run];
            break;
        default:
            if (x < run_left[run] || x > run_right[run] || y > run_bottom[run])
                continue;
            if (y < run_top[run])
                length = run_top[run] - y;
            break;
        }
        if (length <= CORRIDORS_SPUR_LENGTH && length < nearest)
            nearest = length;
    }
    return nearest;
}

/* Let every room bar the current corridor. */
static void bar_all_rooms(void)
{
    for (bar_count = 0; bar_count != room_count; ++bar_count)
        bar_room[bar_count] = bar_count;
}

/* Make a spur of `length` tiles from the door at end 1 the current corridor; 0 if it is not clear.
 * End 0 is that of the corridor that it joins. The only corner is the tile where they meet. */
static uint8_t spur_if_clear(uint8_t length)
{
    corridor_runs[corridor_count] = 0;
    if (length != 0) {
        corridor_runs[corridor_count] = 1;
        beyond_door(1, 1);
        set_point(0);
        beyond_door(1, length);
        set_point(1);
        this_run = MOST_RUNS * corridor_count;
        last_point = 1;
        add_runs();
        bar_all_rooms();
        if (!runs_are_clear())
            return 0;
    }
    beyond_door(1, length + 1);
    set_point(1);
    written_corners = 1;
    corridor_kind[corridor_count] = SHARED;
    return 1;
}

/* The corridor that share_corridor tries next. */
WORK uint8_t next_shared;

/* One step of joining `outside` to `inside` by a corridor that `inside` already has: one of them. At
 * the end the stage is RECORD, or DIG if none is near enough.
 *
 * The rule: a straight spur of at most CORRIDORS_SPUR_LENGTH tiles leads from a wall of `outside` that faces
 * `inside` to the corridor (of no tiles if the corridor passes directly before the door). */
static void share_corridor(void)
{
    uint8_t corridor, n, wall, end, length;

    while (next_shared != corridor_count) {
        corridor = next_shared;
        ++next_shared;
        end = (uint8_t)(corridor << 1);
        if (corridor_room[end] != inside) {
            ++end;
            if (corridor_room[end] != inside)
                continue;
        }
        if (corridor_kind[corridor] == WINDING || corridor_kind[corridor] == SHARED)
            continue;
        find_facing_walls(outside, inside);
        wall = near_wall;
        for (n = 0; n != 2; ++n) {
            place_door(1, outside, wall);
            wall = far_wall;
            length = spur_to(corridor);
            if (length == TOO_LONG)
                continue;
            written_room[0] = inside;
            doors_x[0] = corridor_door_x[end];
            doors_y[0] = corridor_door_y[end];
            written_wall[0] = corridor_wall[end];
            if (spur_if_clear(length)) {
                stage = RECORD;
                return;
            }
        }
        return;
    }
    stage = DIG;
}

#endif
