/* Functions of mapgen.h that a game may need and our own program does not. */
#include "core/mapgen.h"

void mapgen_set_tile(uint8_t x, uint8_t y, uint8_t tile)
{
    dungeon_set_tile(mapgen_selected, x, y, tile);
}

#ifdef MOST_ROOMS
uint8_t mapgen_get_room_info(uint8_t room, uint8_t *x, uint8_t *y, uint8_t *w, uint8_t *h,
                             uint8_t *priority)
{
    struct room_record *record;

    if (room >= dungeon_rooms(mapgen_selected))
        return 0;
    record = ROOM_RECORD(room);
    *x = ROOM_GET_X(record);
    *y = ROOM_GET_Y(record);
    *w = ROOM_GET_W(record);
    *h = ROOM_GET_H(record);
    *priority = ROOM_GET_PRIORITY(record);
    return 1;
}

uint8_t mapgen_get_room_center(uint8_t room, uint8_t *center_x, uint8_t *center_y)
{
    struct room_record *record;

    if (room >= dungeon_rooms(mapgen_selected))
        return 0;
    record = ROOM_RECORD(room);
    *center_x = ROOM_GET_X(record) + (ROOM_GET_W(record) >> 1);
    *center_y = ROOM_GET_Y(record) + (ROOM_GET_H(record) >> 1);
    return 1;
}
#endif

/* 1 if any of the 8 tiles around (x, y) is empty, else 0; (x, y) must not be at the map's edge. */
static uint8_t touches_empty(uint8_t x, uint8_t y)
{
    uint8_t beside_x, beside_y;

    for (beside_y = y - 1; beside_y != (uint8_t)(y + 2); ++beside_y) {
        for (beside_x = x - 1; beside_x != (uint8_t)(x + 2); ++beside_x) {
            if (mapgen_get_tile(beside_x, beside_y) == TILE_EMPTY)
                return 1;
        }
    }
    return 0;
}

uint8_t mapgen_validate_map(void)
{
    uint8_t x, y, tile, ups, downs, status, width, height;

    ups = 0;
    downs = 0;
    width = dungeon_width[mapgen_selected];
    height = dungeon_height[mapgen_selected];
    for (y = 0; y != height; ++y) {
        for (x = 0; x != width; ++x) {
            tile = mapgen_get_tile(x, y);
#if TILE_CODES < 256
            if (tile >= TILE_CODES)
                return 0;
#endif
            if (!(tile_flags[tile] & TILE_WALKABLE))
                continue;
            if (x == 0 || y == 0 || x == (uint8_t)(width - 1) || y == (uint8_t)(height - 1)
                || touches_empty(x, y))
                return 0;
            if (tile == TILE_UP_STAIRS)
                ++ups;
            if (tile == TILE_DOWN_STAIRS)
                ++downs;
        }
    }
    status = SUMMARY->status;
    return ups == ((status & STATUS_NO_UP_STAIRS) == 0)
           && downs == ((status & STATUS_NO_DOWN_STAIRS) == 0);
}
