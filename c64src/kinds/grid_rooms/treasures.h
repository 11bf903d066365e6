/* The phase `treasures`: treasure chambers behind walls, reached by secret paths. */
#ifndef UNDERCROFT_GRID_ROOMS_TREASURES_H
#define UNDERCROFT_GRID_ROOMS_TREASURES_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"
#include "kinds/grid_rooms/common.h"
#include "kinds/grid_rooms/corridors.h"
#include "kinds/grid_rooms/rooms.h"
#include "kinds/grid_rooms/runs.h"

#include "core/small_code_begin.h"

/* The wall that place_treasure tries next, and how many are left. */
WORK uint8_t next_wall, walls_left;

/* The room that is being tried, and how many others may take a treasure. */
WORK uint8_t chosen, candidates_left;

/* Build a chamber behind a wall of the chosen room, `place` tiles from its upper or left end; 0 if the
 * ground there is not empty. Empty ground never touches a walkable tile, so the chamber creates no
 * short cut. */
static uint8_t place_chamber(uint8_t wall, uint8_t place)
{
    uint8_t room, at, slot;
    struct room_record *record;
    REGISTER struct door_record *door;

    room = chosen;
    at = place;
    place_door(0, room, wall);
    if (written_wall[0] < WALL_TOP)
        doors_y[0] = room_y[room] + at;
    else
        doors_x[0] = room_x[room] + at;
    beyond_door(0, 1);
    if (!spot_is_interior())
        return 0;
    if (get_tile(spot_x, spot_y) != TILE_EMPTY)
        return 0;
    run_left[OWN_RUN] = run_right[OWN_RUN] = spot_x;
    run_top[OWN_RUN] = run_bottom[OWN_RUN] = spot_y;
    draw_runs(OWN_RUN, 1, TILE_WALL);
    set_tile(spot_x, spot_y, TILE_FLOOR);
    set_tile(doors_x[0], doors_y[0], TILE_SECRET_PATH);
    record = ROOM_RECORD(room);
    ROOM_SET_TREASURE_WALL_X(record, doors_x[0]);
    ROOM_SET_TREASURE_WALL_Y(record, doors_y[0]);
    ROOM_SET_STATE(record, ROOM_STATE_TREASURE);
    for (slot = room_connections[room]; slot != 0;) {
        --slot;
        door = ROOM_DOORS(record, slot);
        DOOR_SET_HAS_TREASURE(door, 1);
    }
    return 1;
}

#define CHOOSE_ROOM 1
#define TRY_ROOM 2

/* One step of trying the chosen room's walls and all places along them, each from a random one on: a
 * wall. */
static void place_treasure(void)
{
    uint8_t room, wall, length, left, place;

    room = chosen;

    while (walls_left != 0) {
        --walls_left;
        wall = next_wall;
        next_wall = (wall + 1) & 3;
        if ((walls_with_door[room] & wall_bit[wall]) == 0) {
            length = room_w[room];
            if (wall < WALL_TOP)
                length = room_h[room];
            place = BELOW(length);
            for (left = length; left != 0; --left) {
                if (place_chamber(wall, place)) {
                    ++FIGURES->treasures;
                    stage = CHOOSE_ROOM;
                    return;
                }
                ++place;
                if (place == length)
                    place = 0;
            }
            return;
        }
    }
    stage = CHOOSE_ROOM;
}

/* One step of putting treasure chambers behind walls without doors, at most one for each room. */
static void place_treasures(void)
{
    uint8_t room;

    switch (stage) {
    case 0:
        /* The list of cells is no longer needed; it holds the rooms that may take a treasure. */
        candidates_left = 0;
        for (room = 0; room != room_count; ++room) {
            if (!room_is_secret[room]) {
                cell_order[candidates_left] = room;
                ++candidates_left;
            }
        }
        /* fall through */
    case CHOOSE_ROOM:
        if (FIGURES->treasures == SECRETS_TREASURES || candidates_left == 0) {
            if (FIGURES->treasures != SECRETS_TREASURES)
                SUMMARY->status |= STATUS_FEWER_TREASURES;
            stage = PHASE_DONE;
            return;
        }
        /* The last candidate takes the place of the one that is tried. */
        room = BELOW(candidates_left);
        chosen = cell_order[room];
        --candidates_left;
        cell_order[room] = cell_order[candidates_left];
        next_wall = BELOW(4);
        walls_left = 4;
        stage = TRY_ROOM;
        /* fall through */
    default:
        place_treasure();
    }
}
#include "core/small_code_end.h"

#endif
