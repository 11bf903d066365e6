/* The pass `measure`: the level is walked through from the start, and what was reached is measured. */
#ifndef UNDERCROFT_MEASURE_MEASURING_H
#define UNDERCROFT_MEASURE_MEASURING_H

#include "core/find_start.h"
#include "core/generation.h"
#include "core/plane/read_plane_as_seen.h"
#include "passes/measure/rows.h"
#include "passes/measure/walking.h"
#if SOME_MEASURE_FLOOR_LOOPS
#include "passes/measure/islands.h"
#endif

/* What `stage` says: what is done next. */
#define MEASURE_FIND_START 1
#define READ_LEVEL 2
#define EMPTY_WAYS 3
#define WALK_EVERYWHERE 4
#define FIND_UNREACHED 5
#define COUNT_ISLANDS 6
#define COUNT_ENDS 7
#define FIND_SQUARE 8
#define WALK_BACK 9

#if SOME_MEASURE_OPEN_SHARE || SOME_MEASURE_OFF_PATH_SHARE
/* A part in percent of the whole, which is at most 32,767. Takes some 6,000 cycles. */
static NOINLINE uint8_t share_of(uint16_t part, uint16_t whole)
{
    uint16_t sum;
    uint8_t percent, left;

    sum = 0;
    percent = 0;
    for (left = 100; left != 0; --left) {
        sum += part;
        if (sum >= whole) {
            sum -= whole;
            ++percent;
        }
    }
    return percent;
}
#endif

/* Begin with what is measured next, from this stage on. */
static NOINLINE void measure_next(uint8_t from)
{
    stage = from;
    byte_of_planes = 0;
#if SOME_MEASURE_LOOKS_AT_ROWS
    if (stage == FIND_UNREACHED && MEASURE_LOOKS_AT_ROWS)
        return;
#if SOME_MEASURE_FLOOR_LOOPS
    if (stage <= COUNT_ISLANDS && MEASURE_FLOOR_LOOPS) {
        stage = COUNT_ISLANDS;
        begin_counting();
        return;
    }
#endif
#if SOME_MEASURE_FLOOR_DEAD_ENDS
    if (stage <= COUNT_ENDS && MEASURE_FLOOR_DEAD_ENDS) {
        stage = COUNT_ENDS;
        plane_y = 1;
        ends_counted = 0;
        return;
    }
#endif
#if SOME_MEASURE_EMPTY_SQUARE
    if (stage <= FIND_SQUARE && MEASURE_EMPTY_SQUARE) {
        stage = FIND_SQUARE;
        begin_squares();
        return;
    }
#endif
#endif
#if SOME_MEASURE_OFF_PATH_SHARE
    if (stage <= WALK_BACK && MEASURE_OFF_PATH_SHARE) {
        stage = WALK_BACK;
        begin_back();
        return;
    }
#endif
    stage = PHASE_DONE;
}

/* Everything was reached. */
static NOINLINE void keep_ways(void)
{
#if SOME_MEASURE_OPEN_SHARE
    uint8_t percent;

#endif
#if SOME_MEASURE_STAIRS_STEPS
    if (MEASURE_STAIRS_STEPS)
        MEASURE_FIGURES_SET_STAIRS_STEPS(MEASURE_FIGURES, steps_down);
#endif
#if SOME_MEASURE_LONGEST_WAY
    if (MEASURE_LONGEST_WAY)
        MEASURE_FIGURES_SET_LONGEST_WAY(MEASURE_FIGURES, steps_longest);
#endif
#if SOME_MEASURE_OPEN_SHARE
    if (MEASURE_OPEN_SHARE) {
        percent = share_of(tiles_reached, (uint16_t)MAP_WIDTH * MAP_HEIGHT);
        MEASURE_FIGURES_SET_OPEN_SHARE(MEASURE_FIGURES, percent);
    }
#endif
    measure_next(FIND_UNREACHED);
}

/* One step of measuring the figures that are wanted. Without stairs all of them stay 0. */
static void measure_level(void)
{
#if SOME_MEASURE_OFF_PATH_SHARE
    uint8_t percent;

#endif
    switch (stage) {
    case 0:
        begin_to_find_start();
#ifdef COUNT_OF_ENTITIES
        stage = MEASURE_FIND_START;
        /* fall through */
    case MEASURE_FIND_START:
        if (look_for_start() == 0)
            return;
#endif
        stage = PHASE_DONE;
        if (start_x == 0 || SUMMARY->down_x == 0)
            return;
        begin_plane(PLANE_SOLID);
        stage = READ_LEVEL;
        return;
    case READ_LEVEL:
        if (read_plane_as_seen()) {
            byte_of_planes = 0;
            stage = EMPTY_WAYS;
        }
        return;
    case EMPTY_WAYS:
        if (empty_ways() == 0)
            return;
        begin_ways(start_x, start_y);
        stage = WALK_EVERYWHERE;
        return;
    case WALK_EVERYWHERE:
        if (walk_everywhere())
            keep_ways();
        return;
#if SOME_MEASURE_LOOKS_AT_ROWS
    case FIND_UNREACHED:
        if (find_unreached())
            measure_next(COUNT_ISLANDS);
        return;
#endif
#if SOME_MEASURE_FLOOR_LOOPS
    case COUNT_ISLANDS:
        if (count_islands()) {
            MEASURE_FIGURES_SET_FLOOR_LOOPS(MEASURE_FIGURES, islands_counted);
            measure_next(COUNT_ENDS);
        }
        return;
#endif
#if SOME_MEASURE_FLOOR_DEAD_ENDS
    case COUNT_ENDS:
        if (count_dead_ends()) {
            MEASURE_FIGURES_SET_FLOOR_DEAD_ENDS(MEASURE_FIGURES, ends_counted);
            measure_next(FIND_SQUARE);
        }
        return;
#endif
#if SOME_MEASURE_EMPTY_SQUARE
    case FIND_SQUARE:
        if (find_square()) {
            MEASURE_FIGURES_SET_EMPTY_SQUARE(MEASURE_FIGURES, square_side);
            measure_next(WALK_BACK);
        }
        return;
#endif
#if SOME_MEASURE_OFF_PATH_SHARE
    default:
        if (count_critical()) {
            percent = share_of(tiles_reached - critical_tiles, tiles_reached);
            MEASURE_FIGURES_SET_OFF_PATH_SHARE(MEASURE_FIGURES, percent);
            stage = PHASE_DONE;
        }
        return;
#endif
    }
}

#endif
