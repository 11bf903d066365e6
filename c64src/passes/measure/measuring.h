/* The pass `measure`: the level is walked through from the start, and what was reached is measured. */
#ifndef UNDERCROFT_MEASURE_MEASURING_H
#define UNDERCROFT_MEASURE_MEASURING_H

#include "core/find_start.h"
#include "core/generation.h"
#include "core/plane/read_plane_as_seen.h"
#include "passes/measure/walking.h"
#if SOME_MEASURE_LOOKS_AT_ROWS
#include "passes/measure/rows.h"
#endif
#if SOME_MEASURE_FLOOR_LOOPS
#include "passes/measure/islands.h"
#endif

/* What `stage` says: what is done next. */
#define MEASURE_FIND_START 1
#define READ_LEVEL 2
#define KEEP_LEVEL 3
#define WALK_EVERYWHERE 4
#define JOIN_LEVEL 5
#define COUNT_ENDS 6
#define FIND_SQUARE 7
#define FILL_PILLARS 8
#define COUNT_ISLANDS 9
#define WALK_BACK 10

/* Whether the level must be walked through. All that is open is connected, so without tiles that look like walls all of it
 * is reached, and figures of rows need no walk. A variable: compilers warn of code that a constant leaves out. */
WORK uint8_t must_walk;

#if SOME_MEASURE_OPEN_SHARE || SOME_MEASURE_OFF_PATH_SHARE
/* A part in percent of the whole, which is at most 32,767 and not less: some 800 cycles. The part is multiplied by each of
 * the binary digits of 100 in turn, and the whole is taken away as often as it fits. */
static NOINLINE uint8_t share_of(uint16_t part, uint16_t whole)
{
    uint16_t rest;
    uint8_t percent, digits;

    rest = 0;
    percent = 0;
    for (digits = 100 << 1 | 1; digits != 0x80; digits = (uint8_t)(digits << 1)) {
        rest <<= 1;
        percent = (uint8_t)(percent << 1);
        if (rest >= whole) {
            rest -= whole;
            ++percent;
        }
        if (digits & 0x80) {
            rest += part;
            if (rest >= whole) {
                rest -= whole;
                ++percent;
            }
        }
    }
    return percent;
}
#endif

/* Begin with what is measured next, from this stage on. */
static NOINLINE void measure_next(uint8_t from)
{
    stage = from;
#if SOME_MEASURE_KEEPS_LEVEL
    byte_of_planes = 0;
#endif
#ifdef MAY_KEEP_LEVEL
    if (stage == KEEP_LEVEL || (stage == JOIN_LEVEL && MEASURE_KEEPS_LEVEL))
        return;
#endif
#if SOME_MEASURE_FLOOR_DEAD_ENDS
    if (stage <= COUNT_ENDS && MEASURE_FLOOR_DEAD_ENDS) {
        stage = COUNT_ENDS;
        begin_looking();
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
#if SOME_MEASURE_FLOOR_LOOPS
    if (stage <= FILL_PILLARS && MEASURE_FLOOR_LOOPS) {
        stage = FILL_PILLARS;
        begin_pillars();
        return;
    }
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
        MEASURE_FIGURES_SET_LONGEST_WAY(MEASURE_FIGURES, steps_reached - 1);
#endif
#if SOME_MEASURE_OPEN_SHARE
    if (MEASURE_OPEN_SHARE) {
        percent = share_of(tiles_reached, (uint16_t)MAP_WIDTH * MAP_HEIGHT);
        MEASURE_FIGURES_SET_OPEN_SHARE(MEASURE_FIGURES, percent);
    }
#endif
    measure_next(JOIN_LEVEL);
}

/* The level was read, and copied, if that is wanted: begin to walk. */
static void begin_to_walk(void)
{
    begin_ways(player_x, player_y);
    stage = WALK_EVERYWHERE;
}

/* The level was read. */
static void end_reading(void)
{
    if (must_walk == 0)
        measure_next(COUNT_ENDS);
#if defined(MAY_KEEP_LEVEL) && ALL_MEASURE_KEEPS_LEVEL
    else
        measure_next(KEEP_LEVEL);
#else
#ifdef MAY_KEEP_LEVEL
    else if (MEASURE_KEEPS_LEVEL)
        measure_next(KEEP_LEVEL);
#endif
    else
        begin_to_walk();
#endif
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
#ifdef SECRET_TILES
        must_walk = 1;
#else
        must_walk = MEASURE_WALKS;
#endif
#ifdef COUNT_OF_ENTITIES
        stage = MEASURE_FIND_START;
        /* fall through */
    case MEASURE_FIND_START:
        if (look_for_start() == 0)
            return;
#endif
        stage = PHASE_DONE;
        if (player_x == 0 || SUMMARY->down_x == 0)
            return;
        begin_plane(PLANE_SOLID);
        stage = READ_LEVEL;
        return;
    case READ_LEVEL:
        if (read_plane_as_seen())
            end_reading();
        return;
#ifdef MAY_KEEP_LEVEL
    case KEEP_LEVEL:
        if (keep_level())
            begin_to_walk();
        return;
#endif
    case WALK_EVERYWHERE:
        if (walk_everywhere())
            keep_ways();
        return;
#ifdef MAY_KEEP_LEVEL
    case JOIN_LEVEL:
        if (join_level())
            measure_next(COUNT_ENDS);
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
            measure_next(FILL_PILLARS);
        }
        return;
#endif
#if SOME_MEASURE_FLOOR_LOOPS
    case FILL_PILLARS:
        if (fill_pillars()) {
            begin_looking();
            loops_counted = 1;
            stage = COUNT_ISLANDS;
        }
        return;
    case COUNT_ISLANDS:
        if (count_islands()) {
            MEASURE_FIGURES_SET_FLOOR_LOOPS(MEASURE_FIGURES, islands_counted());
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
