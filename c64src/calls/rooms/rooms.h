/* The game calls room_at, room_info and connection_info. The twin of pygen/calls/rooms.py. */
#ifndef UNDERCROFT_CALLS_ROOMS_H
#define UNDERCROFT_CALLS_ROOMS_H

#include "calls/request.h"
#include "core/rooms.h"

#ifdef CALLS_ROOM_AT
/* The room whose floor has column X, row A. X: its number, or NO_ROOM. */
void call_room_at(void)
{
    room_sought_x = GAME_REGISTER_X;
    room_sought_y = GAME_A;
    rooms_behind = COUNT_OF_CALLED_ROOMS;
    sought_room = BYTES_AT(CALLED_ROOMS_START);
    GAME_REGISTER_X = find_room();
    GAME_A = GAME_REGISTER_X == NO_ROOM ? CALL_FINDS_NOTHING : CALL_IS_DONE;
}
#endif

#ifdef CALLS_ROOM_INFO
/* What room A is, in ROOM_INFO_BYTES bytes: its floor's first column and row, columns and rows; how many
 * connections it has, its state, distance from the hub, and priority, or 0 in other tables than `rooms`. */
void call_room_info(void)
{
    uint8_t room;
    REGISTER uint8_t *to;
    REGISTER struct called_room_record *record;

    room = GAME_A;
    GAME_A = CALL_IS_REFUSED;
    if (room >= COUNT_OF_CALLED_ROOMS)
        return;
    record = CALLED_ROOM_RECORD(room);
    to = GAME_TO;
    to[0] = CALLED_ROOM_GET_X(record);
    to[1] = CALLED_ROOM_GET_Y(record);
    to[2] = CALLED_ROOM_GET_W(record);
    to[3] = CALLED_ROOM_GET_H(record);
#ifdef CALLED_ROOMS_ARE_JOINED
    to[4] = ROOM_GET_CONNECTIONS(record);
    to[5] = ROOM_GET_STATE(record);
    to[6] = ROOM_GET_HUB_DISTANCE(record);
    to[7] = ROOM_GET_PRIORITY(record);
#else
    to[4] = 0;
    to[5] = 0;
    to[6] = 0;
    to[7] = 0;
#endif
    GAME_A = CALL_IS_DONE;
}
#endif

#ifdef CALLS_CONNECTION_INFO
/* How room X is connected to room A, in CONNECTION_INFO_BYTES bytes: the column and row of its door, the
 * door's wall, and the type of the corridor. X: the slot of the connection in the room's record. */
void call_connection_info(void)
{
    uint8_t slot;
    REGISTER uint8_t *to;
    REGISTER struct room_record *record;
    REGISTER struct door_record *door;

    if (GAME_A >= COUNT_OF_ROOMS || GAME_REGISTER_X >= COUNT_OF_ROOMS) {
        GAME_A = CALL_IS_REFUSED;
        return;
    }
    slot = connection_slot(GAME_REGISTER_X, GAME_A);
    if (slot == NO_ROOM) {
        GAME_REGISTER_X = slot;
        GAME_A = CALL_FINDS_NOTHING;
        return;
    }
    record = ROOM_RECORD(GAME_REGISTER_X);
    door = ROOM_DOORS(record, slot);
    to = GAME_TO;
    to[0] = DOOR_GET_X(door);
    to[1] = DOOR_GET_Y(door);
    to[2] = DOOR_GET_WALL_SIDE(door);
    to[3] = CONNECTION_GET_CORRIDOR_TYPE(ROOM_CONN_DATA(record, slot));
    GAME_REGISTER_X = slot;
    GAME_A = CALL_IS_DONE;
}
#endif

#endif
