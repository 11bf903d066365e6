/* The phase `stairs`: how far each room is from the first one, and both stairs. */
#ifndef UNDERCROFT_BSP_STAIRS_H
#define UNDERCROFT_BSP_STAIRS_H

#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/bsp/common.h"

/* The corridors on the shortest way from the first room to each; NO_ROOM if it is not known. */
WORK uint8_t room_distance[ROOMS_CAPACITY];

/* The rooms whose distance is known, in its order, and how many they are. */
WORK uint8_t waiting[ROOMS_CAPACITY], waiting_count;

/* Count one corridor more to the neighbours of a room whose distances are not known, and let them
 * wait. */
static void reach_neighbours(uint8_t room)
{
    uint8_t other, slot, distance;
    REGISTER struct connection_record *connection;
    struct room_record *record;

    record = ROOM_RECORD(room);
    distance = room_distance[room] + 1;
    for (slot = 0; slot != room_connections[room]; ++slot) {
        connection = ROOM_CONN_DATA(record, slot);
        other = CONNECTION_GET_ROOM_ID(connection);
        if (room_distance[other] == NO_ROOM) {
            room_distance[other] = distance;
            ROOM_SET_HUB_DISTANCE(ROOM_RECORD(other), distance);
            waiting[waiting_count] = other;
            ++waiting_count;
        }
    }
}

/* One step of counting the corridors on the shortest way from the first room to each: from some
 * rooms on. Returns 1 at the end. */
static uint8_t measure_distances(void)
{
    uint8_t room;

    if (stage == 0) {
        stage = 1;
        room = room_count;
        do {
            --room;
            room_distance[room] = NO_ROOM;
        } while (room != 0);
        room_distance[0] = 0;
        waiting[0] = 0;
        waiting_count = 1;
        next_room = 0;
    }
    do {
        reach_neighbours(waiting[next_room]);
        ++next_room;
        if (next_room == room_count)
            return 1;
    } while (next_room % ROOMS_AT_ONCE != 0);
    return 0;
}

/* The farthest room, of several the last one; or just the last one. */
static uint8_t room_for_down_stairs(void)
{
    uint8_t best;
#if SOME_STAIRS_DOWN_IS_FARTHEST
    uint8_t room, most;
#endif

    best = room_count - 1;
#if SOME_STAIRS_DOWN_IS_FARTHEST
    if (STAIRS_DOWN_IS_FARTHEST) {
        most = room_distance[best];
        for (room = best; room != 0;) {
            --room;
            if (room_distance[room] > most) {
                best = room;
                most = room_distance[room];
            }
        }
    }
#endif
    return best;
}

/* Put the up stairs in the middle of the first room, the down stairs far from there, in the last
 * step. */
static void place_stairs(void)
{
    uint8_t down;

    if (!measure_distances())
        return;
    down = room_for_down_stairs();
    FIGURES->way_length = room_distance[down];
    ROOM_SET_PRIORITY(ROOM_RECORD(0), PRIORITY_UP);
    ROOM_SET_PRIORITY(ROOM_RECORD(down), PRIORITY_DOWN);
    SUMMARY->up_x = middle(0);
    SUMMARY->up_y = middle(OTHER_AXIS);
    set_tile(SUMMARY->up_x, SUMMARY->up_y, TILE_UP_STAIRS);
    SUMMARY->down_x = middle(down);
    SUMMARY->down_y = middle(OTHER_AXIS + down);
    set_tile(SUMMARY->down_x, SUMMARY->down_y, TILE_DOWN_STAIRS);
    stage = PHASE_DONE;
}

#endif
