/* The pass `loops`: which rooms are joined.
 *
 * Each room is looked at once, from a random one on: how far the rooms behind it in this order are from it, and which of
 * those to which the way round is long can be joined to it. So each pair of rooms comes once, and each room begins one
 * loop at most.
 *
 * A later loop could make the way round shorter for an earlier one. In the shortest cycle through a loop, the loop that was
 * dug last had a long way round when it was dug. So the way round is long for all of them if the later one is not shorter
 * than the earlier ones, or if its way round was longer by the difference. */
#ifndef UNDERCROFT_LOOPS_OPENING_H
#define UNDERCROFT_LOOPS_OPENING_H

#include "core/generation.h"
#include "core/write_corridor.h"
#include "passes/loops/corridors.h"
#include "passes/loops/sides.h"
#include "passes/loops/ways.h"

/* How many rooms were looked at, the place in the order of the room with which the last of them may be joined, how many
 * courses may still be tried for both, and how many loops may still be dug. The two rooms are those of the corridor. */
WORK uint8_t rooms_looped, pair_place, loop_tries_left, loops_left;
#define loop_one written_room[0]
#define loop_other written_room[1]

/* The room with which the order begins. */
WORK uint8_t first_looped;

/* Whether a corridor may be added to the room at a place in the order, whose span is read. */
static NOINLINE uint8_t takes_another(uint8_t place)
{
    uint8_t room;

    room = looped_rooms - first_looped;
    if (place < room)
        room = first_looped + place;
    else
        room = place - room;
    span_room = room;
    return !is_shut[room] && loop_way_count[room] < CORRIDORS_MAX_CONNECTIONS;
}

/* Whether the two rooms may be joined, if there is ground for a corridor: the way from one to the other is long, no
 * corridor joins them, and no locked door is between them. */
static NOINLINE uint8_t may_join(void)
{
    uint8_t left, other;
    way_number way;

    if (!takes_another(pair_place))
        return 0;
    other = span_room;
    loop_other = other;
    if (looped_distance[other] < LOOPS_LEAST_WAY)
        return 0;
#ifdef HAS_LOCKED_DOORS
    if (side_of_room[loop_one] != side_of_room[other])
        return 0;
#endif
    left = loop_one;
    way = loop_first_way[left];
    for (left = loop_way_count[left]; left != 0; --left) {
        if (loop_way_to[way] == other)
            return 0;
        ++way;
    }
    span_at = 2;
    read_span();
    return are_near();
}

/* Whether a course is short enough, the way round long enough for all loops, and both walls may be opened. */
static NOINLINE uint8_t suits_loops(void)
{
    uint8_t way;

    summed_x = written_x[0];
    summed_y = written_y[0];
    summed_steps = 0;
    goal_x = written_x[1];
    goal_y = written_y[1];
    go_on();
    if (summed_steps >= LOOPS_MAX_LENGTH)
        return 0;
    sum_way();
    way = looped_distance[loop_other] - LOOPS_LEAST_WAY;
    if (way < longest_loop) {
        way = longest_loop - way;
        if (summed_steps < way)
            return 0;
    }
    return may_be_opened();
}

/* A course was no loop: another one is tried, or another pair of rooms. */
static NOINLINE void give_up_course(void)
{
    stage = PLAN_LOOP_COURSE;
    if (loop_tries_left == 0)
        stage = NEXT_LOOP_PAIR;
}

/* One step of trying random courses between two rooms: a course is planned. */
static NOINLINE void find_loop(void)
{
    plan_loop();
    --loop_tries_left;
    give_up_course();
    if (suits_loops()) {
        begin_along();
        stage = TEST_LOOP;
    }
}

/* One step of testing whether the course is clear. */
static NOINLINE void test_loop(void)
{
    uint8_t is_clear;

    is_clear = loop_is_clear();
    if (is_clear == 2)
        return;
    stage = RECORD_LOOP;
    if (is_clear == 0)
        give_up_course();
}

/* Write the corridor into the graph as a way of the room at an end. */
static NOINLINE void add_way(uint8_t end)
{
    uint8_t room, at;
    way_number way;

    at = end;
    room = written_room[at];
    way = loop_first_way[room] + loop_way_count[room];
    loop_way_steps[way] = summed_steps;
    at = written_room[at ^ 1];
    loop_way_to[way] = at;
    at = loop_way_count[room] + 1;
    loop_way_count[room] = at;
}

/* Write the loop into the records of its rooms, and into the graph. */
static NOINLINE void record_loop(void)
{
    uint8_t at;

    written_type = written_corners;
    written_end = 0;
    write_end();
    written_end = 1;
    write_end();
    add_way(0);
    add_way(1);
    if (longest_loop < summed_steps)
        longest_loop = summed_steps;
    at = LOOPS_FIGURES_GET_LOOPS_OPENED(LOOPS_FIGURES) + 1;
    LOOPS_FIGURES_SET_LOOPS_OPENED(LOOPS_FIGURES, at);
    draws_walls = 1;
    begin_legs();
    stage = DRAW_LOOP;
}

/* One step of joining a room to the first of others by chance to which a corridor can be dug: some pairs are looked
 * at. */
static NOINLINE void join_room(void)
{
    uint8_t left, may;

    for (left = LOOP_PAIRS_SEEN; left != 0 && pair_place != looped_rooms; --left) {
        may = may_join();
        ++pair_place;
        if (may && random_chance(LOOPS_CHANCE)) {
            loop_tries_left = LOOPS_TRIES;
            stage = PLAN_LOOP_COURSE;
            return;
        }
    }
    if (pair_place == looped_rooms)
        stage = NEXT_LOOP_ROOM;
}

/* Go on to the next room, if there is one to which a corridor may be added. */
static NOINLINE void next_looped(void)
{
    uint8_t takes;

    stage = NEXT_LOOP_ROOM;
    if (rooms_looped == looped_rooms) {
        stage = PHASE_DONE;
        return;
    }
    takes = takes_another(rooms_looped);
    ++rooms_looped;
    if (takes) {
        loop_one = span_room;
        pair_place = rooms_looped;
        span_at = 0;
        read_span();
        begin_to_measure_rooms();
        stage = MEASURE_ROOMS_APART;
    }
}

/* One step of joining rooms to which the way round is long. */
static void open_long_ways(void)
{
    switch (stage) {
    case 0:
        looped_rooms = COUNT_OF_AREAS;
        looped_at = 0;
        next_way = 0;
        longest_loop = 0;
        loops_left = LOOPS_MOST;
        stage = PHASE_DONE;
        if (looped_rooms == 0)
            return;
        stage = READ_MIDDLES;
        /* fall through */
    case READ_MIDDLES:
        if (read_middles()) {
            begin_slots();
            stage = READ_LOOP_WAYS;
        }
        return;
    case READ_LOOP_WAYS:
        if (read_ways_of_rooms()) {
            stage = BEGIN_LOOPS;
#ifdef HAS_LOCKED_DOORS
            barred_at = 0;
            barred_count = 0;
            stage = READ_LOCKS;
#endif
        }
        return;
#ifdef HAS_LOCKED_DOORS
    case READ_LOCKS:
        if (read_locked_doors()) {
            begin_sides();
            stage = FIND_SIDES;
        }
        return;
    case FIND_SIDES:
        if (find_sides())
            stage = BEGIN_LOOPS;
        return;
#endif
    case BEGIN_LOOPS:
        first_looped = random_below(looped_rooms);
        rooms_looped = 0;
        /* fall through */
    case NEXT_LOOP_ROOM:
        next_looped();
        if (stage == MEASURE_ROOMS_APART)
            measure_rooms();
        return;
    case MEASURE_ROOMS_APART:
        measure_rooms();
        return;
    case NEXT_LOOP_PAIR:
        join_room();
        return;
    case PLAN_LOOP_COURSE:
        find_loop();
        return;
    case TEST_LOOP:
        test_loop();
        return;
    case RECORD_LOOP:
        record_loop();
        return;
    case DRAW_LOOP:
        if (draw_legs()) {
            stage = DIG_OPENINGS;
            if (draws_walls) {
                draws_walls = 0;
                begin_legs();
                stage = DRAW_LOOP;
            }
        }
        return;
    default:
        dig_openings();
        --loops_left;
        stage = NEXT_LOOP_ROOM;
        if (loops_left == 0)
            stage = PHASE_DONE;
    }
}

#endif
