/* The pass `smooth`: the map is read into a plane, changed there, and written back. */
#ifndef UNDERCROFT_SMOOTH_SMOOTHING_H
#define UNDERCROFT_SMOOTH_SMOOTHING_H

#include "core/generation.h"
#include "core/plane/automaton.h"
#include "core/plane/plane.h"
#include "core/plane/read_plane.h"
#include "core/plane/write_plane.h"
#ifdef OTHER_TILES
#include "core/plane/open_others.h"
#include "core/plane/read_others.h"
#endif

/* What `stage` says: what is done next. */
#define SMOOTH_READ 1
#define SMOOTH_RULE 2
#define SMOOTH_CHANGE 3
#define SMOOTH_OTHERS 4
#define SMOOTH_OPEN 5
#define SMOOTH_WRITE 6

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
