/* Phase 2: a spanning tree of corridors, by Prim's algorithm over Manhattan distances between
 * room centres. */

#if MAP_WIDTH + MAP_HEIGHT > 255
typedef uint16_t distance_type;
#define TOO_FAR 0xFFFF
#else
typedef uint8_t distance_type;
#define TOO_FAR 0xFF
#endif

/* For every room outside the tree: the tree's nearest room that can still take a connection, and
 * how far it is; NO_ROOM and TOO_FAR if every pair has been tried in vain. */
static distance_type tree_distance[CELL_COUNT];
static uint8_t nearest_inside[CELL_COUNT];

/* The centre from which distance_to measures. */
static uint8_t from_x, from_y;

static void measure_from(uint8_t room)
{
    uint8_t at;

    at = room;
    from_x = centre_x[at];
    from_y = centre_y[at];
}

/* Tiles from there to the centre of a room, along the axes. */
INLINE distance_type distance_to(uint8_t room)
{
    uint8_t span;
    distance_type distance;

    span = centre_x[room];
    if (span > from_x)
        distance = span - from_x;
    else
        distance = from_x - span;
    span = centre_y[room];
    if (span > from_y)
        distance += span - from_y;
    else
        distance += from_y - span;
    return distance;
}

/* Take a room into the tree, and offer it to all rooms outside. */
static void add_to_tree(uint8_t room)
{
    uint8_t other, joined;
    distance_type distance;

    joined = room;
    is_inside[joined] = 1;
    measure_from(joined);
    for (other = 0; other != room_count; ++other) {
        if (is_inside[other])
            continue;
        distance = distance_to(other);
        if (tree_distance[other] < distance
            || (tree_distance[other] == distance && nearest_inside[other] < joined))
            continue;
        tree_distance[other] = distance;
        nearest_inside[other] = joined;
    }
}

/* The room outside the tree that is nearest to it; NO_ROOM if none can be joined. */
static uint8_t nearest_outside(void)
{
    uint8_t room, best, best_nearest;
    distance_type best_distance;

    best = NO_ROOM;
    best_distance = TOO_FAR;
    best_nearest = NO_ROOM;
    for (room = 0; room != room_count; ++room) {
        if (is_inside[room] || tree_distance[room] == TOO_FAR)
            continue;
        if (tree_distance[room] < best_distance
            || (tree_distance[room] == best_distance && nearest_inside[room] < best_nearest)) {
            best = room;
            best_distance = tree_distance[room];
            best_nearest = nearest_inside[room];
        }
    }
    return best;
}

/* The tree's next room for `outside`, beyond the one at `distance` with index `after`. */
static void find_nearest(uint8_t outside, distance_type distance, uint8_t after)
{
    uint8_t room, best;
    distance_type reach, best_distance;

    best = NO_ROOM;
    best_distance = TOO_FAR;
    measure_from(outside);
    for (room = 0; room != room_count; ++room) {
        if (!is_inside[room] || room_connections[room] == MAX_CONNECTIONS)
            continue;
        reach = distance_to(room);
        if (reach < distance || (reach == distance && room <= after))
            continue;
        if (reach < best_distance) {
            best = room;
            best_distance = reach;
        }
    }
    nearest_inside[outside] = best;
    tree_distance[outside] = best_distance;
}

/* A room has all the connections it can take: who was nearest to it must look elsewhere. */
static void leave_full_room(uint8_t full)
{
    uint8_t room;

    for (room = 0; room != room_count; ++room) {
        if (!is_inside[room] && nearest_inside[room] == full)
            find_nearest(room, tree_distance[room], full);
    }
}

/* No room outside can be joined to any in the tree, as far as is known. */
static void forget_distances(void)
{
    uint8_t room;

    for (room = 0; room != room_count; ++room) {
        tree_distance[room] = TOO_FAR;
        nearest_inside[room] = NO_ROOM;
    }
}

/* The room outside of the nearest pair, whatever has been tried; its partner, which is in the tree
 * and not full, is its nearest_inside. */
static uint8_t nearest_of_all(void)
{
    uint8_t room;

    for (room = 0; room != room_count; ++room) {
        if (!is_inside[room])
            find_nearest(room, 0, 0);
    }
    return nearest_outside();
}

/* Write one end of the corridor at hand into its room's record; its corners are in point_x[1..],
 * in the order from the first door. */
static void record_end(uint8_t end)
{
    uint8_t room, slot, corners, corner, point, bit;
    REGISTER struct connection_record *connection;
    REGISTER struct door_record *door;
    REGISTER struct corner_record *place;
    struct room_record *record;

    point = end;
    room = door_room[point];
    slot = room_connections[room];
    ASSERT("record_end: a full room", slot < MAX_CONNECTIONS);
    record = ROOM_RECORD(room);
    bit = slot + 1;
    room_connections[room] = bit;
    ROOM_SET_CONNECTIONS(record, bit);
    connection = ROOM_CONN_DATA(record, slot);
    bit = point ^ 1;
    CONNECTION_SET_ROOM_ID(connection, door_room[bit]);
    CONNECTION_SET_CORRIDOR_TYPE(connection, corridor_kind[corridor_count]);
    door = ROOM_DOORS(record, slot);
    bit = door_x[point];
    DOOR_SET_X(door, bit);
    corridor_door_x[corridor_end] = bit;
    bit = door_y[point];
    DOOR_SET_Y(door, bit);
    corridor_door_y[corridor_end] = bit;
    bit = door_wall[point];
    DOOR_SET_WALL_SIDE(door, bit);
    corridor_wall[corridor_end] = bit;
    corridor_room[corridor_end] = room;
    ++corridor_end;
    bit = wall_bit[bit];
    walls_with_doors[room] |= walls_with_door[room] & bit;
    walls_with_door[room] |= bit;
    corners = point_count - 2;
    for (corner = 0; corner != corners; ++corner) {
        point = end == 0 ? corner + 1 : corners - corner;
        place = ROOM_BREAKPOINTS(record, slot, corner);
        CORNER_SET_X(place, point_x[point]);
        CORNER_SET_Y(place, point_y[point]);
    }
}

/* Write the corridor at hand into the records of both its rooms. */
static void record_corridor(void)
{
    record_end(0);
    record_end(1);
    ++counters.corridors[corridor_kind[corridor_count]];
    ++corridor_count;
}

/* Draw the floor (or, one tile wider all round, the walls) of all corridors. */
static void draw_runs(uint8_t tile)
{
    uint8_t corridor, run, left;

    for (corridor = 0; corridor != corridor_count; ++corridor) {
        run = MOST_RUNS * corridor;
        if (corridor_kind[corridor] == WINDING) {
            winding_at[0] = run_left[run];
            winding_at[1] = run_top[run];
            winding_goal[0] = run_right[run];
            winding_goal[1] = run_bottom[run];
            draw_winding(tile);
            continue;
        }
        for (left = corridor_runs[corridor]; left != 0; --left, ++run) {
            rectangle_left = run_left[run];
            rectangle_top = run_top[run];
            rectangle_right = run_right[run];
            rectangle_bottom = run_bottom[run];
            draw_rectangle(tile);
        }
    }
}

/* Put the corridors on the map: all walls first, so that no wall can seal a floor. */
static void draw_corridors(void)
{
    uint8_t end;

    draw_runs(TILE_WALL);
    draw_runs(TILE_FLOOR);
    end = corridor_end;
    do {
        --end;
        set_tile(corridor_door_x[end], corridor_door_y[end], TILE_DOOR);
    } while (end != 0);
}

/* Lay the next corridor of the tree and take its room in. */
static void join_next_room(void)
{
    uint8_t inside, outside, joined, distance;

    do {
        outside = nearest_outside();
        if (outside == NO_ROOM) {
            outside = nearest_of_all();
            inside = nearest_inside[outside];
            forget_distances();
            dig_winding_corridor(inside, outside);
            break;
        }
        inside = nearest_inside[outside];
        joined = 0;
#if CONNECT_BY_RULES
        joined = share_corridor(inside, outside);
#endif
        if (!joined)
            joined = dig_corridor(inside, outside);
        if (!joined)
            find_nearest(outside, tree_distance[outside], inside);
    } while (!joined);
    record_corridor();
    distance = ROOM_GET_HUB_DISTANCE(ROOM_RECORD(inside)) + 1;
    ROOM_SET_HUB_DISTANCE(ROOM_RECORD(outside), distance);
    if (room_connections[inside] == MAX_CONNECTIONS)
        leave_full_room(inside);
    add_to_tree(outside);
}

/* Join all rooms and draw the corridors.
 *
 * Pairs are tried nearest first, ties by the lower index, first of the tree's room, then of the
 * other one. Where no allowed corridor joins a pair, the next is tried; where none joins any pair,
 * the nearest is joined by a winding corridor, which always exists. */
static void connect_rooms(void)
{
    uint8_t room;

    corridor_count = 0;
    corridor_end = 0;
    if (room_count < 2)
        return;
    forget_distances();
    add_to_tree(0);
    for (room = room_count - 1; room != 0; --room)
        join_next_room();
    draw_corridors();
}
