#include "core/mapgen.h"

uint8_t mapgen_selected;

void mapgen_select(uint8_t dungeon)
{
    mapgen_selected = dungeon < DUNGEON_COUNT ? dungeon : DUNGEON_COUNT - 1;
}

void mapgen_init(uint16_t seed)
{
    random_seed(seed);
}

#ifdef FLOORS_VARY
void mapgen_set_floor(uint8_t floor)
{
    dungeon_floor = floor;
}
#endif

uint8_t mapgen_generate_dungeon(void)
{
    return dungeon_generate(mapgen_selected);
}

void mapgen_begin_dungeon(void)
{
    dungeon_begin(mapgen_selected);
}

uint8_t mapgen_step(void)
{
    return dungeon_step(mapgen_selected);
}

uint8_t mapgen_get_tile(uint8_t x, uint8_t y)
{
    return dungeon_get_tile(mapgen_selected, x, y);
}

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

void mapgen_get_statistics(void)
{
    dungeon_write_statistics(mapgen_selected);
}
