#include "core/mapgen.h"

uint8_t mapgen_find_room_at_position(uint8_t x, uint8_t y)
{
#ifdef MOST_ROOMS
    uint8_t room, count;
    struct room_record *record;

    count = dungeon_rooms(mapgen_selected);
    for (room = 0; room != count; ++room) {
        record = ROOM_RECORD(room);
        if (x >= ROOM_GET_X(record) && x - ROOM_GET_X(record) < ROOM_GET_W(record)
            && y >= ROOM_GET_Y(record) && y - ROOM_GET_Y(record) < ROOM_GET_H(record))
            return room;
    }
#else
    (void)x;
    (void)y;
#endif
    return NO_ROOM;
}
