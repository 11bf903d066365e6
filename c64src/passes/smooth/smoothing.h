/* The pass `smooth`: the map is read into a plane, changed there, and written back. */
#ifndef UNDERCROFT_SMOOTH_SMOOTHING_H
#define UNDERCROFT_SMOOTH_SMOOTHING_H

#include "core/generation.h"
#include "core/plane/automaton.h"
#include "core/plane/plane.h"
#include "core/plane/read_plane.h"
#if defined(ROOMS_CAPACITY) || defined(FEATURES_CAPACITY)
#include "core/plane/rooms.h"

/* A table says where rooms are: only they change. */
#define SMOOTHS_ROOMS 1
#else
#include "core/plane/write_plane.h"
#ifdef OTHER_TILES
#include "core/plane/open_others.h"
#include "core/plane/read_others.h"
#endif
#endif

/* What `stage` says: what is done next. */
#define SMOOTH_READ 1
#define SMOOTH_RULE 2
#define SMOOTH_CHANGE 3
#define SMOOTH_OTHERS 4
#define SMOOTH_OPEN 5
#define SMOOTH_WRITE 6
#define SMOOTH_ROOMS 7

#ifdef SMOOTHS_ROOMS
/* What is done next with a room. */
#define BEGIN_SMOOTHING 0
#define READ_TO_SMOOTH 1
#define WANT_SMOOTH 2
#define CHANGE_SMOOTH 3
static uint8_t smoothing_stage;

/* Let what the rule has made of the room be wanted: some rows. */
static NOINLINE uint8_t want_smooth(void)
{
    uint8_t n, at, bits;
    REGISTER const uint8_t *row;

    for (; changing_row != populated_height; ++changing_row) {
        if (ROOM_IS_FULL(read_weight))
            return 0;
        room_work += read_weight;
        at = room_row[(uint8_t)(changing_row + ROOM_MARGIN)];
        row = plane_solid + plane_row[(uint8_t)(populated_y + changing_row)] + changing_at;
        for (n = 0; n != changing_bytes; ++n) {
            bits = room_wanted[at] ^ row[n];
            bits &= changing_inside[n];
            room_wanted[at] ^= bits;
            ++at;
        }
    }
    return 1;
}

/* One step of letting each room become what the rule makes of it; 1 if it was the last one. */
static NOINLINE uint8_t smooth_rooms(void)
{
    room_work = 0;
    for (;;) {
        if (smoothing_stage == BEGIN_SMOOTHING) {
            if (changing_room == COUNT_OF_CHANGING)
                return 1;
            if (!room_fits(ROOM_SMOOTHED))
                return 0;
            if (!find_changing()) {
                ++changing_room;
                continue;
            }
            begin_changing();
            smoothing_stage = READ_TO_SMOOTH;
        }
        if (smoothing_stage == READ_TO_SMOOTH) {
            if (!read_room())
                return 0;
            changing_row = 0;
            smoothing_stage = WANT_SMOOTH;
        }
        if (smoothing_stage == WANT_SMOOTH) {
            if (!want_smooth())
                return 0;
            begin_to_keep_room();
            smoothing_stage = CHANGE_SMOOTH;
        }
        if (change_room(0) == ROOM_NOT_DONE)
            return 0;
        ++changing_room;
        smoothing_stage = BEGIN_SMOOTHING;
    }
}
#endif

/* One step of changing walls and floor by the rule; doors, stairs and all other tiles stay. */
static void smooth_map(void)
{
    switch (stage) {
    case 0:
        begin_plane(SMOOTH_OUTSIDE);
        stage = SMOOTH_READ;
        /* fall through */
    case SMOOTH_READ:
        if (read_plane())
            stage = SMOOTH_RULE;
        break;
    case SMOOTH_RULE:
        begin_automaton(SMOOTH_RULE_BORN, SMOOTH_RULE_KEPT, SMOOTH_ROUNDS);
        stage = SMOOTH_CHANGE;
        break;
    case SMOOTH_CHANGE:
        if (run_automaton()) {
#ifdef SMOOTHS_ROOMS
            changing_room = 0;
            smoothing_stage = BEGIN_SMOOTHING;
            stage = SMOOTH_ROOMS;
        }
        break;
    default:
        if (smooth_rooms())
            stage = PHASE_DONE;
        break;
    }
}
#else
            begin_plane(PLANE_SOLID);
            stage = SMOOTH_OTHERS;
        }
        break;
#ifdef OTHER_TILES
    case SMOOTH_OTHERS:
        if (read_others()) {
            begin_to_open();
            stage = SMOOTH_OPEN;
        }
        break;
    case SMOOTH_OPEN:
        if (open_others())
            stage = SMOOTH_WRITE;
        break;
#endif
    default:
        if (write_plane())
            stage = PHASE_DONE;
        break;
    }
}
#endif

#endif
