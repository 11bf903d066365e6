/* Writing a corridor into the records of the rooms that it joins. The twin of pygen/engine/dungeon/recording.py. */
#ifndef UNDERCROFT_WRITE_CORRIDOR_H
#define UNDERCROFT_WRITE_CORRIDOR_H

#include "core/assertion.h"
#include "core/generation.h"

/* The corridor: at each end its room and the opening, with the wall in which that is; its corners from the first
 * end on, two at most, and its type. */
static uint8_t written_room[2], written_x[2], written_y[2], written_wall[2];
static uint8_t written_corner_x[2], written_corner_y[2], written_corners, written_type;

/* Whether a room's record can hold another corridor. The kinds that record corridors have a key for that. */
static NOINLINE uint8_t has_free_slot(uint8_t room)
{
    REGISTER struct room_record *record;

    record = ROOM_RECORD(room);
    return ROOM_GET_CONNECTIONS(record) < CORRIDORS_MAX_CONNECTIONS;
}

/* Write one end of the corridor into the record of its room, which has a free slot: some 900 cycles. */
static NOINLINE void write_end(uint8_t end)
{
    uint8_t slot, at, from, value;
    REGISTER struct connection_record *connection;
    REGISTER struct door_record *door;
    REGISTER struct corner_record *corner;
    struct room_record *record;

    record = ROOM_RECORD(written_room[end]);
    slot = ROOM_GET_CONNECTIONS(record);
    ASSERT("write_end: a full room", slot < ROOM_CONN_DATA_COUNT);
    value = slot + 1;
    ROOM_SET_CONNECTIONS(record, value);
    connection = ROOM_CONN_DATA(record, slot);
    value = written_room[end ^ 1];
    CONNECTION_SET_ROOM_ID(connection, value);
    value = written_type;
    CONNECTION_SET_CORRIDOR_TYPE(connection, value);
    door = ROOM_DOORS(record, slot);
    value = written_x[end];
    DOOR_SET_X(door, value);
    value = written_y[end];
    DOOR_SET_Y(door, value);
    value = written_wall[end];
    DOOR_SET_WALL_SIDE(door, value);
    value = (ROOM_GET_STATE(record) >> 1) & 1;
    DOOR_SET_HAS_TREASURE(door, value);
    for (at = 0; at != written_corners; ++at) {
        from = at;
        if (end != 0)
            from = (uint8_t)(written_corners - 1 - at);
        corner = ROOM_BREAKPOINTS(record, slot, at);
        value = written_corner_x[from];
        CORNER_SET_X(corner, value);
        value = written_corner_y[from];
        CORNER_SET_Y(corner, value);
    }
}

/* Write the corridor into the records of both rooms. */
static NOINLINE void write_corridor(void)
{
    write_end(0);
    write_end(1);
}

#endif
