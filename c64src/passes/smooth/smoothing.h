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
/* Whether a room is about to change. */
WORK uint8_t is_smoothing;

/* Let what the rule has made of the room be wanted: some rows. */
static NOINLINE uint8_t want_smooth(void)
{
    uint8_t n, at, bits;
    REGISTER const uint8_t *row;

    part_weight = read_weight;
    while (next_room_row()) {
        at = room_at;
        row = plane_solid + plane_row[changing_y] + changing_at;
        for (n = 0; n != changing_bytes; ++n) {
            bits = room_wanted[at] ^ row[n];
            bits &= changing_inside[n];
            room_wanted[at] ^= bits;
            ++at;
        }
    }
    return room_rows_done();
}

/* One step of letting each room become what the rule makes of it; 1 if it was the last one. */
static NOINLINE uint8_t smooth_rooms(void)
{
    uint8_t result;

    room_work = 0;
    for (;;) {
        if (!is_smoothing) {
            if (changing_room == COUNT_OF_CHANGING)
                return 1;
            part_weight = ROOM_SMOOTHED;
            if (!room_fits())
                return 0;
            if (find_changing()) {
                begin_changing();
                /* What the rule makes of it need not be one piece. */
                is_bare = 0;
                is_smoothing = 1;
            }
        } else {
            if (changing_stage == FORM_ROOM) {
                if (!want_smooth())
                    return 0;
                next_of_room();
            }
            result = change_room();
            if (result == ROOM_NOT_DONE)
                return 0;
            if (result == ROOM_IS_READ)
                continue;
            is_smoothing = 0;
        }
        if (!is_smoothing)
            ++changing_room;
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
            is_smoothing = 0;
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
