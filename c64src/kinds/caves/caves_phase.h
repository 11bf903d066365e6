/* The phase `caves`: all of it but the stairs. */
#ifndef UNDERCROFT_CAVES_CAVES_PHASE_H
#define UNDERCROFT_CAVES_CAVES_PHASE_H

#include "core/generation.h"
#include "core/plane/known_tiles.h"
#include "core/plane/plane.h"
#include "core/plane/write_plane.h"
#if SOME_AREAS_COUNT
#include "kinds/caves/areas.h"
#endif
#include "kinds/caves/rock.h"
#if SOME_STALAGMITES_TRIES
#include "kinds/caves/stalagmites.h"
#endif
#if SOME_AUTOMATON_ROUNDS
#include "core/plane/automaton.h"
#endif
#if SOME_DROPS_CAVES
#include "core/plane/keep_regions.h"
#endif
#if defined(OTHER_TILES) && !defined(OTHERS_ARE_STAIRS)
#include "core/plane/taken.h"
#endif
#if SOME_JOINS_CAVES
#include "core/plane/tunnels.h"
#endif

/* What `stage` says: what is done next. */
#define FILL_ROCK 1
#define RUN_AUTOMATON 2
#define KEEP_REGIONS 3
#define JOIN_REGIONS 4
#define DRAW_CAVES 5
#define PLACE_STALAGMITES 6
#define PLACE_SITES 7
#define ASSIGN_CELLS 8
#define CHANGE_AREAS 9

/* The stage behind the regions. */
#if SOME_STALAGMITES_TRIES
#define AFTER_REGIONS (stalagmites_left ? PLACE_STALAGMITES : DRAW_CAVES)
#else
#define AFTER_REGIONS DRAW_CAVES
#endif

/* Go on with what comes after the regions that are dropped. */
static void begin_joining(void)
{
    stage = AFTER_REGIONS;
#if SOME_JOINS_CAVES
    if (JOINS_CAVES) {
        begin_to_join();
        stage = JOIN_REGIONS;
    }
#endif
}

/* Go on with what comes after the automaton. */
static void begin_regions(void)
{
    begin_joining();
#if SOME_DROPS_CAVES
    if (DROPS_CAVES) {
        begin_to_keep(LEAST_SIZE);
        stage = KEEP_REGIONS;
    }
#endif
}

#if defined(OTHER_TILES) && !defined(OTHERS_ARE_STAIRS)
/* Row plane_y of the map has no other tiles than empty, wall and floor yet. */
static void forget_others(void)
{
    uint8_t left;
    REGISTER uint8_t *others;

    others = plane_others + plane_row[plane_y];
    for (left = PLANE_ROW_BYTES; left != 0; --left) {
        *others = 0;
        ++others;
    }
}
#endif

#if SOME_AREAS_COUNT
/* Place a site. */
static void place_next_site(void)
{
    stage = PLACE_SITES;
    if (place_site())
        stage = ASSIGN_CELLS;
}
#endif

/* One step of filling the map with rock, letting the automaton make caves of it, keeping and joining
 * them, drawing them. */
static void build_caves(void)
{
    switch (stage) {
    case 0:
        begin_plane(OUTSIDE_BITS);
#ifdef SOLID_OTHERS
        known_to = 0;
#endif
#if SOME_STALAGMITES_TRIES
        stalagmites_left = STALAGMITES_TRIES;
#endif
        stage = FILL_ROCK;
#if SOME_AREAS_COUNT
        begin_areas(AREAS_COUNT);
        if (area_count) {
            place_next_site();
            return;
        }
#endif
        /* fall through */
    case FILL_ROCK:
        if (fill_rock()) {
            begin_regions();
#if SOME_AUTOMATON_ROUNDS
            if (AUTOMATON_ROUNDS) {
                begin_automaton(RULE_BORN, RULE_KEPT, AUTOMATON_ROUNDS);
                stage = RUN_AUTOMATON;
#if SOME_AREAS_COUNT
                if (area_count)
                    stage = CHANGE_AREAS;
#endif
            }
#endif
        }
        return;
#if SOME_AUTOMATON_ROUNDS
    case RUN_AUTOMATON:
        if (run_automaton())
            begin_regions();
        return;
#endif
#if SOME_AREAS_COUNT
    case PLACE_SITES:
        place_next_site();
        return;
    case ASSIGN_CELLS:
        if (assign_cells())
            stage = FILL_ROCK;
        return;
#endif
#if SOME_AREAS_COUNT && SOME_AUTOMATON_ROUNDS
    case CHANGE_AREAS:
        if (change_areas())
            begin_regions();
        return;
#endif
#if SOME_DROPS_CAVES
    case KEEP_REGIONS:
        if (keep_regions()) {
            begin_joining();
#if SOME_JOINS_CAVES
            is_one_region = regions_kept == 1;
#endif
        }
        return;
#endif
#if SOME_JOINS_CAVES
    case JOIN_REGIONS:
        if (join_regions())
            stage = AFTER_REGIONS;
        return;
#endif
#if SOME_STALAGMITES_TRIES
    case PLACE_STALAGMITES:
        if (place_stalagmites())
            stage = DRAW_CAVES;
        return;
#endif
    default:
#if defined(OTHER_TILES) && !defined(OTHERS_ARE_STAIRS)
        if (plane_at == 0)
            forget_others();
#endif
        if (write_plane())
            stage = PHASE_DONE;
    }
}

#endif
