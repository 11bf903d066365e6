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
static uint8_t corridor_count;
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

/* Put a door in the middle of a room's wall, at one of the ends of the corridor at hand. */
static void place_door(uint8_t end, uint8_t room, uint8_t wall)
{
    door_room[end] = room;
    door_wall[end] = wall;
    door_x[end] = centre_x[room];
    door_y[end] = centre_y[room];
    switch (wall) {
    case WALL_LEFT:
        door_x[end] = room_x[room] - 1;
        break;
    case WALL_RIGHT:
        door_x[end] = room_x[room] + room_w[room];
        break;
    case WALL_TOP:
        door_y[end] = room_y[room] - 1;
        break;
    default:
        door_y[end] = room_y[room] + room_h[room];
        break;
    }
}

/* The tile so many tiles outside a door, in tile_x and tile_y. */
static void beyond_door(uint8_t end, uint8_t tiles)
{
    tile_x = door_x[end];
    tile_y = door_y[end];
    switch (door_wall[end]) {
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
    uint8_t faces;

    switch (door_wall[end]) {
    case WALL_LEFT:
        faces = x < door_x[end];
        break;
    case WALL_RIGHT:
        faces = x > door_x[end];
        break;
    case WALL_TOP:
        faces = y < door_y[end];
        break;
    default:
        faces = y > door_y[end];
        break;
    }
    return faces;
}

/* The walls of a room that face another one: first along the larger axis of distance. */
static uint8_t near_wall, far_wall;

static void find_facing_walls(uint8_t a, uint8_t b)
{
    uint8_t across, down, distance_x, distance_y;

    if (centre_x[b] > centre_x[a]) {
        across = WALL_RIGHT;
        distance_x = centre_x[b] - centre_x[a];
    } else {
        across = WALL_LEFT;
        distance_x = centre_x[a] - centre_x[b];
    }
    if (centre_y[b] > centre_y[a]) {
        down = WALL_BOTTOM;
        distance_y = centre_y[b] - centre_y[a];
    } else {
        down = WALL_TOP;
        distance_y = centre_y[a] - centre_y[b];
    }
    if (distance_x > distance_y) {
        near_wall = across;
        far_wall = down;
    } else {
        near_wall = down;
        far_wall = across;
    }
}

/* Does a run of floor keep out of all rooms and their walls. */
static uint8_t is_clear(uint8_t left, uint8_t top, uint8_t right, uint8_t bottom)
{
    uint8_t room;

    for (room = 0; room != room_count; ++room) {
        if (left <= (uint8_t)(room_x[room] + room_w[room]) && right + 1 >= room_x[room]
            && top <= (uint8_t)(room_y[room] + room_h[room]) && bottom + 1 >= room_y[room])
            return 0;
    }
    return 1;
}

/* Append the tiles of a row or column between two points to the runs of the corridor at hand.
 *
 * cc65 2.19 makes `x0 < x1 ? x0 : x1` of two parameters always the first: hence no such choice. */
static void add_run(uint8_t x0, uint8_t y0, uint8_t x1, uint8_t y1)
{
    uint8_t run;

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

/* Are all runs of the corridor at hand clear. */
static uint8_t runs_are_clear(void)
{
    uint8_t run, left;

    run = MOST_RUNS * corridor_count;
    for (left = corridor_runs[corridor_count]; left != 0; --left) {
        if (!is_clear(run_left[run], run_top[run], run_right[run], run_bottom[run]))
            return 0;
        ++run;
    }
    return 1;
}

/* Lay the corridor at hand through `corners` corners in point_x[1..], if all of it is clear. */
static uint8_t lay(uint8_t kind, uint8_t corners)
{
    uint8_t n;

    beyond_door(0, 1);
    point_x[0] = tile_x;
    point_y[0] = tile_y;
    beyond_door(1, 1);
    point_count = corners + 2;
    point_x[corners + 1] = tile_x;
    point_y[corners + 1] = tile_y;
    corridor_runs[corridor_count] = 0;
    for (n = 0; n != corners + 1; ++n)
        add_run(point_x[n], point_y[n], point_x[n + 1], point_y[n + 1]);
    corridor_kind[corridor_count] = kind;
    return runs_are_clear();
}

/* One segment between rooms whose centres share a row or column. */
static uint8_t dig_straight(uint8_t a, uint8_t b, uint8_t wall)
{
    place_door(0, a, wall);
    place_door(1, b, wall ^ 1);
    if (wall < WALL_TOP) {
        if (door_y[0] != door_y[1])
            return 0;
    } else if (door_x[0] != door_x[1])
        return 0;
    return lay(STRAIGHT, 0);
}

/* Two segments: out of a's `wall`, then into the wall of b that faces back along the other axis.
 * Both must lead outward from their doors, so that the corner lies outside both rooms. */
static uint8_t dig_l(uint8_t a, uint8_t b, uint8_t wall, uint8_t other_wall)
{
    place_door(0, a, wall);
    place_door(1, b, other_wall ^ 1);
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
static uint8_t face_doors(uint8_t a, uint8_t b, uint8_t wall)
{
    place_door(0, a, wall);
    place_door(1, b, wall ^ 1);
    if (!door_faces(0, door_x[1], door_y[1]))
        return 0;
    switch (wall) {
    case WALL_LEFT:
        return door_x[0] - door_x[1];
    case WALL_RIGHT:
        return door_x[1] - door_x[0];
    case WALL_TOP:
        return door_y[0] - door_y[1];
    default:
        break;
    }
    return door_y[1] - door_y[0];
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
static uint8_t dig_z(uint8_t a, uint8_t b, uint8_t wall, uint8_t leg)
{
    if (leg >= face_doors(a, b, wall))
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

    find_facing_walls(a, b);
    walls[0] = near_wall;
    walls[1] = far_wall;
    if (dig_straight(a, b, walls[0]))
        return 1;
    if (dig_l(a, b, walls[0], walls[1]) || dig_l(a, b, walls[1], walls[0]))
        return 1;
    for (n = 0; n != 2; ++n) {
        if (dig_z(a, b, walls[n], preferred_leg(face_doors(a, b, walls[n]))))
            return 1;
    }
    for (n = 0; n != 2; ++n) {
        for (leg = 1; leg < face_doors(a, b, walls[n]); ++leg) {
            if (dig_z(a, b, walls[n], leg))
                return 1;
        }
    }
    return 0;
}

/* Fill the rectangle with floor, or with walls one tile wider all round. */
static void draw_rectangle(uint8_t tile)
{
    if (tile == TILE_WALL) {
        --rectangle_x;
        --rectangle_y;
        rectangle_w += 2;
        rectangle_h += 2;
    }
    fill_rectangle(tile);
}

/* ------------------------------------------------------------------------ the last resort */

/* Draw a run of tiles in a row or column as walls or as floor; the ends may come in any order. */
static void draw_span(uint8_t x0, uint8_t y0, uint8_t x1, uint8_t y1, uint8_t tile)
{
    if (x0 < x1) {
        rectangle_x = x0;
        rectangle_w = x1 - x0 + 1;
    } else {
        rectangle_x = x1;
        rectangle_w = x0 - x1 + 1;
    }
    if (y0 < y1) {
        rectangle_y = y0;
        rectangle_h = y1 - y0 + 1;
    } else {
        rectangle_y = y1;
        rectangle_h = y0 - y1 + 1;
    }
    draw_rectangle(tile);
}

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
    open_door(0, a, b);
    open_door(1, b, a);
    beyond_door(0, 1);
    point_x[1] = tile_x;
    point_y[1] = tile_y;
    beyond_door(1, 1);
    point_x[2] = tile_x;
    point_y[2] = tile_y;
    point_count = 4;
    corridor_kind[corridor_count] = WINDING;
    corridor_runs[corridor_count] = 0;
}

/* The first room in row `y` on the way from column `x` to `goal`; NO_ROOM if none. */
static uint8_t room_in_row(uint8_t y, uint8_t x, uint8_t goal)
{
    uint8_t room, found, left, right;

    found = NO_ROOM;
    for (room = 0; room != room_count; ++room) {
        if (y + 1 < room_y[room] || y > (uint8_t)(room_y[room] + room_h[room]))
            continue;
        left = room_x[room] - 1;
        right = room_x[room] + room_w[room];
        if (goal > x) {
            if (x < left && left <= goal && (found == NO_ROOM || room_x[room] < room_x[found]))
                found = room;
        } else if (goal <= right && right < x
                   && (found == NO_ROOM
                       || right > (uint8_t)(room_x[found] + room_w[found])))
            found = room;
    }
    return found;
}

/* The first room in column `x` on the way from row `y` to `goal`; NO_ROOM if none. */
static uint8_t room_in_column(uint8_t x, uint8_t y, uint8_t goal)
{
    uint8_t room, found, top, bottom;

    found = NO_ROOM;
    for (room = 0; room != room_count; ++room) {
        if (x + 1 < room_x[room] || x > (uint8_t)(room_x[room] + room_w[room]))
            continue;
        top = room_y[room] - 1;
        bottom = room_y[room] + room_h[room];
        if (goal > y) {
            if (y < top && top <= goal && (found == NO_ROOM || room_y[room] < room_y[found]))
                found = room;
        } else if (goal <= bottom && bottom < y
                   && (found == NO_ROOM
                       || bottom > (uint8_t)(room_y[found] + room_h[found])))
            found = room;
    }
    return found;
}

/* Draw a winding corridor from (x, y) to (goal_x, goal_y), as walls or as floor.
 *
 * It runs along the first row to the goal's column, then along that column, and around every room
 * in its way. The ground next to a room's walls is always free: rooms are at least three tiles
 * apart, and the spec forbids rooms that reach across the map. */
static void draw_winding(uint8_t x, uint8_t y, uint8_t goal_x, uint8_t goal_y, uint8_t tile)
{
    uint8_t room, front, back, aside, left, top, right, bottom;

    draw_span(x, y, x, y, tile);
    while (x != goal_x) {
        room = room_in_row(y, x, goal_x);
        if (room == NO_ROOM) {
            draw_span(x, y, goal_x, y, tile);
            x = goal_x;
            break;
        }
        left = room_x[room] - 1;
        top = room_y[room] - 1;
        right = room_x[room] + room_w[room];
        bottom = room_y[room] + room_h[room];
        if (goal_x > x) {
            front = left - 1;
            back = right + 1;
        } else {
            front = right + 1;
            back = left - 1;
        }
        draw_span(x, y, front, y, tile);
        if (left <= goal_x && goal_x <= right) {
            back = goal_x;
            aside = goal_y < top ? top - 1 : bottom + 1;
        } else
            aside = top > 1 ? top - 1 : bottom + 1;
        draw_span(front, y, front, aside, tile);
        draw_span(front, aside, back, aside, tile);
        x = back;
        y = aside;
    }
    while (y != goal_y) {
        room = room_in_column(x, y, goal_y);
        if (room == NO_ROOM) {
            draw_span(x, y, x, goal_y, tile);
            return;
        }
        left = room_x[room] - 1;
        top = room_y[room] - 1;
        right = room_x[room] + room_w[room];
        bottom = room_y[room] + room_h[room];
        if (goal_y > y) {
            front = top - 1;
            back = bottom + 1;
        } else {
            front = bottom + 1;
            back = top - 1;
        }
        aside = left > 1 ? left - 1 : right + 1;
        draw_span(x, y, x, front, tile);
        draw_span(x, front, aside, front, tile);
        draw_span(aside, front, aside, back, tile);
        draw_span(aside, back, x, back, tile);
        y = back;
    }
}
