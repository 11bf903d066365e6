/* The phase `secret rooms`: some rooms with a single connection become secret. */
#ifndef UNDERCROFT_GRID_ROOMS_SECRET_ROOMS_H
#define UNDERCROFT_GRID_ROOMS_SECRET_ROOMS_H

#include "core/generation.h"
#include "core/rooms.h"
#include "core/tilemap.h"
#include "kinds/grid_rooms/common.h"

#include "core/small_code_begin.h"

/* Perhaps hide the room next_room, if it has one connection, behind a secret path in the neighbour's
 * wall. The neighbour must not be secret itself, and must have no other door in that wall. */
INLINE void hide_room(void)
{
    uint8_t hidden, neighbour, wall;
    REGISTER struct door_record *door;
    struct room_record *record;

    hidden = next_room;
    if (room_connections[hidden] != 1)
        return;
    record = ROOM_RECORD(hidden);
    neighbour = CONNECTION_GET_ROOM_ID(ROOM_CONN_DATA(record, 0));
    if (room_is_secret[neighbour])
        return;
    door = ROOM_DOORS(ROOM_RECORD(neighbour), connection_slot(neighbour, hidden));
    wall = DOOR_GET_WALL_SIDE(door);
    if (walls_with_doors[neighbour] & wall_bit[wall])
        return;
    if (random_chance(SECRETS_ROOM_CHANCE)) {
        room_is_secret[hidden] = 1;
        ++FIGURES->secret_rooms;
        ROOM_SET_STATE(record, ROOM_STATE_SECRET);
        DOOR_SET_IS_SECRET_DOOR(door, 1);
        set_tile(DOOR_GET_X(door), DOOR_GET_Y(door), TILE_SECRET_PATH);
    }
}

/* One step of hiding some of the rooms with one connection: it looks at a few. */
static void place_secret_rooms(void)
{
    if (stage == 0) {
        next_room = 0;
        stage = 1;
    }
    do {
        hide_room();
        ++next_room;
        if (next_room == room_count) {
            stage = PHASE_DONE;
            break;
        }
    } while ((next_room & (HIDDEN_AT_ONCE - 1)) != 0);
}
#include "core/small_code_end.h"

#endif
