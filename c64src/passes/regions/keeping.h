/* The pass `regions`: the map is read into a plane, its regions dropped or joined, and written
 * back. In a dungeon with protected tiles, regions that cannot be joined are dropped after all. */
#ifndef UNDERCROFT_REGIONS_KEEPING_H
#define UNDERCROFT_REGIONS_KEEPING_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/read_plane.h"
#include "core/plane/write_plane.h"
#if SOME_REGIONS_DROPS || defined(HAS_PROTECTED)
#include "core/plane/keep_regions.h"
#endif
#ifdef OTHER_TILES
#include "core/plane/read_others.h"
#endif
#if SOME_REGIONS_JOINS
#ifdef HAS_PROTECTED
#include "passes/regions/detours.h"
#else
#include "core/plane/tunnels.h"
#endif
#endif

/* What `stage` says: what is done next. */
#define REGIONS_READ 1
#define REGIONS_DROP 2
#define REGIONS_JOIN 3
#define REGIONS_OTHERS 4
#define REGIONS_WRITE 5
#define REGIONS_DROP_LEFT 6

/* Go on with what comes after the regions that are dropped. */
static void begin_what_follows(void)
{
    stage = REGIONS_OTHERS;
#if SOME_REGIONS_JOINS
    if (REGIONS_JOINS) {
#ifdef HAS_PROTECTED
        begin_detours();
#else
        begin_to_join();
#endif
        stage = REGIONS_JOIN;
    }
#endif
}

/* One step of dropping regions as `keep` says, then of joining those that are left. */
static void keep_or_join(void)
{
    switch (stage) {
    case 0:
        begin_plane(PLANE_SOLID);
        stage = REGIONS_READ;
        /* fall through */
    case REGIONS_READ:
        if (read_plane() == 0)
            return;
        begin_what_follows();
#if SOME_REGIONS_DROPS
        if (REGIONS_DROPS) {
            begin_to_keep(REGIONS_LEAST_SIZE);
            stage = REGIONS_DROP;
        }
        return;
    case REGIONS_DROP:
        if (keep_regions() == 0)
            return;
        begin_what_follows();
#if SOME_REGIONS_JOINS
#ifndef HAS_PROTECTED
        is_one_region = regions_kept == 1;
#endif
#endif
#endif
        return;
#if SOME_REGIONS_JOINS
    case REGIONS_JOIN:
#ifdef HAS_PROTECTED
        if (join_by_detours()) {
            stage = REGIONS_OTHERS;
            if (regions_left != 0) {
                leave_regions_out();
                begin_to_keep(0);
                stage = REGIONS_DROP_LEFT;
            }
        }
#else
        if (join_regions())
            stage = REGIONS_OTHERS;
#endif
        return;
#ifdef HAS_PROTECTED
    case REGIONS_DROP_LEFT:
        if (keep_regions())
            stage = REGIONS_OTHERS;
        return;
#endif
#endif
#ifdef OTHER_TILES
    case REGIONS_OTHERS:
        if (read_others())
            stage = REGIONS_WRITE;
        return;
#endif
    default:
        if (write_plane())
            stage = PHASE_DONE;
        return;
    }
}

#endif
