/* Corridors: where they may run, and the shapes that are tried for a pair of rooms.
 *
 * A corridor runs from a door in the middle of one room's wall to such a door of another room. All
 * decisions are made on rectangles: a run of floor tiles must not touch any room's floor or wall.
 * Rooms are at least three tiles apart and corridors never take a wall tile of a room, so a
 * corridor cannot run over a door or into a third room, and as floors are drawn after walls it
 * cannot seal another corridor.
 */

#define WALL_LEFT 0
#define WALL_RIGHT 1
#define WALL_TOP 2
#define WALL_BOTTOM 3

#define STRAIGHT 0
#define L_SHAPED 1
#define Z_SHAPED 2
#define WINDING 3
#define SHARED 4

#define MOST_RUNS 3

/* The corridors laid so far: their rooms and doors, and their floor in runs of tiles, all of
 * left, top, right and bottom part of the run. */
static uint8_t corridor_count, corridor_end;
static uint8_t corridor_kind[CELL_COUNT];
static uint8_t corridor_room[2 * CELL_COUNT];
static uint8_t corridor_door_x[2 * CELL_COUNT], corridor_door_y[2 * CELL_COUNT];
static uint8_t corridor_wall[2 * CELL_COUNT];
static uint8_t corridor_runs[CELL_COUNT];
static uint8_t run_left[MOST_RUNS * CELL_COUNT], run_top[MOST_RUNS * CELL_COUNT];
static uint8_t run_right[MOST_RUNS * CELL_COUNT], run_bottom[MOST_RUNS * CELL_COUNT];

/* The corridor at hand: its doors, its points (the tile outside the first door, the corners, the
 * tile outside the second door) and how many points there are. */
static uint8_t door_room[2], door_x[2], door_y[2], door_wall[2];
static uint8_t point_x[4], point_y[4];
static uint8_t point_count;

/* A tile as an answer of the functions below. */
static uint8_t tile_x, tile_y;

/* The rooms that it is to join. */
static uint8_t room_a, room_b;

/* Put a door in the middle of a room's wall, at one of the ends of the corridor at hand. */
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
    door_room[at] = owner;
    door_wall[at] = wall;
    door_x[at] = x;
    door_y[at] = y;
}

/* The tile so many tiles outside a door, in tile_x and tile_y. */
static void beyond_door(uint8_t end, uint8_t tiles)
{
    uint8_t at;

    at = end;
    tile_x = door_x[at];
    tile_y = door_y[at];
    switch (door_wall[at]) {
    case WALL_LEFT:
        tile_x -= tiles;
        break;
    case WALL_RIGHT:
        tile_x += tiles;
        break;
    case WALL_TOP:
        tile_y -= tiles;
        break;
    default:
        tile_y += tiles;
        break;
    }
}

/* Does a step out of a door lead towards the column (or row) of a point. */
static uint8_t door_faces(uint8_t end, uint8_t x, uint8_t y)
{
    uint8_t at, faces;

    at = end;
    switch (door_wall[at]) {
    case WALL_LEFT:
        faces = door_x[at] > x;
        break;
    case WALL_RIGHT:
        faces = door_x[at] < x;
        break;
    case WALL_TOP:
        faces = door_y[at] > y;
        break;
    default:
        faces = door_y[at] < y;
        break;
    }
    return faces;
}

/* The walls of a room that face another one: first along the larger axis of distance. */
static uint8_t near_wall, far_wall;

static void find_facing_walls(uint8_t a, uint8_t b)
{
    uint8_t room, across, down, distance_x, distance_y, x, y;

    room = a;
    x = centre_x[room];
    y = centre_y[room];
    room = b;
    distance_x = centre_x[room];
    if (distance_x > x) {
        across = WALL_RIGHT;
        distance_x -= x;
    } else {
        across = WALL_LEFT;
        distance_x = x - distance_x;
    }
    distance_y = centre_y[room];
    if (distance_y > y) {
        down = WALL_BOTTOM;
        distance_y -= y;
    } else {
        down = WALL_TOP;
        distance_y = y - distance_y;
    }
    if (distance_x > distance_y) {
        near_wall = across;
        far_wall = down;
    } else {
        near_wall = down;
        far_wall = across;
    }
}

/* Append the tiles of a row or column between the points `n` and `n` + 1 to the runs of the corridor
 * at hand.
 *
 * cc65 2.19 makes `x0 < x1 ? x0 : x1` of two parameters always the first: hence no such choice. */
static void add_run(uint8_t n)
{
    uint8_t run, x0, y0, x1, y1;

    run = n;
    x0 = point_x[run];
    y0 = point_y[run];
    ++run;
    x1 = point_x[run];
    y1 = point_y[run];
    run = (uint8_t)(MOST_RUNS * corridor_count) + corridor_runs[corridor_count];
    if (x0 < x1) {
        run_left[run] = x0;
        run_right[run] = x1;
    } else {
        run_left[run] = x1;
        run_right[run] = x0;
    }
    if (y0 < y1) {
        run_top[run] = y0;
        run_bottom[run] = y1;
    } else {
        run_top[run] = y1;
        run_bottom[run] = y0;
    }
    ++corridor_runs[corridor_count];
}

/* Do all runs of the corridor at hand keep out of all rooms and their walls.
 *
 * About 20 cycles for each run and room. */
static uint8_t runs_are_clear(void)
{
    uint8_t run, count, room, left, top, right, bottom;

    run = MOST_RUNS * corridor_count;
    for (count = corridor_runs[corridor_count]; count != 0; --count) {
        left = run_left[run];
        top = run_top[run];
        right = run_right[run];
        bottom = run_bottom[run];
        ++run;
        room = room_count;
        do {
            --room;
            /* cc65 compares bytes as bytes only if the simple operand stands on the right. */
            if (ring_right[room] >= left && ring_left[room] <= right && ring_bottom[room] >= top
                && ring_top[room] <= bottom)
                return 0;
        } while (room != 0);
    }
    return 1;
}

/* Lay the corridor at hand through `corners` corners in point_x[1..], if all of it is clear. */
static uint8_t lay(uint8_t kind, uint8_t corners)
{
    uint8_t n, last;

    last = corners + 1;
    beyond_door(0, 1);
    point_x[0] = tile_x;
    point_y[0] = tile_y;
    beyond_door(1, 1);
    point_x[last] = tile_x;
    point_y[last] = tile_y;
    point_count = last + 1;
    corridor_runs[corridor_count] = 0;
    for (n = 0; n != last; ++n)
        add_run(n);
    corridor_kind[corridor_count] = kind;
    return runs_are_clear();
}

/* One segment between rooms whose centres share a row or column. */
static uint8_t dig_straight(uint8_t wall)
{
    place_door(0, room_a, wall);
    place_door(1, room_b, wall ^ 1);
    if (wall < WALL_TOP) {
        if (door_y[0] != door_y[1])
            return 0;
    } else if (door_x[0] != door_x[1])
        return 0;
    return lay(STRAIGHT, 0);
}

/* Two segments: out of a's `wall`, then into the wall of b that faces back along the other axis.
 * Both must lead outward from their doors, so that the corner lies outside both rooms. */
static uint8_t dig_l(uint8_t wall, uint8_t other_wall)
{
    place_door(0, room_a, wall);
    place_door(1, room_b, other_wall ^ 1);
    if (wall < WALL_TOP) {
        point_x[1] = door_x[1];
        point_y[1] = door_y[0];
    } else {
        point_x[1] = door_x[0];
        point_y[1] = door_y[1];
    }
    if (!door_faces(0, point_x[1], point_y[1]) || !door_faces(1, point_x[1], point_y[1]))
        return 0;
    return lay(L_SHAPED, 1);
}

/* Put doors in a's wall and in b's wall opposite; the tiles between them along that axis, 0 if
 * they do not face each other. */
static uint8_t face_doors(uint8_t wall)
{
    uint8_t from, to;

    place_door(0, room_a, wall);
    place_door(1, room_b, wall ^ 1);
    if (wall < WALL_TOP) {
        from = door_x[0];
        to = door_x[1];
    } else {
        from = door_y[0];
        to = door_y[1];
    }
    if (wall & 1) {
        if (to > from)
            return to - from;
    } else if (from > to)
        return from - to;
    return 0;
}

/* The first leg of a Z for doors so far apart: a part of the distance, rounded down, at least 1.
 * By the older rules it reaches as far as the row or column just outside b's door. */
static uint8_t preferred_leg(uint8_t distance)
{
#if CONNECT_BY_RULES
    if (distance > 2)
        return distance - 1;
    return 1;
#else
    uint8_t leg;

    /* Distances are short and the divisor small: subtracting beats a division. */
    for (leg = 0; distance >= FIRST_LEG_DIVISOR; distance -= FIRST_LEG_DIVISOR)
        ++leg;
    if (leg == 0)
        leg = 1;
    return leg;
#endif
}

/* Three segments between doors that face each other, the first one `leg` tiles long. */
static uint8_t dig_z(uint8_t wall, uint8_t leg)
{
    if (leg >= face_doors(wall))
        return 0;
    beyond_door(0, leg);
    point_x[1] = tile_x;
    point_y[1] = tile_y;
    if (wall < WALL_TOP) {
        if (door_y[0] == door_y[1])
            return 0;
        point_x[2] = tile_x;
        point_y[2] = door_y[1];
    } else {
        if (door_x[0] == door_x[1])
            return 0;
        point_x[2] = door_x[1];
        point_y[2] = tile_y;
    }
    return lay(Z_SHAPED, 2);
}

/* Lay the first allowed corridor from room `a` to room `b`; 0 if there is none.
 *
 * Tried in this order: straight; L from either of a's walls that face b; Z with the preferred
 * first leg from either of them; Z with every first leg from either of them. */
static uint8_t dig_corridor(uint8_t a, uint8_t b)
{
    uint8_t walls[2];
    uint8_t n, leg;

    room_a = a;
    room_b = b;
    find_facing_walls(a, b);
    walls[0] = near_wall;
    walls[1] = far_wall;
    if (dig_straight(walls[0]))
        return 1;
    if (dig_l(walls[0], walls[1]) || dig_l(walls[1], walls[0]))
        return 1;
    for (n = 0; n != 2; ++n) {
        if (dig_z(walls[n], preferred_leg(face_doors(walls[n]))))
            return 1;
    }
    for (n = 0; n != 2; ++n) {
        for (leg = 1; leg < face_doors(walls[n]); ++leg) {
            if (dig_z(walls[n], leg))
                return 1;
        }
    }
    return 0;
}

/* ------------------------------------------------------------------------ the last resort */

#include "rarely_run.h"
/* Put the first door of `room` with ground before it at an end of the corridor at hand: the
 * facing walls are tried, then their opposites. */
static void open_door(uint8_t end, uint8_t room, uint8_t other)
{
    uint8_t n, wall;

    find_facing_walls(room, other);
    wall = near_wall;
    for (n = 0; n != 3; ++n) {
        place_door(end, room, wall);
        beyond_door(end, 1);
        if (tile_x >= 1 && tile_x <= MAP_WIDTH - 2 && tile_y >= 1 && tile_y <= MAP_HEIGHT - 2)
            return;
        wall = n == 0 ? far_wall : far_wall ^ 1;
    }
    place_door(end, room, near_wall ^ 1);
}

/* Lay a corridor of any number of turns, which exists for any pair of rooms. It has no runs: it is
 * wound again, by draw_winding, when it is drawn. */
static void dig_winding_corridor(uint8_t a, uint8_t b)
{
    uint8_t run;

    open_door(0, a, b);
    open_door(1, b, a);
    beyond_door(0, 1);
    point_x[1] = tile_x;
    point_y[1] = tile_y;
    beyond_door(1, 1);
    point_x[2] = tile_x;
    point_y[2] = tile_y;
    point_count = 4;
    /* In place of a run where it begins and where it leads. */
    run = MOST_RUNS * corridor_count;
    run_left[run] = point_x[1];
    run_top[run] = point_y[1];
    run_right[run] = tile_x;
    run_bottom[run] = tile_y;
    corridor_kind[corridor_count] = WINDING;
    corridor_runs[corridor_count] = 0;
}

/* Where a winding corridor has come to, and where it leads: column, then row. */
static uint8_t winding_at[2], winding_goal[2];

/* Draw the tiles from where the corridor is to `to`, along one axis, and go there. */
static void wind_to(uint8_t axis, uint8_t to, uint8_t tile)
{
    uint8_t from;

    rectangle_left = rectangle_right = winding_at[0];
    rectangle_top = rectangle_bottom = winding_at[1];
    from = winding_at[axis];
    winding_at[axis] = to;
    if (axis == 0) {
        if (from < to)
            rectangle_right = to;
        else
            rectangle_left = to;
    } else if (from < to)
        rectangle_bottom = to;
    else
        rectangle_top = to;
    draw_rectangle(tile);
}

/* The first room on the way along an axis to the goal's column or row; NO_ROOM if none. */
static uint8_t room_on_way(uint8_t axis)
{
    uint8_t room, found, here, there, across, along, other, nearest, low, high;

    along = axis == 0 ? 0 : CELL_COUNT;
    other = CELL_COUNT - along;
    here = winding_at[axis];
    there = winding_goal[axis];
    across = winding_at[axis ^ 1];
    nearest = 0;
    found = NO_ROOM;
    for (room = 0; room != room_count; ++room, ++along, ++other) {
        if (ring_low[other] > across || ring_high[other] < across)
            continue;
        low = ring_low[along];
        high = ring_high[along];
        if (there > here) {
            if (low > here && low <= there && (found == NO_ROOM || low < nearest)) {
                found = room;
                nearest = low;
            }
        } else if (high >= there && high < here && (found == NO_ROOM || high > nearest)) {
            found = room;
            nearest = high;
        }
    }
    return found;
}

/* Draw a winding corridor from winding_at to winding_goal, as walls or as floor.
 *
 * It runs along the first row to the goal's column, then along that column, and around every room
 * in its way. The ground next to a room's walls is always free: rooms are at least three tiles
 * apart, and the spec forbids rooms that reach across the map. */
static void draw_winding(uint8_t tile)
{
    uint8_t axis, room, along, low, high, front, back, aside, kept;

    for (axis = 0; axis != 2; ++axis) {
        while ((room = room_on_way(axis)) != NO_ROOM) {
            along = room;
            if (axis == 0)
                room += CELL_COUNT;
            else
                along += CELL_COUNT;
            low = ring_low[along];
            high = ring_high[along];
            front = low - 1;
            back = high + 1;
            if (winding_goal[axis] < winding_at[axis]) {
                front = back;
                back = low - 1;
            }
            aside = ring_low[room] - 1;
            kept = winding_at[axis ^ 1];
            if (winding_goal[axis] >= low && winding_goal[axis] <= high) {
                /* The goal is beside this room: around it on the goal's side. */
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
        }
        wind_to(axis, winding_goal[axis], tile);
    }
}
#include "compact_end.h"
