/* Functions with which a game reads and changes the connections of rooms. The generator does not
 * use them: record_end writes all of one end of a corridor at once. */
#include "core/rooms.h"

#ifdef MOST_ROOMS

uint8_t add_connection_to_room(uint8_t room, uint8_t connected_room, uint8_t door_x,
                               uint8_t door_y, uint8_t wall_side, uint8_t corridor_type)
{
    uint8_t slot;
    struct room_record *record;
    struct connection_record *connection;
    struct door_record *door;

    record = ROOM_RECORD(room);
    slot = ROOM_GET_CONNECTIONS(record);
    if (slot == ROOM_CONN_DATA_COUNT || connection_slot(room, connected_room) != NO_ROOM)
        return 0;
    connection = ROOM_CONN_DATA(record, slot);
    CONNECTION_SET_ROOM_ID(connection, connected_room);
    CONNECTION_SET_CORRIDOR_TYPE(connection, corridor_type);
    door = ROOM_DOORS(record, slot);
    DOOR_SET_X(door, door_x);
    DOOR_SET_Y(door, door_y);
    DOOR_SET_WALL_SIDE(door, wall_side);
    ROOM_SET_CONNECTIONS(record, slot + 1);
    return 1;
}

uint8_t room_has_connection_to(uint8_t room, uint8_t target_room)
{
    return connection_slot(room, target_room) != NO_ROOM;
}

uint8_t get_connection_info(uint8_t room, uint8_t target_room, uint8_t *door_x, uint8_t *door_y,
                            uint8_t *wall_side, uint8_t *corridor_type)
{
    uint8_t slot;
    struct room_record *record;
    struct door_record *door;

    slot = connection_slot(room, target_room);
    if (slot == NO_ROOM)
        return 0;
    record = ROOM_RECORD(room);
    door = ROOM_DOORS(record, slot);
    *door_x = DOOR_GET_X(door);
    *door_y = DOOR_GET_Y(door);
    *wall_side = DOOR_GET_WALL_SIDE(door);
    *corridor_type = CONNECTION_GET_CORRIDOR_TYPE(ROOM_CONN_DATA(record, slot));
    return 1;
}

uint8_t remove_last_connection_from_room(uint8_t room)
{
    uint8_t slot, at;
    struct room_record *record;
    uint8_t *bytes;

    record = ROOM_RECORD(room);
    slot = ROOM_GET_CONNECTIONS(record);
    if (slot == 0)
        return 0;
    --slot;
    bytes = (uint8_t *)ROOM_CONN_DATA(record, slot);
    for (at = 0; at != sizeof(struct connection_record); ++at)
        bytes[at] = blank_room[ROOM_CONN_DATA_OFFSET + at];
    bytes = (uint8_t *)ROOM_DOORS(record, slot);
    for (at = 0; at != sizeof(struct door_record); ++at)
        bytes[at] = blank_room[ROOM_DOORS_OFFSET + at];
    bytes = (uint8_t *)ROOM_BREAKPOINTS(record, slot, 0);
    for (at = 0; at != ROOM_BREAKPOINTS_COUNT_2 * sizeof(struct corner_record); ++at)
        bytes[at] = blank_room[ROOM_BREAKPOINTS_OFFSET + at];
    ROOM_SET_CONNECTIONS(record, slot);
    return 1;
}

uint8_t wall_has_doors(uint8_t room, uint8_t wall_side)
{
    uint8_t slot, used;
    struct room_record *record;

    record = ROOM_RECORD(room);
    used = ROOM_GET_CONNECTIONS(record);
    for (slot = 0; slot != used; ++slot) {
        if (DOOR_GET_WALL_SIDE(ROOM_DOORS(record, slot)) == wall_side)
            return 1;
    }
    return 0;
}

#endif
