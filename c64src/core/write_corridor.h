/* Writing a corridor into the records of the rooms that it joins. The twin of pygen/engine/dungeon/recording.py. */
#ifndef UNDERCROFT_WRITE_CORRIDOR_H
#define UNDERCROFT_WRITE_CORRIDOR_H

#include "core/assertion.h"
#include "core/generation.h"

/* The corridor: at each end its room and the opening, with the wall in which that is. The columns of both openings, then
 * their rows: for code that works along either axis. */
static uint8_t written_room[2], written_at[4], written_wall[2];
#define written_x written_at
#define written_y (written_at + 2)

/* Its points, four columns, then four rows: from entry 1 on its corners from the first end on, two at most. What the
 * other entries hold does not matter here. How many corners there are, and its type. */
static uint8_t written_point[8], written_corners, written_type;

/* The end that is written. */
static uint8_t written_end;

/* Write this end of the corridor into the record of its room, which has a free slot: some 900 cycles. */
static NOINLINE void write_end(void)
{
    uint8_t end, slot, at, from, value;
    REGISTER struct connection_record *connection;
    REGISTER struct door_record *door;
    REGISTER struct corner_record *corner;
    struct room_record *record;

    end = written_end;
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
        from = at + 1;
        if (end != 0)
            from = written_corners - at;
        corner = ROOM_BREAKPOINTS(record, slot, at);
        value = written_point[from];
        CORNER_SET_X(corner, value);
        value = (written_point + 4)[from];
        CORNER_SET_Y(corner, value);
    }
}

#endif
