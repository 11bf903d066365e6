/* The phase `stairs`: stairs up and down, far apart and never in a secret room. */
#ifndef UNDERCROFT_GRID_ROOMS_STAIRS_H
#define UNDERCROFT_GRID_ROOMS_STAIRS_H

#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/grid_rooms/common.h"
#include "kinds/grid_rooms/connect.h"

#include "core/small_code_begin.h"

/* The room of the highest priority that is far enough for stairs; if none is, the farthest one. It is
 * not secret and not `other`; NO_ROOM if there is none at all. Far enough is at least `least` tiles
 * away from `other`, if that is a room: then measure_from must have been called for it. Of equal
 * rooms the first is taken. */
static uint8_t room_for_stairs(uint8_t other, uint8_t least)
{
    uint8_t room, best, farthest, priority, highest;
    distance_type distance, most;

    best = NO_ROOM;
    farthest = NO_ROOM;
    highest = 0;
    most = 0;
    for (room = room_count; room != 0;) {
        --room;
        if (room_is_secret[room] || room == other)
            continue;
        distance = 0;
        if (other != NO_ROOM)
            distance = distance_to(room);
        if (distance >= most) {
            farthest = room;
            most = distance;
        }
        priority = room_priority[room];
        if (distance >= least && priority >= highest) {
            best = room;
            highest = priority;
        }
    }
    if (best == NO_ROOM)
        return farthest;
    return best;
}

/* Up stairs in the room of the highest priority, down stairs in the next one far enough away. If
 * none is far enough, the farthest takes the down stairs. */
static void place_stairs(void)
{
    uint8_t up, down;

    up = room_for_stairs(NO_ROOM, 0);
    if (up == NO_ROOM) {
        SUMMARY->status |= STATUS_NO_UP_STAIRS | STATUS_NO_DOWN_STAIRS;
        return;
    }
    SUMMARY->up_x = centre_x[up];
    SUMMARY->up_y = centre_y[up];
    set_tile(SUMMARY->up_x, SUMMARY->up_y, TILE_UP_STAIRS);
    measure_from(up);
    down = room_for_stairs(up, room_count <= STAIRS_FEW_ROOMS ? STAIRS_DISTANCE_FEW
                                                              : STAIRS_DISTANCE_MANY);
    if (down == NO_ROOM) {
        SUMMARY->status |= STATUS_NO_DOWN_STAIRS;
        return;
    }
    SUMMARY->down_x = centre_x[down];
    SUMMARY->down_y = centre_y[down];
    set_tile(SUMMARY->down_x, SUMMARY->down_y, TILE_DOWN_STAIRS);
}
#include "core/small_code_end.h"

#endif
