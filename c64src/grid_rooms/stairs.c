/* Phase 4: stairs up and down, far apart and never in a secret room. */

/* The room of the highest priority that is not secret, not `other`, and (if that is a room, from
 * which is measured) at least `least` away from it; NO_ROOM if there is none. Of equals the first. */
static uint8_t highest_priority(uint8_t other, uint8_t least)
{
    uint8_t room, best;

    best = NO_ROOM;
    for (room = 0; room != room_count; ++room) {
        if (room_is_secret[room] || room == other)
            continue;
        if (other != NO_ROOM && distance_to(room) < least)
            continue;
        if (best == NO_ROOM || room_priority[room] > room_priority[best])
            best = room;
    }
    return best;
}

/* The room farthest from `other`, from which is measured, that is neither it nor secret; NO_ROOM if
 * there is none. */
static uint8_t farthest_room(uint8_t other)
{
    uint8_t room, best;
    distance_type distance, most;

    best = NO_ROOM;
    most = 0;
    for (room = 0; room != room_count; ++room) {
        if (room_is_secret[room] || room == other)
            continue;
        distance = distance_to(room);
        if (best == NO_ROOM || distance > most) {
            best = room;
            most = distance;
        }
    }
    return best;
}

/* Up stairs in the room of the highest priority, down stairs in the next one far enough away. If
 * none is far enough, the farthest takes the down stairs. */
static void place_stairs(void)
{
    uint8_t up, down;

    up = highest_priority(NO_ROOM, 0);
    if (up == NO_ROOM) {
        counters.status |= STATUS_NO_UP_STAIRS | STATUS_NO_DOWN_STAIRS;
        return;
    }
    counters.up_x = centre_x[up];
    counters.up_y = centre_y[up];
    set_tile(counters.up_x, counters.up_y, TILE_UP_STAIRS);
    measure_from(up);
    down = highest_priority(up, room_count <= STAIRS_FEW_ROOMS ? STAIRS_DISTANCE_FEW
                                                               : STAIRS_DISTANCE_MANY);
    if (down == NO_ROOM)
        down = farthest_room(up);
    if (down == NO_ROOM) {
        counters.status |= STATUS_NO_DOWN_STAIRS;
        return;
    }
    counters.down_x = centre_x[down];
    counters.down_y = centre_y[down];
    set_tile(counters.down_x, counters.down_y, TILE_DOWN_STAIRS);
}
