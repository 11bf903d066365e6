/* Phase 3: secret rooms and secret treasures. */

/* Hide some of the rooms that have one connection, behind a secret path in the neighbour's wall. */
static void place_secret_rooms(void)
{
    uint8_t room, neighbour;
    REGISTER struct door_record *door;
    struct room_record *record;

    for (room = 0; room != room_count; ++room) {
        if (room_connections[room] != 1)
            continue;
        record = ROOM_RECORD(room);
        neighbour = CONNECTION_GET_ROOM_ID(ROOM_CONN_DATA(record, 0));
        if (room_is_secret[neighbour])
            continue;
        door = ROOM_DOORS(ROOM_RECORD(neighbour), connection_slot(neighbour, room));
        if (walls_with_doors[neighbour] & wall_bit[DOOR_GET_WALL_SIDE(door)])
            continue;
        if (random_chance(SECRET_ROOM_THRESHOLD)) {
            room_is_secret[room] = 1;
            ++counters.secret_rooms;
            ROOM_SET_STATE(record, ROOM_STATE_SECRET);
            DOOR_SET_IS_SECRET_DOOR(door, 1);
            set_tile(DOOR_GET_X(door), DOOR_GET_Y(door), TILE_SECRET_PATH);
        }
    }
}

/* Build a chamber behind a wall at `place` tiles from its upper or left end; 0 if the ground there
 * is not empty. Empty ground never touches a walkable tile, so the chamber opens no short cut. */
static uint8_t place_chamber(uint8_t room, uint8_t wall, uint8_t place)
{
    uint8_t slot;
    struct room_record *record;
    REGISTER struct door_record *door;

    place_door(0, room, wall);
    if (wall < WALL_TOP)
        door_y[0] = room_y[room] + place;
    else
        door_x[0] = room_x[room] + place;
    beyond_door(0, 1);
    /* A room begins at column and row 2 at least, so neither can have passed below 0. */
    if (tile_x == 0 || tile_x > MAP_WIDTH - 2 || tile_y == 0
        || tile_y > MAP_HEIGHT - 2)
        return 0;
    find_tile(tile_x, tile_y);
    if (!FOUND_TILE_IS_EMPTY)
        return 0;
    rectangle_left = tile_x - 1;
    rectangle_top = tile_y - 1;
    rectangle_right = tile_x + 1;
    rectangle_bottom = tile_y + 1;
    fill_rectangle(TILE_WALL);
    set_tile(tile_x, tile_y, TILE_FLOOR);
    set_tile(door_x[0], door_y[0], TILE_SECRET_PATH);
    record = ROOM_RECORD(room);
    ROOM_SET_TREASURE_WALL_X(record, door_x[0]);
    ROOM_SET_TREASURE_WALL_Y(record, door_y[0]);
    ROOM_SET_STATE(record, ROOM_STATE_TREASURE);
    for (slot = 0; slot != room_connections[room]; ++slot) {
        door = ROOM_DOORS(record, slot);
        DOOR_SET_HAS_TREASURE(door, 1);
    }
    return 1;
}

/* Try a room's walls and all places along them, from random ones onwards; 1 if one took it. */
static uint8_t place_treasure(uint8_t room)
{
    uint8_t n, wall, length, left, place;

    wall = random_below(4);
    for (n = 0; n != 4; ++n) {
        if ((walls_with_door[room] & wall_bit[wall]) == 0) {
            length = wall < WALL_TOP ? room_h[room] : room_w[room];
            place = random_below(length);
            for (left = length; left != 0; --left) {
                if (place_chamber(room, wall, place))
                    return 1;
                ++place;
                if (place == length)
                    place = 0;
            }
        }
        wall = (wall + 1) & 3;
    }
    return 0;
}

/* Put treasure chambers behind walls without doors, each of another room. */
static void place_treasures(void)
{
    uint8_t room, left, chosen;

    /* The cells have all been served: their list now holds the rooms that may take a treasure. */
    left = 0;
    for (room = 0; room != room_count; ++room) {
        if (!room_is_secret[room]) {
            cells[left] = room;
            ++left;
        }
    }
    while (counters.treasures != TREASURE_COUNT && left != 0) {
        chosen = random_below(left);
        if (place_treasure(cells[chosen]))
            ++counters.treasures;
        --left;
        cells[chosen] = cells[left];
    }
    if (counters.treasures != TREASURE_COUNT)
        counters.status |= STATUS_FEWER_TREASURES;
}
