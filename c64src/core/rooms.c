#include "core/rooms.h"

#ifdef MOST_ROOMS

uint8_t connection_slot(uint8_t room, uint8_t target_room)
{
    uint8_t slot, used;
    struct room_record *record;

    record = ROOM_RECORD(room);
    used = ROOM_GET_CONNECTIONS(record);
    for (slot = 0; slot != used; ++slot) {
        if (CONNECTION_GET_ROOM_ID(ROOM_CONN_DATA(record, slot)) == target_room)
            return slot;
    }
    return NO_ROOM;
}

#endif
