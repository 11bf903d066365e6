/* Phase 3: secret rooms and secret treasures. */

/* Does any other connection of the room leave by the same wall as the one in `slot`. */
static uint8_t has_second_door(uint8_t room, uint8_t slot)
{
    uint8_t n, wall;
    struct room_record *record;

    record = ROOM_RECORD(room);
    wall = DOOR_GET_WALL_SIDE(ROOM_DOORS(record, slot));
    for (n = 0; n != room_connections[room]; ++n) {
        if (n != slot && DOOR_GET_WALL_SIDE(ROOM_DOORS(record, n)) == wall)
            return 1;
    }
    return 0;
}

/* Hide some of the rooms that have one connection, behind a secret path in the neighbour's wall. */
static void place_secret_rooms(void)
{
    uint8_t room, neighbour, slot;
    struct room_record *record;
    struct door_record *door;

    for (room = 0; room != room_count; ++room) {
        if (room_connections[room] != 1)
            continue;
        record = ROOM_RECORD(room);
        neighbour = CONNECTION_GET_ROOM_ID(ROOM_CONN_DATA(record, 0));
        slot = connection_slot(neighbour, room);
        if (room_is_secret[neighbour] || has_second_door(neighbour, slot))
            continue;
        if (random_chance(SECRET_ROOM_THRESHOLD)) {
            room_is_secret[room] = 1;
            ++counters.secret_rooms;
            ROOM_SET_STATE(record, ROOM_STATE_SECRET);
            door = ROOM_DOORS(ROOM_RECORD(neighbour), slot);
            DOOR_SET_IS_SECRET_DOOR(door, 1);
            set_tile(DOOR_GET_X(door), DOOR_GET_Y(door), TILE_SECRET_PATH);
        }
    }
}

/* Build a chamber behind a wall at `place` tiles from its upper or left end; 0 if the ground there
 * is not empty. Empty ground never touches a walkable tile, so the chamber opens no short cut. */
static uint8_t place_chamber(uint8_t room, uint8_t wall, uint8_t place)
{
    uint8_t x, y, chamber_x, chamber_y, slot;
    struct room_record *record;

    x = room_x[room];
    y = room_y[room];
    if (wall < WALL_TOP)
        y += place;
    else
        x += place;
    chamber_x = x;
    chamber_y = y;
    switch (wall) {
    case WALL_LEFT:
        --x;
        chamber_x -= 2;
        break;
    case WALL_RIGHT:
        x += room_w[room];
        chamber_x = x + 1;
        break;
    case WALL_TOP:
        --y;
        chamber_y -= 2;
        break;
    default:
        y += room_h[room];
        chamber_y = y + 1;
        break;
    }
    /* A room begins at column and row 2 at least, so neither can have passed below 0. */
    if (chamber_x == 0 || chamber_x > MAP_WIDTH - 2 || chamber_y == 0
        || chamber_y > MAP_HEIGHT - 2)
        return 0;
    if (get_tile(chamber_x, chamber_y) != TILE_EMPTY)
        return 0;
    rectangle_x = chamber_x - 1;
    rectangle_y = chamber_y - 1;
    rectangle_w = 3;
    rectangle_h = 3;
    fill_rectangle(TILE_WALL);
    set_tile(chamber_x, chamber_y, TILE_FLOOR);
    set_tile(x, y, TILE_SECRET_PATH);
    record = ROOM_RECORD(room);
    ROOM_SET_TREASURE_WALL_X(record, x);
    ROOM_SET_TREASURE_WALL_Y(record, y);
    ROOM_SET_STATE(record, ROOM_STATE_TREASURE);
    for (slot = 0; slot != room_connections[room]; ++slot)
        DOOR_SET_HAS_TREASURE(ROOM_DOORS(record, slot), 1);
    return 1;
}

/* Try a room's walls and all places along them, from random ones onwards; 1 if one took it. */
static uint8_t place_treasure(uint8_t room)
{
    uint8_t n, wall, length, left, place;

    wall = random_below(4);
    for (n = 0; n != 4; ++n) {
        if (!wall_has_doors(room, wall)) {
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
