/* Connections served by an existing corridor: `connect: rules`, document 004's older variant. */

#define TOO_LONG 255

/* Tiles between the door at end 1 of the corridor at hand and the nearest run of a corridor
 * straight before it; TOO_LONG beyond SPUR_LENGTH. */
static uint8_t spur_to(uint8_t corridor)
{
    uint8_t run, left, length, nearest, x, y;

    nearest = TOO_LONG;
    beyond_door(1, 1);
    x = tile_x;
    y = tile_y;
    run = MOST_RUNS * corridor;
    for (left = corridor_runs[corridor]; left != 0; --left, ++run) {
        length = 0;
        switch (door_wall[1]) {
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
        if (length <= SPUR_LENGTH && length < nearest)
            nearest = length;
    }
    return nearest;
}

/* Lay a spur of `length` tiles from the door at end 1, whose first end is that of another
 * corridor; 0 if the spur is not clear. Its corner is the tile where it meets the corridor. */
static uint8_t lay_spur(uint8_t length)
{
    corridor_runs[corridor_count] = 0;
    if (length != 0) {
        beyond_door(1, 1);
        point_x[0] = tile_x;
        point_y[0] = tile_y;
        beyond_door(1, length);
        point_x[1] = tile_x;
        point_y[1] = tile_y;
        add_run(0);
        if (!runs_are_clear())
            return 0;
    }
    beyond_door(1, length + 1);
    point_x[1] = tile_x;
    point_y[1] = tile_y;
    point_count = 3;
    corridor_kind[corridor_count] = SHARED;
    return 1;
}

/* Join `outside` to `inside` by a corridor that `inside` has already, if one is near enough; 0 if
 * none is.
 *
 * The rule: a straight spur of at most SPUR_LENGTH tiles leads from a wall of `outside` that faces
 * `inside` to the corridor (of no tiles, if the corridor passes right before the door). */
static uint8_t share_corridor(uint8_t inside, uint8_t outside)
{
    uint8_t corridor, n, wall, end, length;

    for (corridor = 0; corridor != corridor_count; ++corridor) {
        if (corridor_kind[corridor] == WINDING || corridor_kind[corridor] == SHARED)
            continue;
        end = corridor << 1;
        if (corridor_room[end] != inside) {
            ++end;
            if (corridor_room[end] != inside)
                continue;
        }
        find_facing_walls(outside, inside);
        wall = near_wall;
        for (n = 0; n != 2; ++n) {
            place_door(1, outside, wall);
            wall = far_wall;
            length = spur_to(corridor);
            if (length == TOO_LONG)
                continue;
            door_room[0] = inside;
            door_x[0] = corridor_door_x[end];
            door_y[0] = corridor_door_y[end];
            door_wall[0] = corridor_wall[end];
            if (lay_spur(length))
                return 1;
        }
    }
    return 0;
}
